/**
 * The vocabulary of the other dialects: which files can be read and written besides the main engine's, and what a
 * writer can't represent. Only types and constants, safe to import anywhere.
 */
import { serviceNumbers, streamNumbers } from '../channel-fields'
import { type Encoding, type Format, type Loss, formats } from '../types'

/** Dialects that are converted to `.chl` text when read; the uploaded file is kept as well. */
export const foreignDialects = [
  'cdx',
  'enigma2',
  'lamedb',
  'lamedb5',
  'm3u',
  'vdr',
  'csv',
  'reference',
  'satellites',
] as const
export type ForeignDialect = (typeof foreignDialects)[number]

/** The short names of these dialects in addresses and in the API. */
export const foreignFormats = {
  cdx: 'cdx',
  e2: 'enigma2',
  lamedb: 'lamedb',
  lamedb5: 'lamedb5',
  m3u: 'm3u',
  vdr: 'vdr',
  csv: 'csv',
  txt: 'reference',
  xml: 'satellites',
} as const satisfies Record<string, ForeignDialect>
export type ForeignFormat = keyof typeof foreignFormats

/** Every format that a list can be written in. */
export const fileFormats = { ...formats, ...foreignFormats } as const
export type FileFormat = keyof typeof fileFormats
export type FileDialect = (typeof fileFormats)[FileFormat]
export const fileFormatNames = Object.keys(fileFormats) as [FileFormat, ...FileFormat[]]
export const fileDialects = Object.values(fileFormats) as [FileDialect, ...FileDialect[]]

export const isForeign = (dialect: string): dialect is ForeignDialect =>
  (foreignDialects as readonly string[]).includes(dialect)
export const isForeignFormat = (format: FileFormat): format is ForeignFormat => Object.hasOwn(foreignFormats, format)
export const isEngineFormat = (format: FileFormat): format is Format => Object.hasOwn(formats, format)

/** What a writer could not represent, in addition to the main engine's kinds. */
export const foreignLossCodes = [
  'transponder',
  'value',
  'system',
  'service-type',
  'groups-beyond',
  'lnb',
  'channels',
  'satip',
  'order',
  'scrambled',
  'pid-kinds',
  'logo',
  'attributes',
] as const
/** The fields that a `value` loss may be about, named as in an edit. */
export const lossFields = [
  'type',
  ...serviceNumbers,
  'scrambled',
  'encryption',
  'videoType',
  'provider',
  'url',
  ...streamNumbers,
  'language',
  'audio',
  'subtitles',
  'frequencyKHz',
  'polarisation',
  'symbolRate',
  'fec',
] as const
export type LossField = (typeof lossFields)[number]
/** `fields`: which values are meant; only for `value`. */
export type FileLoss = {
  code: Loss['code'] | (typeof foreignLossCodes)[number]
  ids: number[]
  fields?: LossField[]
}

/** A file of an upload or export; it has a name only if there are several. */
export type NamedFile = { name: string; bytes: Uint8Array }
/** An uploaded file with the files found in it: itself, or those in its archive. */
export type Original = {
  dialect: ForeignDialect
  files: readonly NamedFile[]
  /** The encoding that the user chose for names that aren't UTF-8; omitted if it is guessed. */
  encoding?: Encoding | undefined
}
/** Merges several lists of losses, each kind once with all of its channels. */
export const joinLosses = (...all: (readonly FileLoss[])[]): FileLoss[] => {
  const joined = new Map<FileLoss['code'], { ids: Set<number>; fields: Set<LossField> }>()
  for (const { code, ids, fields = [] } of all.flat()) {
    const known = joined.get(code) ?? { ids: new Set(), fields: new Set() }
    for (const id of ids) known.ids.add(id)
    for (const field of fields) known.fields.add(field)
    joined.set(code, known)
  }
  return [...joined].map(([code, { ids, fields }]) => ({
    code,
    ids: [...ids],
    ...(fields.size === 0 ? {} : { fields: [...fields] }),
  }))
}

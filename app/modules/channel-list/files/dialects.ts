/**
 * Files in dialects that the engine doesn't open: what an upload contains, the `.chl` text made from it, and writing
 * files in these dialects. Pure code for the engine's thread: no database, no settings.
 */
import {
  describe,
  findForeignDialect,
  findUnwritten,
  noRecordFacts,
  toModel,
  type Description,
  type Formats,
  type RecordFacts,
} from '~/engine/formats'
import {
  encodings,
  fileFormats,
  isForeignFormat,
  joinLosses,
  limits,
  type Encoding,
  type Engine,
  type FileFormat,
  type FileLoss,
  type ForeignDialect,
  type NamedFile,
  type OpenList,
  type Original,
  type Refusal,
} from '~/engine/types'
import {
  archiveKindOf,
  readTarGz,
  readZip,
  writeTarGz,
  writeZip,
  type ArchiveFault,
  type ArchiveKind,
} from '~/platform/archive.server'
import { openStored } from '../engine/opened'

/** The relevant files of an Enigma2 settings folder; bouquets have endings such as “.iptv”. */
const isSettings = (name: string): boolean =>
  /(?:^|[/\\])(?:lamedb5?|satellites\.xml|[^/\\]*bouquets?\.(?!xml)[^/\\]*|alternatives\.[^/\\]*|[^/\\]*\.(?:[a-z]*tv|radio))$/i.test(
    name,
  )
const isList = (name: string): boolean => /(?:^|[/\\])(?:lamedb5?|[^/\\]*bouquets?\.(?!xml)[^/\\]*)$/i.test(name)
const isArchive = (name: string): boolean => /\.(?:zip|tar|t?gz|7z|rar|ipk|deb)$/i.test(name)

const refusalOfFault = {
  damaged: 'archive-damaged',
  large: 'archive-large',
  encrypted: 'archive-encrypted',
} as const satisfies Record<ArchiveFault['reason'], Refusal>

/** Why an archive contains no list, and where. */
export type UploadFault = { refusal: Refusal; record: number | null; offset: number }

const openArchive = (bytes: Uint8Array, kind: ArchiveKind): Original | UploadFault => {
  const names: string[] = []
  const read = (kind === 'zip' ? readZip : readTarGz)(bytes, (name) => {
    names.push(name)
    return isSettings(name)
  })
  if (!read.ok) return { refusal: refusalOfFault[read.reason], record: read.entry, offset: read.offset }
  if (read.entries.some(({ name }) => isList(name))) return { dialect: 'enigma2', files: read.entries }
  const nested = names.findIndex(isArchive)
  return nested >= 0
    ? { refusal: 'archive-nested', record: nested + 1, offset: 0 }
    : { refusal: kind === 'zip' ? 'zip' : 'gzip', record: null, offset: 0 }
}

/** What an upload is if the engine doesn't open it itself; null if the engine opens or refuses it. */
export const findOriginal = (bytes: Uint8Array): Original | UploadFault | null => {
  const kind = archiveKindOf(bytes)
  if (kind !== null) return openArchive(bytes, kind)
  const dialect = findForeignDialect(bytes)
  return dialect === null ? null : { dialect, files: [{ name: '', bytes }] }
}

/** The written files as one: a single file, or an archive like the upload. */
const fileOf = (files: readonly NamedFile[], dialect: ForeignDialect, upload: Uint8Array | null): Uint8Array => {
  if (dialect !== 'enigma2') return files[0]?.bytes ?? new Uint8Array(0)
  const kind = upload === null ? 'zip' : archiveKindOf(upload)
  if (kind === null || (kind === 'tar.gz' && upload === null)) return files[0]?.bytes ?? new Uint8Array(0)
  return kind === 'tar.gz' && upload !== null ? writeTarGz(files, upload) : writeZip(files, upload)
}

/** The upload that a list's source was made from. */
export type StoredOriginal = { dialect: ForeignDialect; bytes: Uint8Array }

/**
 * What only the portal adds in the first line of converted text: the upload's digest, the encoding that the user chose
 * for it, and how many groups the upload has beyond those of the list.
 */
const sourceKey = /,"Source":"[0-9a-f]*"(?:,"Encoding":"([\w-]+)")?(?:,"FavBeyond":(\d+))?/

const findSourceKey = (bytes: Uint8Array): RegExpExecArray | null =>
  sourceKey.exec(new TextDecoder('latin1').decode(bytes.subarray(0, Math.max(0, bytes.indexOf(10)))))
/** The encoding that the user chose for an upload, from the converted text. */
const encodingOf = (source: Uint8Array): Encoding | undefined => {
  const said = findSourceKey(source)?.[1]
  return encodings.find((encoding) => encoding === said)
}
/** Groups of the upload that no other file can contain, because the list lacks them. */
const groupsBeyond = (source: Uint8Array): FileLoss[] =>
  Number(findSourceKey(source)?.[2] ?? 0) > 0 ? [{ code: 'groups-beyond', ids: [] }] : []

/**
 * The converted text as a box's file, without the upload's digest, so that it is an independent file when it is sent
 * again.
 */
export const withoutSource = (bytes: Uint8Array): Uint8Array => {
  const found = findSourceKey(bytes)
  if (found === null) return bytes
  const out = new Uint8Array(bytes.length - found[0].length)
  out.set(bytes.subarray(0, found.index))
  out.set(bytes.subarray(found.index + found[0].length), found.index)
  return out
}

type Source = { source: Uint8Array; state: Uint8Array; original: StoredOriginal | null }

type Host = { engine: Engine; formats: Formats }
type ReadAgain = { again: Description | null; facts: RecordFacts; tooLong: boolean }
/** A written file, read as if it were uploaded. */
const readAgain = (
  { engine, formats }: Host,
  bytes: Uint8Array,
  { format, encoding }: { format: FileFormat; encoding: Encoding | undefined },
): ReadAgain => {
  const none = { again: null, facts: noRecordFacts, tooLong: false }
  if (bytes.length > limits.fileBytes) return { ...none, tooLong: true }
  let text = bytes
  let facts: RecordFacts = noRecordFacts
  if (isForeignFormat(format)) {
    const found = findOriginal(bytes)
    if (found === null || !('files' in found) || found.dialect !== fileFormats[format]) return none
    const read = formats.read({ ...found, encoding }, '')
    if (!read.ok) return { ...none, tooLong: true }
    text = read.chl
    facts = read.facts
  }
  const opened = engine.open(text)
  if (!opened.ok) return { ...none, tooLong: opened.refusal === 'too-large' }
  return { again: describe(opened.list), facts, tooLong: false }
}

export type WrittenIn = {
  bytes: Uint8Array
  losses: FileLoss[]
  /** True if the format can hold nothing of the list, so no file is offered. */
  empty: boolean
  /** True if the file is too long to be read again, so its losses are unknown. */
  tooLong: boolean
}

const asItIs = (bytes: Uint8Array): WrittenIn => ({ bytes, losses: [], empty: false, tooLong: false })

/** What an engine's writer knows of values that no list shows. */
const isOfRecords = ({ code }: FileLoss): boolean => code === 'record-unreadable' || code === 'multistream'

/** Writes an open list in a format, with its losses. */
export const writeIn = (
  host: Host,
  open: () => OpenList,
  { source, state, original }: Source,
  format: FileFormat,
): WrittenIn => {
  const { engine, formats } = host
  const dialect = fileFormats[format]
  let list = open()
  const own = (original?.dialect ?? list.dialect) === dialect
  if (own && original !== null && list.pristine()) return asItIs(original.bytes)
  const found = original === null ? null : findOriginal(original.bytes)
  const upload = found !== null && 'files' in found ? { ...found, encoding: encodingOf(source) } : null
  let told: FileLoss[] = own ? [] : groupsBeyond(source)
  let made: Description | null = null
  let bytes: Uint8Array
  let now: Description
  if (isForeignFormat(format)) {
    let before: ReturnType<typeof toModel> | null = null
    if (upload !== null) {
      const opened = engine.open(source)
      if (!opened.ok) throw new Error(`a stored source was refused: ${opened.refusal}`)
      before = toModel(opened.list)
      if (own) made = describe(opened.list)
      list = openStored(engine, source, state)
    }
    const model = toModel(list)
    now = describe(list)
    const files = formats.write({ dialect: fileFormats[format], original: upload, before, now: model })
    bytes = fileOf(files, fileFormats[format], own && original !== null ? original.bytes : null)
  } else {
    const { losses, ...written } = list.write(format)
    // In its own dialect the engine reports losses itself.
    if (own) return { ...asItIs(written.bytes), losses, empty: written.bytes.length === 0 }
    // The engine's memory is reused for the next list.
    bytes = withoutSource(written.bytes.slice())
    // A box's own file may be longer than one that is read: its writer reports what it leaves out.
    if (bytes.length > limits.fileBytes) return { ...asItIs(bytes), losses: joinLosses(told, losses) }
    told = joinLosses(told, losses.filter(isOfRecords))
    now = describe(list)
  }
  const { again, facts, tooLong } = readAgain(host, bytes, { format, encoding: own ? upload?.encoding : undefined })
  if (tooLong) return { ...asItIs(bytes), losses: told, tooLong }
  const read = upload === null ? null : formats.read(upload, '')
  const { losses, empty } = findUnwritten(now, {
    ...{ format, again, own: made },
    facts: { written: facts, uploaded: read?.ok ? read.facts : noRecordFacts },
  })
  return { bytes, losses: joinLosses(told, losses), empty, tooLong }
}

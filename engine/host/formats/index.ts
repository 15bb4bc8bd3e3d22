/**
 * The readers and writers of other dialects, synchronous and pure; the caller's engine guesses the encoding of names.
 */
import type { Engine } from '../contract'
import { listOf as listOfDatabase, readDatabase } from './cdx/read'
import { rewriteDatabase } from './cdx/rewrite'
import { writeDatabase } from './cdx/write'
import { writeChl } from './chl'
import { dialectOf, oneFile, type Dialect } from './dialect'
import { enigma } from './enigma/index'
import { toBytes } from './letters'
import type { Charset } from './m3u/encoding'
import { listOf as listOfPlaylist, readPlaylist } from './m3u/read'
import { rewritePlaylist, writePlaylist } from './m3u/write'
import type { List } from './model'
import { readSatellites, writeSatellites } from './satellites'
import { rewriteSatellites } from './rewrite-satellites'
import { table } from './table/index'
import { noFacts, withFacts, type UploadFacts } from './to-model'
import type { ForeignDialect, NamedFile, Original } from './types'
import type { RecordFacts } from './unwritten'
import { listOf as listOfConf, readConf } from './vdr/read'
import { rewriteConf, writeConf } from './vdr/write'
import { narrowed } from './wide'

export type ReadResult =
  | {
      ok: true
      chl: Uint8Array
      channels: number
      facts: RecordFacts
    }
  | { ok: false; refusal: 'too-many-records' }

export type Writing = {
  dialect: ForeignDialect
  /** The upload that the list was made from, with the list as first made; null for a list of another origin. */
  original: Original | null
  before: List | null
  /** The current list, from `toModel`. */
  now: List
}

export type Formats = {
  /** Makes `.chl` text of an upload. `source` identifies its bytes in that text. */
  read(original: Original, source: string): ReadResult
  /** Writes a list: into its own upload if that has this dialect, otherwise as a new file. */
  write(writing: Writing): NamedFile[]
}

/** The same for files in UTF-16 or with a byte-order mark. */
const inAnyWidth = ({ read, write, rewrite }: Dialect): Dialect => ({
  read: (given, chosen) => {
    const { files, charset } = narrowed(given, chosen)
    return read(files, charset)
  },
  write,
  rewrite: (given, chosen, before, now) => {
    const { files, charset, close } = narrowed(given, chosen)
    return close(rewrite(files, charset, before, now))
  },
})
const dialects: Readonly<Record<ForeignDialect, Dialect>> = {
  cdx: inAnyWidth(
    dialectOf({
      ...{ open: oneFile(readDatabase), listOf: listOfDatabase },
      ...{ write: writeDatabase, rewrite: rewriteDatabase },
    }),
  ),
  enigma2: inAnyWidth(enigma('enigma2')),
  lamedb: inAnyWidth(enigma('lamedb')),
  lamedb5: inAnyWidth(enigma('lamedb5')),
  m3u: inAnyWidth(
    dialectOf({
      ...{ open: oneFile(readPlaylist), listOf: listOfPlaylist },
      ...{ write: writePlaylist, rewrite: rewritePlaylist },
    }),
  ),
  vdr: inAnyWidth(dialectOf({ open: oneFile(readConf), listOf: listOfConf, write: writeConf, rewrite: rewriteConf })),
  csv: table(false),
  reference: table(true),
  satellites: inAnyWidth({
    read: readSatellites,
    write: writeSatellites,
    rewrite: (files, _charset, before, now) => rewriteSatellites(files, before, now),
  }),
}

/** Fields that indicate DVB-S2; without them DVB-S is meant. */
const saysSystems = (dialect: ForeignDialect): boolean => !['cdx', 'csv', 'reference'].includes(dialect)

/** More names, or more of a name, would not change the guess. */
const sampleNames = 256
const sampleLetters = 62
const sampleOf = (names: readonly string[]): string[] => {
  const step = Math.ceil(names.length / sampleNames)
  return names.flatMap((name, at) => (at % step === 0 ? name.slice(0, sampleLetters).replaceAll('\n', ' ') : []))
}

export const createFormats = (engine: Engine): Formats => {
  const charsetOf = ({ encoding }: Pick<Original, 'encoding'>): Charset => ({
    chosen: encoding ?? null,
    guess: (names) => engine.guessEncoding(toBytes(sampleOf(names).join('\n'))),
  })
  /** Further facts of an upload; a table has none. */
  const factsIn = ({ dialect, files, ...more }: Original): UploadFacts =>
    (dialect === 'csv' || dialect === 'reference' ? null : dialects[dialect].read(files, charsetOf(more))) ?? noFacts

  return {
    read: ({ dialect, files, encoding }, source) => {
      const list = dialects[dialect].read(files, charsetOf({ encoding }))
      if (list === null) return { ok: false, refusal: 'too-many-records' }
      const usual = saysSystems(dialect) ? 0 : null
      const facts = {
        channels: list.channels.map(({ serviceType, systems, numberText = '', logo = '', more = false }) => ({
          ...{ serviceType, systems, numberText, logo, more },
        })),
        transponders: list.transponders.map(({ kHz, system, modulation, streams = '' }) => ({
          system: system ?? (kHz === null ? null : usual),
          ...{ modulation, streams },
        })),
      }
      return { ok: true, chl: writeChl(list, { dialect, source, encoding }), channels: list.channels.length, facts }
    },
    write: ({ dialect, original, before, now }) => {
      const { write, rewrite } = dialects[dialect]
      if (original === null || before === null) return write(now)
      const whole = withFacts(now, before, factsIn(original))
      return original.dialect === dialect ? rewrite(original.files, charsetOf(original), before, whole) : write(whole)
    },
  }
}

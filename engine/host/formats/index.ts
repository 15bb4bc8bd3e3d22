/**
 * The readers and writers of other dialects: Enigma2, M3U and tables here, the others in a WebAssembly module apart
 * from the engine. That module frees nothing, so every piece of work takes a fresh instance of it. Synchronous and
 * pure.
 */
import { writeChl } from './chl'
import { isEnigma, readEnigma, rewriteEnigma, writeEnigma, type EnigmaDialect } from './enigma/index'
import { encodings } from '../types'
import { toBytes } from './enigma/letters'
import type { Guess } from './m3u/encoding'
import { readM3u, rewriteM3u, writeM3u } from './m3u/index'
import type { List } from './model'
import { linesWithFacts, noFacts, readFacts, readState, withFacts, type UploadFacts } from './state'
import { isTableDialect, readTables, rewriteTables, writeTables, type TableDialect } from './table/index'
import { type ForeignDialect, type NamedFile, type Original, foreignDialects } from './types'

type Exports = {
  memory: WebAssembly.Memory
  openFile(nameBytes: number, bytes: number): number
  closeFile(at: number, nameBytes: number, bytes: number): void
  read(dialect: number): number
  emitChl(): void
  emitFacts(): void
  readState(which: number): void
  guessEncoding(): number
  write(dialect: number, own: number): void
  outputCount(): number
  outputStart(at: number): number
  outputEnd(at: number): number
  outputName(at: number): number
  outputNameUnits(at: number): number
}

export type ReadResult =
  | {
      ok: true
      chl: Uint8Array
      channels: number
      /** Enigma2's own types of services, by record; null where a record has none. */
      serviceTypes: readonly (number | null)[]
    }
  | { ok: false; refusal: 'too-many-records' }

export type Writing = {
  dialect: ForeignDialect
  /** The upload that the list was made from, with the list as it was made; null for a list of another origin. */
  original: Original | null
  before: Uint8Array | null
  /** The list as it is now, from `linesOf`. */
  now: Uint8Array
}

export type Formats = {
  /** Makes `.chl` text of an upload. `source` names its bytes in that text. */
  read(original: Original, source: string): ReadResult
  /** Writes a list: into its own upload where that has this dialect, else as a new file. */
  write(writing: Writing): NamedFile[]
}

type HostDialect = EnigmaDialect | TableDialect | 'm3u'
const isHere = (dialect: ForeignDialect): dialect is HostDialect =>
  dialect === 'm3u' || isTableDialect(dialect) || isEnigma(dialect)

/** More names would not change a guess; nor would more of a name. */
const sampleNames = 256
const sampleLetters = 62
const sampleOf = (names: readonly string[]): string[] => {
  const step = Math.ceil(names.length / sampleNames)
  return names.flatMap((name, at) => (at % step === 0 ? name.slice(0, sampleLetters).replaceAll('\n', ' ') : []))
}

export const createFormats = (module: WebAssembly.Module): Formats => {
  const begin = () => {
    const exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports
    const add = (name: string, bytes: Uint8Array): void => {
      const named = new TextEncoder().encode(name)
      const at = exports.openFile(named.length, bytes.length)
      const memory = new Uint8Array(exports.memory.buffer)
      memory.set(named, at)
      memory.set(bytes, at + named.length)
      exports.closeFile(at, named.length, bytes.length)
    }
    const outputs = (): NamedFile[] =>
      Array.from({ length: exports.outputCount() }, (_, at) => {
        const units = new Uint16Array(exports.memory.buffer, exports.outputName(at), exports.outputNameUnits(at))
        return {
          name: String.fromCharCode(...units),
          bytes: new Uint8Array(exports.memory.buffer).slice(exports.outputStart(at), exports.outputEnd(at)),
        }
      })
    return { exports, add, outputs }
  }
  const numberOf = (dialect: ForeignDialect): number => foreignDialects.indexOf(dialect)

  const guess: Guess = (names) => {
    const { exports, add } = begin()
    add('', toBytes(sampleOf(names).join('\n')))
    return encodings[exports.guessEncoding()] ?? 'windows-1252'
  }
  /** Null where there are too many channels. */
  const readHere = (dialect: HostDialect, files: readonly NamedFile[]): List | null =>
    dialect === 'm3u'
      ? readM3u(files, guess)
      : isTableDialect(dialect)
        ? readTables(dialect, files, guess)
        : readEnigma(files)

  /** What an upload says besides. */
  const factsIn = ({ dialect, files }: Original): UploadFacts => {
    if (isTableDialect(dialect)) return noFacts
    if (isHere(dialect)) return readHere(dialect, files) ?? noFacts
    const { exports, add, outputs } = begin()
    for (const file of files) add(file.name, file.bytes)
    exports.read(numberOf(dialect))
    exports.emitFacts()
    return readFacts(outputs()[0]?.bytes ?? new Uint8Array(0))
  }

  const writeHere = ({ original, before, now }: Writing, dialect: HostDialect): NamedFile[] => {
    const writeNew = (list: List): NamedFile[] =>
      dialect === 'm3u'
        ? writeM3u(list)
        : isTableDialect(dialect)
          ? writeTables(dialect, list)
          : writeEnigma(dialect, list)
    const present = readState(now)
    if (original === null || before === null) return writeNew(present)
    const made = readState(before)
    const whole = withFacts(present, made, factsIn(original))
    if (original.dialect !== dialect) return writeNew(whole)
    if (isTableDialect(dialect)) return rewriteTables({ dialect, files: original.files }, guess, made, whole)
    return dialect === 'm3u'
      ? rewriteM3u(original.files, guess, made, whole)
      : rewriteEnigma(original.files, made, whole)
  }

  return {
    read: ({ dialect, files }, source) => {
      if (isHere(dialect)) {
        const list = readHere(dialect, files)
        if (list === null) return { ok: false, refusal: 'too-many-records' }
        const serviceTypes = list.channels.map(({ serviceType }) => serviceType)
        return { ok: true, chl: writeChl(list, dialect, source), channels: list.channels.length, serviceTypes }
      }
      const { exports, add, outputs } = begin()
      for (const file of files) add(file.name, file.bytes)
      const channels = exports.read(numberOf(dialect))
      if (channels < 0) return { ok: false, refusal: 'too-many-records' }
      add('', new TextEncoder().encode(`${dialect} ${source}`))
      exports.emitChl()
      return { ok: true, chl: outputs()[0]?.bytes ?? new Uint8Array(0), channels, serviceTypes: [] }
    },
    write: (writing) => {
      const { dialect, original, before, now } = writing
      if (isHere(dialect)) return writeHere(writing, dialect)
      const { exports, add, outputs } = begin()
      const isForeign = original === null || isHere(original.dialect)
      if (!isForeign) {
        for (const file of original.files) add(file.name, file.bytes)
        exports.read(numberOf(original.dialect))
      }
      if (before !== null) {
        add('', before)
        exports.readState(0)
      }
      add('', original !== null && isForeign && before !== null ? linesWithFacts(now, before, factsIn(original)) : now)
      exports.readState(1)
      exports.write(numberOf(dialect), Number(original?.dialect === dialect))
      return outputs()
    },
  }
}

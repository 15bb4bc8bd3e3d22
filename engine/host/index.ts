/**
 * The entry to the engine: makes an instance from the compiled bytes or module and opens lists in it. Everything that a
 * caller needs is exported here or in types.ts and contract.ts.
 */
import { chlDialect } from './text/chl'
import type { Engine, Machinery, OpenOptions, Opened } from './contract'
import { Core, info, row } from './core'
import { extras, type Extras } from './extras'
import { makeHandle } from './handle'
import { List } from './list'
import { skipBlank } from './refusal'
import { satcodxDialect } from './satcodx'
import { encodings, limits, type Refusal } from './types'

/** A cut record shows a channel's name only from this length on; a shorter one gives nothing to list. */
const nameEnd = 51
/** A record that is cut before its satellite's name ends is at most a heading. */
const headingEnd = 28

/** Makes a whole engine synchronously; for servers and workers (browsers refuse large modules on the main thread). */
export function createEngine(wasm: BufferSource | WebAssembly.Module): Engine {
  const module = wasm instanceof WebAssembly.Module ? wasm : new WebAssembly.Module(wasm)
  return engineOf(new WebAssembly.Instance(module, {}), extras)
}

/**
 * Makes an engine asynchronously. Without extras it only opens lists that a whole engine has opened before: it doesn't
 * explain refused files and problems, and doesn't write a `.chl` list as SatcoDX.
 */
export async function instantiateEngine(
  wasm: BufferSource | WebAssembly.Module,
  parts: Extras | null = null,
): Promise<Engine> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm)
  return engineOf(await WebAssembly.instantiate(module, {}), parts)
}

function engineOf(instance: WebAssembly.Instance, parts: Extras | null): Engine {
  const core = new Core(instance, parts)
  const findRefusal = (bytes: Uint8Array): Refusal => parts?.findRefusal(bytes) ?? 'binary'
  // Hash tables are keyed by random words, so that nobody can craft a file whose keys all collide.
  core.exports.setSeed(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n)
  // Scratch memory lies after the list; an empty list lies after the engine's tables.
  core.exports.begin(0)
  let current = 0
  let machinery: Machinery | null = null

  /** Reads a file that is known to be a list, as the same list: used for the file that a list with cells derives. */
  const reread = (bytes: Uint8Array, isChl: boolean, isCurrent: () => boolean): List => {
    if (!isCurrent()) throw new Error('the engine has opened another list since')
    const { exports } = core
    const at = exports.begin(bytes.length)
    core.u8().set(bytes, at)
    if (isChl) exports.readChl()
    else exports.readSatcodx()
    exports.finishReading()
    return new List(core, isChl ? chlDialect : satcodxDialect, isChl ? 'chl' : 'satcodx', isCurrent)
  }

  const open = (bytes: Uint8Array, options: OpenOptions = {}): Opened => {
    const turn = ++current
    if (bytes.length > limits.fileBytes)
      return { ok: false, refusal: 'too-large', record: null, offset: limits.fileBytes }
    const { exports } = core
    const at = exports.begin(bytes.length)
    core.u8().set(bytes, at)
    const isChl = bytes[skipBlank(bytes)] === 0x7b
    const count = isChl ? exports.readChl() : exports.readSatcodx()
    if (count < 0)
      return {
        ok: false,
        refusal: 'too-many-records',
        record: limits.records + 1,
        offset: isChl ? 0 : recordAt(limits.records).start,
      }
    if (count === 0 && isChl && exports.brokenChannelCount() > 0)
      return { ok: false, refusal: 'truncated', record: 1, offset: exports.brokenChannelAt() }
    if (count === 0) return { ok: false, refusal: findRefusal(bytes), record: null, offset: 0 }
    if (!isChl && exports.cutRecordCount() === count) {
      const refused = refuseCut(bytes, count)
      if (refused) return refused
    }
    exports.finishReading()
    const isCurrent = () => turn === current
    const plain = new List(core, isChl ? chlDialect : satcodxDialect, isChl ? 'chl' : 'satcodx', isCurrent)
    if (options.encoding) plain.chooseEncoding(options.encoding)
    const list = makeHandle(plain, (base) => {
      if (!machinery) throw new Error('the engine has no part for cells')
      return machinery.over(base, { core, read: (derived) => reread(derived, isChl, isCurrent) })
    })
    if (options.state) list.load(options.state)
    return { ok: true, list }
  }

  const recordAt = (id: number) => {
    const address = core.rowAt(id)
    const words = core.u32()
    return {
      start: (words[(address + row.start) >> 2] ?? 0) - core.get(info.source),
      length: words[(address + row.length) >> 2] ?? 0,
    }
  }

  /** If every record is cut, the file is a list only if some records still show a name. */
  const refuseCut = (bytes: Uint8Array, count: number): Opened | null => {
    const first = recordAt(0)
    let longest = 0
    for (let id = 0; id < count; id++) longest = Math.max(longest, recordAt(id).length)
    if (longest < headingEnd && bytes.length > first.start + first.length + 2) {
      const refusal = findRefusal(bytes.subarray(first.start))
      if (refusal === 'header-only') return { ok: false, refusal, record: null, offset: first.start }
    }
    if (count > 1 && longest >= nameEnd) return null
    return { ok: false, refusal: 'truncated', record: 1, offset: first.start }
  }

  return {
    open,
    memoryBytes: () => core.exports.memory.buffer.byteLength,
    guessEncoding: (names) => {
      const at = core.exports.scratchAt(names.length)
      core.u8().set(names, at)
      return encodings[core.exports.guessByLetters(at, at + names.length)] ?? 'windows-1252'
    },
    slowRecords: () => core.get(info.slowRecords),
    use: (given) => {
      machinery = given
    },
  }
}

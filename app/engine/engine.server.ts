/**
 * The engine on the server: one instance, worked with synchronously, so that two requests can never meet in it.
 * After a trap, or when its memory has grown beyond any list's need, the instance is thrown away and the next call makes a new one.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { instantiateEngine } from '../../engine/host/index'
import type { Engine } from './types'

/** Where the build puts the engine; programs of this project run in its folder. */
const wasmFile = path.resolve('engine/build/engine.wasm')
/** The largest upload needs about four times its 16 MiB; an instance that grew beyond that is not kept. */
const keptBytesMax = 80 * 1024 * 1024

let compiled: Promise<WebAssembly.Module> | undefined
let current: Engine | undefined

const compile = async (): Promise<WebAssembly.Module> => WebAssembly.compile(new Uint8Array(await readFile(wasmFile)))

const getEngine = async (): Promise<Engine> => {
  if (current !== undefined) return current
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined
    throw error
  })
  const made = await instantiateEngine(await compiled)
  return (current ??= made)
}

/**
 * Lends the engine for one synchronous piece of work. The work opens its list, reads and writes, and returns plain
 * data; it must not return a promise, nor keep anything of the engine.
 */
export const withEngine = async <T>(work: (engine: Engine) => T): Promise<T> => {
  const engine = await getEngine()
  let finished = false
  try {
    const result = work(engine)
    if (result instanceof Promise) throw new TypeError('the engine is lent for synchronous work only')
    finished = true
    return result
  } finally {
    if (!finished || engine.memoryBytes() > keptBytesMax) current = undefined
  }
}

/**
 * The engine on the server: one instance a thread, worked with synchronously, so that two requests can never meet in
 * it. After a trap, or when its memory has grown beyond any list's need, the instance is thrown away and the next call
 * makes a new one.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createEngine } from '../../engine/host/index'
import type { Engine } from './types'

/** Where the build puts the engine; programs of this project run in its folder. */
const wasmFile = path.resolve('engine/build/engine.wasm')
/** The largest upload needs about four times its 16 MiB; an instance that grew beyond that is not kept. */
const keptBytesMax = 80 * 1024 * 1024

let compiled: Promise<WebAssembly.Module> | undefined

const compile = async (): Promise<WebAssembly.Module> => WebAssembly.compile(new Uint8Array(await readFile(wasmFile)))

/** The compiled engine, once for all threads. */
export const getEngineModule = (): Promise<WebAssembly.Module> =>
  (compiled ??= compile().catch((error: unknown) => {
    compiled = undefined
    throw error
  }))

/** Lends one instance after the other: the same one while it is sound. */
export type Lender = {
  /** Runs synchronous work. `isNew`: nothing that was opened before is open any more. */
  lend<T>(work: (engine: Engine, isNew: boolean) => T): T
}

/** Instances of a compiled engine, for one thread. */
export const makeLender = (module: WebAssembly.Module): Lender => {
  let current: Engine | undefined
  return {
    lend: (work) => {
      const isNew = current === undefined
      const engine = (current ??= createEngine(module))
      let finished = false
      try {
        const result = work(engine, isNew)
        if (result instanceof Promise) throw new TypeError('the engine is lent for synchronous work only')
        finished = true
        return result
      } finally {
        if (!finished || engine.memoryBytes() > keptBytesMax) current = undefined
      }
    },
  }
}

let lender: Lender | undefined

/**
 * Lends this thread's engine for one synchronous piece of work. The work opens its list, reads and writes, and returns
 * plain data; it must not return a promise, nor keep anything of the engine.
 */
export const withEngine = async <T>(work: (engine: Engine) => T): Promise<T> => {
  const module = await getEngineModule()
  return (lender ??= makeLender(module)).lend((engine) => work(engine))
}

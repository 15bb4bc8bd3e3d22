/**
 * The engine on the server: one instance per thread, used synchronously, so that two requests never share its state.
 * After a trap, or when its memory has grown beyond what any list needs, the instance is discarded and the next call
 * makes a new one.
 */
import path from 'node:path'
import { readOwnFileMeanwhile } from '~/platform/own-file.server'
import { cells } from '../../engine/host/cells/index'
import { createEngine } from '../../engine/host/index'
import type { Engine } from './types'

/** Where the build puts the engine; the project's programs run with its folder as their working directory. */
const wasmFile = path.resolve('engine/build/engine.wasm')
/** The largest upload needs about four times its 16 MiB; an instance that has grown beyond that is discarded. */
const keptBytesMax = 80 * 1024 * 1024

let compiled: Promise<WebAssembly.Module> | undefined

const compile = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(new Uint8Array(await readOwnFileMeanwhile(wasmFile)))

/** The compiled engine, shared by all threads. */
export const getEngineModule = (): Promise<WebAssembly.Module> =>
  (compiled ??= compile().catch((error: unknown) => {
    compiled = undefined
    throw error
  }))

/** Lends instances one at a time, and the same one while it is sound. */
export type Lender = {
  /** Runs synchronous work. `isNew` means that the instance is fresh: lists opened earlier are not open in it. */
  lend<T>(work: (engine: Engine, isNew: boolean) => T): T
}

/** A server's engine has everything from the start. */
const makeEngine = (module: WebAssembly.Module): Engine => {
  const engine = createEngine(module)
  engine.use(cells)
  return engine
}

/** Manages the instances of a compiled engine for one thread. */
export const makeLender = (module: WebAssembly.Module): Lender => {
  let current: Engine | undefined
  return {
    lend: (work) => {
      const isNew = current === undefined
      const engine = (current ??= makeEngine(module))
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
 * plain data; it must not return a promise or keep references into the engine.
 */
export const withEngine = async <T>(work: (engine: Engine) => T): Promise<T> => {
  const module = await getEngineModule()
  return (lender ??= makeLender(module)).lend((engine) => work(engine))
}

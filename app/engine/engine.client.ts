/**
 * The engine in the browser: whether this browser can run it, its one fetch, and engines made from it. The file's
 * address carries its hash, so it is fetched once and kept.
 */
import { engineAddress } from './address'

/** A function that returns a zero vector: valid only where SIMD is there. */
const simdProbe = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  10,
  1,
  8,
  0,
  65,
  0,
  253,
  15,
  253,
  98,
  11,
)

/** Whether WebAssembly with SIMD runs here (a policy or an old browser may forbid it). */
export const hasEngineSupport = (): boolean => {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(simdProbe)
  } catch {
    return false
  }
}

let module: Promise<WebAssembly.Module> | null = null

/**
 * Fetches and compiles the engine while it streams in; the second caller gets the first one's. A failure is not kept.
 */
export const fetchEngineModule = (fetchFile: (address: string) => Promise<Response>): Promise<WebAssembly.Module> => {
  module ??= WebAssembly.compileStreaming(fetchFile(engineAddress)).catch((error: unknown) => {
    module = null
    throw error
  })
  return module
}

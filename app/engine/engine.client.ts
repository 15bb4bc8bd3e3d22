/**
 * The engine in the browser: checks for support, fetches the module once and makes engines from it. The file's address
 * contains its hash, so that browsers cache it for good.
 */
import { engineAddress } from './address'

/** A function that returns a zero vector; it validates only where SIMD is supported. */
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

/** True where WebAssembly with SIMD runs; a policy or an old browser may forbid it. */
export const hasEngineSupport = (): boolean => {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(simdProbe)
  } catch {
    return false
  }
}

let module: Promise<WebAssembly.Module> | null = null

/** Fetches and compiles the engine while it streams in. Callers share one fetch. A failure is not cached. */
export const fetchEngineModule = (fetchFile: (address: string) => Promise<Response>): Promise<WebAssembly.Module> => {
  module ??= WebAssembly.compileStreaming(fetchFile(engineAddress)).catch((error: unknown) => {
    module = null
    throw error
  })
  return module
}

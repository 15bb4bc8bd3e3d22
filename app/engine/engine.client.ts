/**
 * The engine in the browser: checks for support, fetches the module once and makes engines from it. The file's address
 * contains its hash, so that browsers cache it for good.
 */
import { engineAddress } from './address'

/** A function that returns a zero vector, in hexadecimal; it validates only where SIMD is supported. */
const simdProbe = '0061736d010000000105016000017b030201000a0a0108004100fd0ffd620b'

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** True if WebAssembly with SIMD runs; a policy or an old browser may forbid it. */
export const hasEngineSupport = (): boolean => {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(bytesOf(simdProbe))
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

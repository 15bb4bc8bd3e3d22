/** Counts where the engine works: pieces sent to its threads, and calls made by this thread. */
import { Worker } from 'node:worker_threads'
import { afterAll, vi } from 'vitest'

/** Threads have their own `WebAssembly`, so these are only this thread's calls. */
let calls = 0
const { Instance } = WebAssembly
const counting = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function (module, imports) {
  const instance = new Instance(module, imports)
  const { exports } = instance
  // Other libraries have their own modules.
  if (!('readSatcodx' in exports || 'emitChl' in exports)) return instance
  const counted = Object.entries(exports).map(([name, value]) => [
    name,
    typeof value === 'function'
      ? (...args: unknown[]): unknown => {
          calls++
          return Reflect.apply(value, undefined, args)
        }
      : value,
  ])
  return { exports: Object.fromEntries(counted) as WebAssembly.Exports }
})
afterAll(() => counting.mockRestore())

export const piecesOf = async <T>(
  work: () => Promise<T>,
): Promise<{ value: T; onThread: string[]; callsHere: number }> => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const before = calls
  try {
    const value = await work()
    const onThread = posted.mock.calls.map(([message]) => (message as { name: string }).name)
    return { value, onThread, callsHere: calls - before }
  } finally {
    posted.mockRestore()
  }
}

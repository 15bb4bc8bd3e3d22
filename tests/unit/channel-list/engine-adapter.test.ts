/** The engine on the server: one piece of synchronous work at a time, and a broken instance is never reused. */
import { describe, expect, it } from 'vitest'
import { withEngine } from '~/engine/engine.server'
import type { Engine } from '~/engine/types'
import { sdxFile } from './people'

describe('the engine', () => {
  it('is one shared instance', async () => {
    const seen = await Promise.all([1, 2, 3].map(() => withEngine((engine) => engine)))
    expect(new Set<Engine>(seen).size).toBe(1)
  })

  it('is discarded after work that failed, and the next work succeeds', async () => {
    const before = await withEngine((engine) => engine)
    await expect(
      withEngine((engine) => engine.open(sdxFile(3), { state: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) })),
    ).rejects.toThrow(RangeError)
    const after = await withEngine((engine) => engine)
    expect(after).not.toBe(before)
    expect(
      await withEngine((engine) => {
        const opened = engine.open(sdxFile(3))
        return opened.ok && opened.list.length()
      }),
    ).toBe(3)
  })

  it('refuses asynchronous work', async () => {
    await expect(withEngine(() => Promise.resolve(1))).rejects.toThrow(TypeError)
  })

  it('keeps the lists of two requests apart, however their work is interleaved', async () => {
    const sizes = [5, 50, 500, 7]
    const lengths = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        withEngine((engine) => {
          const opened = engine.open(sdxFile(sizes[at % 4] ?? 1))
          return opened.ok ? opened.list.names().length : -1
        }),
      ),
    )
    expect(lengths).toEqual(Array.from({ length: 200 }, (_, at) => sizes[at % 4]))
  })
})

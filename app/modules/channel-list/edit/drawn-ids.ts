/** Ids for items that are added to a list: the same seed gives the same ids, so that a repeat adds nothing twice. */
import { createHash } from 'node:crypto'
import { addedIdMin } from '~/engine/types'

/** Each call returns another id, unpredictable without the seed. None is in `taken`. */
export const drawIds = (seed: string, taken: Iterable<number> = []): (() => number) => {
  const used = new Set(taken)
  let count = 0
  return () => {
    for (;;) {
      const digest = createHash('sha256').update(`${seed} ${count++}`).digest()
      const id = addedIdMin + (digest.readUInt32BE(0) % addedIdMin)
      if (used.has(id)) continue
      used.add(id)
      return id
    }
  }
}

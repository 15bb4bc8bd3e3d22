/**
 * Losses between every pair of formats: a random list is written in each format, read again, edited, and written in
 * each format once more. Every difference between file and list is reported, and nothing else.
 */
import { describe, expect, it } from 'vitest'
import { fileFormatNames } from '~/engine/types'
import { randomList } from '../../support/fixtures/random-lists'
import { randomOf } from '../../support/fixtures/satcodx'
import { limitMs, seedsFrom } from '../../support/runs'
import { edited, findFaults, upload, write } from './losses-oracle'

/** These seeds once failed. */
const pinned = [3, 24, 1001]

describe('losses of a written file', () => {
  it(
    'equal the differences, for every pair of formats',
    () => {
      for (const seed of [...pinned, ...seedsFrom(1, 240)]) {
        const made = upload(randomList(randomOf(seed)))
        if (made === null) throw new Error(`seed ${seed}: refused`)
        const edits = seed % 2 === 0 ? 0 : 3
        const list = edited(made, randomOf(seed + 1), edits)
        for (const from of fileFormatNames) {
          const written = write(list, from)
          expect(findFaults(list, from, written), `seed ${seed}, written as ${from}`).toEqual([])
          if (written.empty) continue
          const there = upload(written.bytes)
          if (there === null) throw new Error(`seed ${seed}: what was written as ${from} is refused`)
          const next = edited(there, randomOf(seed * 31 + from.length), edits)
          for (const to of fileFormatNames)
            expect(findFaults(next, to, write(next, to)), `seed ${seed}, from ${from} to ${to}`).toEqual([])
        }
      }
    },
    limitMs(600_000),
  )
})

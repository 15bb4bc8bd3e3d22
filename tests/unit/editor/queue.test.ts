/** The save queue on a test clock: order, backoff, the effect of each answer, and the journal's content. */
import { describe, expect, it } from 'vitest'
import type { Entry, JournalRecord } from '~/client/editor/save/journal'
import type { Clash, Outcome } from '~/client/editor/save/outcome'
import { createSaveQueue } from '~/client/editor/save/save-queue'
import { fakeTimers } from './clock'

type Sent = { base: number; entry: Entry; answer(outcome: Outcome): Promise<void> }

const setUp = (revision = 1) => {
  const timers = fakeTimers()
  const sent: Sent[] = []
  const kept: (JournalRecord | null)[] = []
  const clashesNext: Clash[][] = []
  let reads = 0
  let batches = 0
  let keepFails = false
  let readFails = false
  let compared = true
  const queue = createSaveQueue(
    { revision, sourceId: 'source' },
    {
      send: (base, entry) =>
        new Promise<Outcome>((resolve) => {
          sent.push({
            base,
            entry: structuredClone(entry),
            answer: async (outcome) => {
              resolve(outcome)
              await timers.settle()
            },
          })
        }),
      keep: (record) => {
        if (keepFails) return Promise.reject(new Error('nothing is kept here'))
        kept.push(structuredClone(record))
        return Promise.resolve()
      },
      onAccepted: (_, answer) => {
        if (answer.merged && readFails) throw new Error('the list can not be read now')
        return clashesNext.shift() ?? []
      },
      catchUp: () => {
        reads++
        return readFails
          ? Promise.reject(new Error('the list can not be read now'))
          : Promise.resolve(clashesNext.shift() ?? [])
      },
      isCompared: () => compared,
      onChange: () => undefined,
      timers: timers.timers,
      random: () => 0.5,
      newBatch: () => `batch-${++batches}`,
    },
  )
  return {
    queue,
    timers,
    sent,
    kept,
    clashesNext,
    reads: () => reads,
    failKeeping: () => {
      keepFails = true
    },
    compareThere: () => {
      compared = false
    },
    failReading: (fails: boolean) => {
      readFails = fails
    },
  }
}
const lock = (id: number) => [{ op: 'lock' as const, ids: [id], value: true }]
const accepted = (revision: number, merged = false): Outcome => ({
  is: 'accepted',
  revision,
  merged,
  undoTo: revision - 1,
  redoTo: null,
})

describe('the save queue', () => {
  it('sends edits in order, one at a time, each based on the revision that the one before produced', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    queue.add('edit', lock(2))
    await timers.advance(250)
    expect(sent.map((s) => [s.base, s.entry.operations])).toEqual([[1, lock(1)]])
    expect(queue.view().state).toBe('saving')
    await sent[0]?.answer(accepted(2))
    await timers.advance(0)
    expect(sent.map((s) => s.base)).toEqual([1, 2])
    await sent[1]?.answer(accepted(3))
    expect(queue.view()).toMatchObject({ state: 'clean', revision: 3, waiting: 0, durable: true })
  })

  it('joins quick edits of the same channels into one batch', async () => {
    const { queue, timers, sent } = setUp()
    const step = [{ op: 'step' as const, ids: [4], by: 1 as const }]
    expect(queue.add('edit', step).joined).toBe(false)
    expect(queue.add('edit', step).joined).toBe(true)
    queue.add('edit', [{ op: 'step', ids: [5], by: 1 }])
    await timers.advance(250)
    expect(sent[0]?.entry.operations).toHaveLength(2)
    expect(queue.entries()).toHaveLength(2)
  })

  it('never changes or cancels an edit that may have reached the server', async () => {
    const { queue, timers, sent } = setUp()
    const step = [{ op: 'step' as const, ids: [4], by: 1 as const }]
    const { entry } = queue.add('edit', step)
    await timers.advance(250)
    expect(queue.add('edit', step).joined).toBe(false)
    expect(queue.cancelLast(entry.batch)).toBe(false)
    await sent[0]?.answer({ is: 'unreachable', retryAfterMs: null })
    expect(queue.view().state).toBe('offline')
    expect(queue.cancelLast(entry.batch)).toBe(false)
    const last = queue.entries().at(-1)
    expect(queue.cancelLast(last?.batch ?? '')).toBe(true)
  })

  it('retries the same batch with growing pauses, and at once on request', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    await sent[0]?.answer({ is: 'unreachable', retryAfterMs: null })
    await timers.advance(999)
    expect(sent).toHaveLength(1)
    await timers.advance(1)
    expect(sent).toHaveLength(2)
    await sent[1]?.answer({ is: 'unreachable', retryAfterMs: null })
    await timers.advance(1999)
    expect(sent).toHaveLength(2)
    queue.flush()
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map((s) => s.entry.batch)).size).toBe(1)
    await sent[2]?.answer(accepted(2))
    expect(queue.view().state).toBe('clean')
  })

  it('waits as long as the server asks', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    await sent[0]?.answer({ is: 'unreachable', retryAfterMs: 60_000 })
    await timers.advance(59_999)
    expect(sent).toHaveLength(1)
    await timers.advance(1)
    expect(sent).toHaveLength(2)
  })

  it('waits for the person when signed out, and continues after sign-in', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    await sent[0]?.answer({ is: 'signed-out' })
    queue.add('edit', lock(2))
    await timers.advance(600_000)
    expect(sent).toHaveLength(1)
    expect(queue.view()).toMatchObject({ state: 'signed-out', waiting: 2 })
    queue.flush()
    await sent[1]?.answer(accepted(2))
    await timers.advance(0)
    await sent[2]?.answer(accepted(3))
    expect(queue.view().state).toBe('clean')
  })

  it('reports a clash and resends mine on the newest revision, as a new batch', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    await sent[0]?.answer({ is: 'clash', cause: 'changed', clashes: [], total: 1, source: null, by: 'amira' })
    expect(queue.view().problem).toMatchObject({ is: 'clash', by: 'amira' })
    queue.resolve('mine', { revision: 9, sourceId: 'source' })
    await timers.advance(0)
    expect(sent[1]).toMatchObject({ base: 9, entry: { operations: lock(1) } })
    expect(sent[1]?.entry.batch).not.toBe(sent[0]?.entry.batch)
  })

  it('drops an edit together with its waiting undo', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    queue.add('undo', [])
    queue.add('edit', lock(2))
    await sent[0]?.answer({ is: 'clash', cause: 'changed', clashes: [], total: 1, source: null, by: null })
    queue.resolve('theirs', { revision: 5, sourceId: 'source' })
    await timers.advance(0)
    expect(sent[1]).toMatchObject({ base: 5, entry: { operations: lock(2) } })
  })

  it('leaves comparing to the server behind a choice or a merge that was not compared here', async () => {
    const { queue, timers, sent, compareThere } = setUp()
    for (const id of [1, 2, 3, 4]) queue.add('edit', lock(id))
    await timers.advance(250)
    await sent[0]?.answer({ is: 'clash', cause: 'changed', clashes: [], total: 1, source: null, by: null })
    compareThere()
    queue.resolve('mine', { revision: 5, sourceId: 'source' })
    await timers.advance(0)
    await sent[1]?.answer(accepted(6))
    await timers.advance(0)
    await sent[2]?.answer(accepted(7, true))
    await timers.advance(0)
    expect(sent.map((s) => s.base)).toEqual([1, 5, 1, 1])
  })

  it('stops before an edit that clashes with merged changes', async () => {
    const { queue, timers, sent, clashesNext } = setUp()
    queue.add('edit', lock(1))
    queue.add('edit', lock(2))
    clashesNext.push([{ field: 'lock', id: 2, channel: null, mine: true, theirs: false }])
    await timers.advance(250)
    await sent[0]?.answer(accepted(4, true))
    await timers.advance(60_000)
    expect(sent).toHaveLength(1)
    expect(queue.view()).toMatchObject({ state: 'clash', waiting: 1 })
  })

  it('has no choice left to make after cancelling the edit that clashes with merged changes', async () => {
    const { queue, timers, sent, kept, clashesNext } = setUp()
    queue.add('edit', lock(1))
    const { entry } = queue.add('edit', lock(2))
    clashesNext.push([{ field: 'lock', id: 2, channel: null, mine: true, theirs: false }])
    await timers.advance(250)
    await sent[0]?.answer(accepted(4, true))
    expect(queue.view().state).toBe('clash')
    expect(queue.cancelLast(entry.batch)).toBe(true)
    expect(queue.view()).toMatchObject({ state: 'clean', waiting: 0, problem: null })
    expect(kept.at(-1)).toBeNull()
    queue.add('edit', lock(3))
    await timers.advance(250)
    expect(sent[1]).toMatchObject({ base: 4, entry: { operations: lock(3) } })
  })

  it('sends nothing after a merge until the merged list is read', async () => {
    const { queue, timers, sent, reads, failReading } = setUp()
    queue.add('edit', lock(1))
    queue.add('edit', lock(2))
    await timers.advance(250)
    failReading(true)
    await sent[0]?.answer(accepted(4, true))
    expect(queue.view()).toMatchObject({ state: 'offline', waiting: 1 })
    await timers.advance(10_000)
    queue.flush()
    await timers.settle()
    expect(sent).toHaveLength(1)
    expect(reads()).toBeGreaterThan(2)
    failReading(false)
    await timers.advance(30_000)
    expect(sent[1]).toMatchObject({ base: 4, entry: { operations: lock(2) } })
  })

  it('shows an edit that clashes with a merged list read late', async () => {
    const { queue, timers, sent, clashesNext, failReading } = setUp()
    queue.add('edit', lock(1))
    queue.add('edit', lock(2))
    await timers.advance(250)
    failReading(true)
    await sent[0]?.answer(accepted(4, true))
    failReading(false)
    clashesNext.push([{ field: 'lock', id: 2, channel: null, mine: true, theirs: false }])
    await timers.advance(60_000)
    expect(sent).toHaveLength(1)
    expect(queue.view()).toMatchObject({ state: 'clash', waiting: 1 })
  })

  it('reads a merged list first for a later edit too, which can still be cancelled meanwhile', async () => {
    const { queue, timers, sent, failReading } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    failReading(true)
    await sent[0]?.answer(accepted(4, true))
    expect(queue.view().state).toBe('clean')
    const { entry } = queue.add('edit', lock(2))
    await timers.advance(5000)
    expect(sent).toHaveLength(1)
    expect(queue.cancelLast(entry.batch)).toBe(true)
    expect(queue.view().state).toBe('clean')
    queue.add('edit', lock(3))
    failReading(false)
    await timers.advance(5000)
    expect(sent[1]).toMatchObject({ base: 4, entry: { operations: lock(3) } })
  })

  it('keeps waiting edits on the revision before an unread merge, so that the server compares', async () => {
    const { queue, timers, sent, kept, failReading } = setUp()
    queue.add('edit', lock(1))
    queue.add('edit', lock(2))
    await timers.advance(250)
    failReading(true)
    await sent[0]?.answer(accepted(4, true))
    expect(kept.at(-1)).toMatchObject({ base: 1, entries: [{ operations: lock(2) }] })
    failReading(false)
    await timers.advance(60_000)
    expect(kept.at(-1)).toMatchObject({ base: 4, entries: [{ operations: lock(2) }] })
  })

  it('reports a refusal, and then sends nothing by itself', async () => {
    const { queue, timers, sent } = setUp()
    queue.add('edit', lock(1))
    await timers.advance(250)
    await sent[0]?.answer({ is: 'refused', code: 'C1101', message: 'The list is gone.' })
    await timers.advance(600_000)
    expect(sent).toHaveLength(1)
    queue.resolve('all-theirs', { revision: 1, sourceId: 'source' })
    expect(queue.view().state).toBe('clean')
  })

  it('journals every edit before its answer, then the next base, and nothing once all is acknowledged', async () => {
    const { queue, timers, sent, kept } = setUp()
    queue.add('edit', lock(1))
    expect(kept.at(-1)).toMatchObject({ base: 1, entries: [{ operations: lock(1) }] })
    queue.add('edit', lock(2))
    await timers.advance(250)
    await sent[0]?.answer(accepted(2))
    expect(kept.at(-1)).toMatchObject({ base: 2, entries: [{ operations: lock(2) }] })
    await timers.advance(0)
    await sent[1]?.answer(accepted(3))
    expect(kept.at(-1)).toBeNull()
  })

  it('says that closing would lose edits while the browser stores nothing', async () => {
    const { queue, timers, sent, failKeeping } = setUp()
    failKeeping()
    queue.add('edit', lock(1))
    await timers.settle()
    expect(queue.safe()).toBe(false)
    await timers.advance(250)
    await sent[0]?.answer(accepted(2))
    expect(queue.safe()).toBe(true)
  })

  it('sends a restored journal first, on the revision that it was made on', async () => {
    const { queue, timers, sent } = setUp(8)
    queue.restore({ base: 5, sourceId: 'source', entries: [{ batch: 'old', kind: 'edit', operations: lock(1) }] })
    await timers.advance(0)
    expect(sent[0]).toMatchObject({ base: 5, entry: { batch: 'old' } })
    expect(queue.cancelLast('old')).toBe(false)
  })

  it('finishes what is waiting when the editor closes', async () => {
    const { queue, timers, sent } = setUp()
    let done = false
    queue.add('edit', lock(1))
    queue.close(() => {
      done = true
    })
    expect(done).toBe(false)
    await sent[0]?.answer(accepted(2))
    expect(done).toBe(true)
    await timers.settle()
  })
})

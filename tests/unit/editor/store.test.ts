/**
 * The editor's store against the portal's real handlers, where edits of one person and of others meet: what counts as
 * somebody else's change.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Journal, JournalRecord } from '~/client/editor/save/journal'
// Imported up front: lazy imports then resolve at once, while the clock of these tests stands still.
import '~/client/editor/store/translate-waiting'
import { createEditorStore, type EditorStore } from '~/client/editor/store/store'
import { createTransport } from '~/client/editor/transport'
import { fakeTimers } from './clock'
import { openWithCells, openPortal, type Network, type Portal } from './portal'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

let tabs = 0
const openTab = async (listId: string, left: JournalRecord | null = null) => {
  const tab = ++tabs
  let requests = 0
  let orphan = left
  let kept: JournalRecord | null = null
  const timers = fakeTimers(() => requests)
  const network: Network = { cut: 'none' }
  const reading: Network = { cut: 'none' }
  const overAll = portal.fetchOver(network)
  const overReading = portal.fetchOver(reading)
  const transport = createTransport(listId, (input, init) => {
    requests++
    return (init?.method === 'POST' ? overAll : overReading)(input, init).finally(() => {
      requests--
    })
  })
  const journal: Journal = {
    write: async (record) => {
      kept = structuredClone(record)
    },
    takeOrphan: async () => {
      const taken = orphan
      orphan = null
      return taken
    },
    close: () => undefined,
  }
  const fetched = await transport.fetchNewest(null)
  if (fetched.is !== 'data') throw new Error(`the list is not given: ${fetched.is}`)
  let batches = 0
  const store = await createEditorStore({
    ...(await openWithCells()),
    data: fetched.data,
    transport,
    journal,
    neighbours: null,
    timers: timers.timers,
    random: () => 0.5,
    newBatch: () => `batch-of-${tab}-${++batches}`,
    forget: async () => undefined,
  })
  return { store, timers, reading, kept: () => kept }
}
const withList = async (act: (listId: string) => Promise<void>) => {
  const listId = await portal.makeList(10, 7)
  await act(listId)
  await portal.dropList(listId)
}
const nameOf = (store: EditorStore, id: number) => store.snapshot().names[store.positionOf(id) - 1]

describe('edits that wait while an answer brings changes not shown yet', () => {
  it('do not conflict with an undo left by an earlier tab of the same person', () =>
    withList(async (listId) => {
      const first = await openTab(listId)
      const name = nameOf(first.store, 4)
      first.store.delete([4, 5])
      await first.timers.advance(1000)
      first.store.undo()
      first.store.rename(4, 'Back again')
      first.store.apply([{ op: 'lock', ids: [5], value: true }])
      await first.timers.settle()
      const left = first.kept()
      expect(left?.entries.map((entry) => entry.kind)).toEqual(['undo', 'edit', 'edit'])
      expect(name).not.toBe('Back again')

      const second = await openTab(listId, left)
      await second.timers.advance(60_000)
      expect(second.store.snapshot().save).toMatchObject({ state: 'clean', waiting: 0, problem: null, revision: 5 })
      expect(nameOf(second.store, 4)).toBe('Back again')
      expect(second.store.details(5)).not.toBeNull()
    }))

  it('report what somebody else changed under an edit after the merged one', () =>
    withList(async (listId) => {
      const [one, other] = [await openTab(listId), await openTab(listId)]
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      one.store.apply([{ op: 'lock', ids: [1], value: true }])
      one.store.rename(2, 'Mine')
      await one.timers.advance(1000)
      expect(one.store.snapshot().save).toMatchObject({
        state: 'clash',
        waiting: 1,
        problem: { clashes: [{ field: 'name', id: 2, mine: 'Mine', theirs: 'Theirs' }] },
      })
    }))

  it('can be undone where they conflict with somebody else’s change: no choice is left', () =>
    withList(async (listId) => {
      const [one, other] = [await openTab(listId), await openTab(listId)]
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      one.store.apply([{ op: 'lock', ids: [1], value: true }])
      one.store.rename(2, 'Mine')
      await one.timers.advance(1000)
      expect(one.store.snapshot().save.state).toBe('clash')
      expect(one.store.undo()).toBe(true)
      expect(one.store.snapshot().save).toMatchObject({ state: 'clean', waiting: 0, problem: null })
      expect(nameOf(one.store, 2)).toBe('Theirs')
      expect(one.store.redo()).toBe(true)
      await one.timers.advance(1000)
      expect(one.store.snapshot().save).toMatchObject({ state: 'clean', waiting: 0 })
      expect(nameOf(one.store, 2)).toBe('Mine')
    }))

  it('wait while the merged list can’t be read, and report the conflict when it can', () =>
    withList(async (listId) => {
      const [one, other] = [await openTab(listId), await openTab(listId)]
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      one.store.apply([{ op: 'lock', ids: [1], value: true }])
      one.store.apply([{ op: 'lock', ids: [3], value: true }])
      one.store.rename(2, 'Mine')
      one.reading.cut = 'before'
      await one.timers.advance(60_000)
      expect(one.store.snapshot().save).toMatchObject({ state: 'offline', waiting: 2 })
      await other.store.refresh()
      expect(nameOf(other.store, 2)).toBe('Theirs')
      one.reading.cut = 'none'
      await one.timers.advance(60_000)
      expect(one.store.snapshot().save).toMatchObject({
        state: 'clash',
        waiting: 1,
        problem: { clashes: [{ field: 'name', id: 2, mine: 'Mine', theirs: 'Theirs' }] },
      })
    }))

  it('overwrite nobody when they were made while the merged list could not be read', () =>
    withList(async (listId) => {
      const [one, other] = [await openTab(listId), await openTab(listId)]
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      one.reading.cut = 'before'
      one.store.apply([{ op: 'lock', ids: [1], value: true }])
      await one.timers.advance(1000)
      expect(one.store.snapshot().save).toMatchObject({ state: 'clean', waiting: 0 })
      one.store.rename(2, 'Mine')
      await one.timers.advance(2000)
      one.reading.cut = 'none'
      await one.timers.advance(60_000)
      expect(one.store.snapshot().save).toMatchObject({ state: 'clash', waiting: 1 })
      await one.store.resolve('theirs')
      expect(nameOf(one.store, 2)).toBe('Theirs')
    }))
})

describe('several edits that wait while others change the same places', () => {
  type Store = EditorStore
  const meet = async (listId: string, mine: (store: Store) => void, theirs: (store: Store) => void) => {
    const [one, other] = [await openTab(listId), await openTab(listId)]
    theirs(other.store)
    await other.timers.advance(5000)
    mine(one.store)
    await one.timers.advance(5000)
    return one
  }
  const clashesOf = (store: Store) => {
    const { problem } = store.snapshot().save
    return problem?.is === 'clash' ? problem.clashes.map(({ field, id }) => `${field} ${id}`) : []
  }

  for (const choice of ['mine', 'theirs'] as const)
    for (const second of ['rename', 'delete'] as const)
      it(`are each asked about: the first with ${choice}, then a ${second}`, () =>
        withList(async (listId) => {
          const tab = await meet(
            listId,
            (store) => {
              store.rename(3, 'Mine 3')
              if (second === 'delete') store.delete([4])
              else store.rename(4, 'Mine 4')
            },
            (store) => {
              store.rename(3, 'Theirs 3')
              store.rename(4, 'Theirs 4')
            },
          )
          expect(clashesOf(tab.store)).toEqual(['name 3'])
          await tab.store.resolve(choice)
          await tab.timers.advance(5000)
          expect(clashesOf(tab.store)).toEqual([second === 'delete' ? 'existence 4' : 'name 4'])
          await tab.store.resolve('theirs')
          await tab.timers.advance(5000)
          expect(tab.store.snapshot().save).toMatchObject({ state: 'clean', waiting: 0 })
          expect(nameOf(tab.store, 3)).toBe(choice === 'mine' ? 'Mine 3' : 'Theirs 3')
          expect(nameOf(tab.store, 4)).toBe('Theirs 4')
        }))

  it('are asked about once, however many build on the chosen one', () =>
    withList(async (listId) => {
      const tab = await meet(
        listId,
        (store) => {
          store.rename(3, 'Mine')
          store.rename(3, 'Mine again')
          store.apply([{ op: 'move', ids: [3], to: 1 }])
          store.apply([{ op: 'move', ids: [3], to: 5 }])
          store.delete([3])
        },
        (store) => {
          store.rename(3, 'Theirs')
          store.apply([{ op: 'lock', ids: [8], value: true }])
        },
      )
      expect(clashesOf(tab.store)).toEqual(['name 3'])
      await tab.store.resolve('mine')
      await tab.timers.advance(5000)
      expect(tab.store.snapshot()).toMatchObject({ length: 9, save: { state: 'clean' } })
    }))

  it('are asked about where both moved a channel, and merge where they moved different ones', () =>
    withList(async (listId) => {
      const tab = await meet(
        listId,
        (store) => {
          store.rename(2, 'Mine')
          store.apply([{ op: 'move', ids: [7], to: 2 }])
          store.apply([{ op: 'move', ids: [6], to: 9 }])
          store.sort('za', 1, null)
        },
        (store) => {
          store.rename(2, 'Theirs')
          store.apply([{ op: 'move', ids: [6], to: 1 }])
        },
      )
      await tab.store.resolve('mine')
      await tab.timers.advance(5000)
      expect(clashesOf(tab.store)).toEqual(['position 6'])
      await tab.store.resolve('theirs')
      await tab.timers.advance(5000)
      expect(clashesOf(tab.store)).toEqual(['order null'])
    }))

  it('report changes that arrive while the person reads, before those are overridden', () =>
    withList(async (listId) => {
      const [one, other] = [await openTab(listId), await openTab(listId)]
      other.store.apply([{ op: 'lock', ids: [2], value: true }])
      await other.timers.advance(1000)
      one.store.apply([
        { op: 'rename', id: 1, name: 'Mine' },
        { op: 'rename', id: 2, name: 'Mine' },
      ])
      other.store.rename(1, 'Theirs')
      await other.timers.advance(1000)
      await one.timers.advance(1000)
      expect(clashesOf(one.store)).toEqual(['name 1'])
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      await one.store.resolve('mine')
      await one.timers.advance(1000)
      expect(clashesOf(one.store)).toEqual(['name 1', 'name 2'])
      await one.store.resolve('mine')
      await one.timers.advance(1000)
      expect(one.store.snapshot().save.state).toBe('clean')
      expect([nameOf(one.store, 1), nameOf(one.store, 2)]).toEqual(['Mine', 'Mine'])
    }))
})

describe('edits of a closed tab', () => {
  it('are each compared with others’ changes, even after a merged one', () =>
    withList(async (listId) => {
      const other = await openTab(listId)
      const { sourceId } = other.store.snapshot()
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      const entries: JournalRecord['entries'] = [
        { batch: 'closed-tab-4', kind: 'edit', operations: [{ op: 'lock', ids: [1], value: true }] },
        { batch: 'closed-tab-5', kind: 'edit', operations: [{ op: 'rename', id: 2, name: 'Mine' }] },
      ]
      const tab = await openTab(listId, { base: 1, sourceId, entries })
      await tab.timers.advance(3000)
      expect(tab.store.snapshot().save).toMatchObject({ state: 'clash', waiting: 1 })
      await tab.store.resolve('theirs')
      await tab.timers.advance(1000)
      expect(nameOf(tab.store, 2)).toBe('Theirs')
    }))

  it('that conflict with others’ edits are shown while the person decides', () =>
    withList(async (listId) => {
      const other = await openTab(listId)
      const { sourceId } = other.store.snapshot()
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      const entries: JournalRecord['entries'] = [
        { batch: 'closed-tab-1', kind: 'edit', operations: [{ op: 'rename', id: 2, name: 'Mine' }] },
        { batch: 'closed-tab-2', kind: 'edit', operations: [{ op: 'delete', ids: [5] }] },
      ]
      const tab = await openTab(listId, { base: 1, sourceId, entries })
      expect(nameOf(tab.store, 2)).toBe('Theirs')
      await tab.timers.advance(1000)
      expect(tab.store.snapshot()).toMatchObject({ length: 9, save: { state: 'clash' } })
      expect(nameOf(tab.store, 2)).toBe('Mine')
      await tab.store.resolve('theirs')
      await tab.timers.advance(1000)
      expect(tab.store.snapshot()).toMatchObject({ length: 9, save: { state: 'clean' } })
      expect(nameOf(tab.store, 2)).toBe('Theirs')
    }))
  it('include a deletion only once when it is made again before they are shown', () =>
    withList(async (listId) => {
      const other = await openTab(listId)
      const { sourceId } = other.store.snapshot()
      other.store.rename(2, 'Theirs')
      await other.timers.advance(1000)
      const tab = await openTab(listId, {
        base: 1,
        sourceId,
        entries: [{ batch: 'closed-tab-3', kind: 'edit', operations: [{ op: 'delete', ids: [5] }] }],
      })
      tab.store.delete([5, 6])
      tab.store.delete([7])
      await tab.timers.advance(3000)
      expect(tab.store.snapshot()).toMatchObject({ length: 7, save: { state: 'clean', problem: null } })
    }))
})

describe('edits that wait while the list’s file is replaced', () => {
  const replaced = (act: (listId: string) => Promise<void>) => async () => {
    const listId = await portal.makeList(30, 11)
    await act(listId)
    await portal.dropList(listId)
  }
  const shownCarry = (store: EditorStore) => {
    const { carryOver } = store.snapshot()
    return carryOver === null || carryOver === 'looking'
      ? carryOver
      : {
          found: carryOver.view.found.count,
          missing: carryOver.view.missing.count,
          kept: carryOver.view.kept,
          acts: carryOver.entries.length,
        }
  }

  it(
    'reach no other channel: the person sees the original, and Use mine reaches the same channels',
    replaced(async (listId) => {
      const tab = await openTab(listId)
      const [six, seven, sixteen] = [6, 7, 16].map((id) => nameOf(tab.store, id))
      await portal.replaceFile(listId, 30, 11, 10)
      tab.store.rename(6, 'Mine')
      tab.store.delete([7])
      await tab.timers.advance(1000)
      expect(tab.store.snapshot().save).toMatchObject({ state: 'clash', problem: { cause: 'replaced' } })
      expect(shownCarry(tab.store)).toEqual({ found: 2, missing: 0, kept: true, acts: 2 })
      await tab.store.resolve('mine')
      await tab.timers.advance(2000)
      const { save, names } = tab.store.snapshot()
      expect(save.state).toBe('clean')
      expect(names).toContain('Mine')
      expect(names).not.toContain(six)
      expect(names).not.toContain(seven)
      expect(nameOf(tab.store, 6)).toBe(sixteen)
    }),
  )

  it(
    'of a closed tab are not applied to the new file either',
    replaced(async (listId) => {
      const first = await openTab(listId)
      const { sourceId } = first.store.snapshot()
      const present = first.store.snapshot().names.slice()
      await portal.replaceFile(listId, 30, 11, 10)
      const left: JournalRecord = {
        base: 1,
        sourceId,
        entries: [{ batch: 'left-behind-1', kind: 'edit', operations: [{ op: 'delete', ids: [7] }] }],
      }
      const tab = await openTab(listId, left)
      await tab.timers.advance(1000)
      // Shows the original state, with the channel that the edit was about.
      expect(tab.store.snapshot().length).toBe(29)
      expect(tab.store.snapshot().names).not.toContain(present[7])
      expect(tab.store.details(7)).not.toBeNull()
      expect(shownCarry(tab.store)).toEqual({ found: 1, missing: 0, kept: true, acts: 1 })
      await tab.store.resolve('mine')
      await tab.timers.advance(2000)
      const names = tab.store.snapshot().names
      expect(names).toHaveLength(29)
      expect(names).not.toContain(present[7])
    }),
  )

  it(
    'of a closed tab, made again before they are shown, are one deletion, and later edits are saved',
    replaced(async (listId) => {
      const first = await openTab(listId)
      const { sourceId } = first.store.snapshot()
      const seven = nameOf(first.store, 7)
      await portal.replaceFile(listId, 30, 11, 10)
      const left: JournalRecord = {
        base: 1,
        sourceId,
        entries: [
          { batch: 'left-behind-3', kind: 'edit', operations: [{ op: 'delete', ids: [7] }] },
          { batch: 'left-behind-4', kind: 'edit', operations: [{ op: 'rename', id: 2, name: 'Kept' }] },
        ],
      }
      const tab = await openTab(listId, left)
      // Before the server has answered, the list is shown without them.
      const here = tab.store.snapshot().columns.id[tab.store.snapshot().names.indexOf(seven ?? '')] ?? -1
      expect(tab.store.delete([here])).toMatchObject({ ok: true })
      await tab.timers.advance(1000)
      expect(tab.store.snapshot().names).toContain('Kept')
      const lock = tab.store.snapshot().columns.id[12] ?? -1
      tab.store.apply([{ op: 'lock', ids: [lock], value: true }])
      await tab.timers.advance(1000)
      await tab.store.resolve('mine')
      await tab.timers.advance(2000)
      expect(tab.store.snapshot()).toMatchObject({ length: 29, save: { state: 'clean', problem: null } })
      const fresh = await openTab(listId)
      expect(fresh.store.snapshot().names).not.toContain(seven)
      expect(fresh.store.snapshot().names).toContain('Kept')
      expect(fresh.store.details(lock)).toMatchObject({ lock: true })
    }),
  )

  it(
    'on a file that is no longer kept are not offered',
    replaced(async (listId) => {
      const left: JournalRecord = {
        base: 1,
        sourceId: 'f'.repeat(64),
        entries: [{ batch: 'left-behind-2', kind: 'edit', operations: [{ op: 'delete', ids: [7] }] }],
      }
      const tab = await openTab(listId, left)
      await tab.timers.advance(1000)
      expect(shownCarry(tab.store)).toEqual({ found: 0, missing: 1, kept: false, acts: 0 })
      await tab.store.resolve('mine')
      await tab.timers.advance(1000)
      expect(tab.store.snapshot()).toMatchObject({ length: 30, save: { state: 'clash' } })
      await tab.store.resolve('theirs')
      expect(tab.store.snapshot()).toMatchObject({ length: 30, save: { state: 'clean' }, carryOver: null })
    }),
  )

  it(
    'made after an undo that brings the earlier file back are refused too',
    replaced(async (listId) => {
      await portal.replaceFile(listId, 30, 11, 10)
      const tab = await openTab(listId)
      const seven = nameOf(tab.store, 7)
      tab.store.undo()
      tab.store.delete([7])
      await tab.timers.advance(2000)
      expect(tab.store.snapshot().save).toMatchObject({ state: 'clash', problem: { cause: 'replaced' } })
      expect(tab.store.snapshot().length).toBe(29)
      await tab.store.resolve('mine')
      await tab.timers.advance(2000)
      expect(tab.store.snapshot()).toMatchObject({ length: 29, save: { state: 'clean' } })
      expect(tab.store.snapshot().names).not.toContain(seven)
    }),
  )

  it(
    'leave nothing selected by ids of the earlier file',
    replaced(async (listId) => {
      const tab = await openTab(listId)
      tab.store.pick(5, 'only')
      tab.store.pick(6, 'toggle')
      await portal.replaceFile(listId, 30, 11, 10)
      await tab.store.refresh()
      expect(tab.store.snapshot()).toMatchObject({ active: null })
      expect(tab.store.targets()).toEqual([])
    }),
  )
})

describe('the descriptions of Undo and Redo', () => {
  it('come from this tab’s steps, and from the portal for earlier ones', () =>
    withList(async (listId) => {
      const first = await openTab(listId)
      first.store.delete([4, 5])
      first.store.describeStep('2 channels deleted.')
      expect(first.store.undoes()).toBe('2 channels deleted.')
      first.store.undo()
      expect(first.store.redoes()).toBe('2 channels deleted.')
      first.store.redo()
      expect(first.store.undoes()).toBe('2 channels deleted.')
      await first.timers.advance(1000)
      await first.timers.settle()
      expect(first.store.snapshot().save).toMatchObject({ state: 'clean', revision: 2 })
      first.store.close()

      const second = await openTab(listId)
      expect(second.store.undoes()).toMatch(/^Deleted: /)
      second.store.undo()
      await second.timers.advance(1000)
      await second.timers.settle()
      expect(second.store.redoes()).toMatch(/^Deleted: /)
      second.store.close()
    }))
})

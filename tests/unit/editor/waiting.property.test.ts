/**
 * Several edits wait while somebody else changes the same list, against the portal's real handlers. Nothing of the
 * other person is overwritten unless a conflict named it and was answered with “mine”, and nobody is asked about
 * changes of one side only.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Journal, JournalRecord } from '~/client/editor/save/journal'
import type { Clash } from '~/client/editor/save/outcome'
// Imported up front: lazy imports then resolve at once, while the clock of these tests stands still.
import '~/client/editor/store/translate-waiting'
import { createEditorStore, type EditorStore } from '~/client/editor/store/store'
import { createTransport } from '~/client/editor/transport'
import type { Operation } from '~/engine/types'
import { makeRandom } from '~/modules/channel-list/seed/data'
import { limitMs, seedsFrom } from '../../support/runs'
import { fakeTimers } from './clock'
import { openPortal, openWithCells, type Network, type Portal } from './portal'

/** A failure names its seed. */
const seeds = seedsFrom(20_261_127, 40)
const channels = 8

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

let people = 0
/** One person's browser, whose journal outlives its tabs. */
const openBrowser = (listId: string) => {
  let requests = 0
  const timers = fakeTimers(() => requests)
  const network: Network = { cut: 'none' }
  let kept: JournalRecord | null = null
  let batches = 0
  const person = ++people
  const openTab = async () => {
    let isDead = false
    const journal: Journal = {
      write: async (record) => {
        if (!isDead) kept = structuredClone(record)
      },
      takeOrphan: async () => structuredClone(kept),
      close: () => undefined,
    }
    const reach = portal.fetchOver(network)
    const transport = createTransport(listId, async (input, init) => {
      requests++
      const answer = await reach(input, init).finally(() => {
        requests--
      })
      return isDead ? new Promise<Response>(() => undefined) : answer
    })
    const fetched = await createTransport(listId, portal.fetchOver({ cut: 'none' })).fetchNewest(null)
    if (fetched.is !== 'data') throw new Error(`the list is not given: ${fetched.is}`)
    const store = await createEditorStore({
      ...(await openWithCells()),
      data: fetched.data,
      transport,
      journal,
      neighbours: null,
      timers: timers.timers,
      random: () => 0.5,
      newBatch: () => `waiting-${person}-${++batches}`,
      forget: async () => undefined,
    })
    return {
      store,
      end: () => {
        isDead = true
      },
    }
  }
  return { timers, network, openTab }
}

type Facts = Map<string, string | boolean>
/** What the list says of each channel, in the words of a conflict. */
const factsOf = (store: EditorStore): Facts => {
  const facts: Facts = new Map()
  const { columns, names } = store.snapshot()
  for (let at = 0; at < columns.length; at++) {
    const id = columns.id[at] ?? -1
    facts.set(`existence:${id}`, true)
    facts.set(`name:${id}`, names[at] ?? '')
    facts.set(`lock:${id}`, ((columns.flags[at] ?? 0) & 4) !== 0)
    facts.set(`skip:${id}`, ((columns.flags[at] ?? 0) & 8) !== 0)
    facts.set(`favourite:${id}`, ((columns.favourites[at] ?? 0) & 1) !== 0)
  }
  return facts
}
const keyOf = ({ field, id }: Clash): string => `${field}:${id}`

const randomOperation = (store: EditorStore, random: () => number, kinds = 7): Operation => {
  const { columns } = store.snapshot()
  const below = (n: number) => Math.floor(random() * n)
  const some = (): number[] => {
    const from = below(columns.length)
    return [...columns.id.slice(from, from + 1 + below(2))]
  }
  const [id = 0] = some()
  switch (below(kinds)) {
    case 0:
    case 1:
      return { op: 'rename', id, name: `Name ${below(1000)}` }
    case 2:
      return { op: 'lock', ids: some(), value: random() < 0.5 }
    case 3:
      return { op: 'skip', ids: some(), value: random() < 0.5 }
    case 4:
      return { op: 'favourite', ids: some(), group: 0, value: random() < 0.5 }
    case 5:
      return { op: 'move', ids: some(), to: 1 + below(columns.length) }
    default:
      return columns.length > 4 ? { op: 'delete', ids: [id] } : { op: 'lock', ids: [id], value: true }
  }
}

/** The other person's changes, and what this person was asked and answered. */
const openRecord = (before: Facts) => {
  const theirs: Facts = new Map()
  const allowed = new Set<string>()
  /** Values this person wanted at some time: equal changes by the others agree, and later ones are new. */
  const wanted = new Set<string>()
  return {
    want: (facts: Facts) => {
      for (const [key, value] of facts) if (before.get(key) !== value) wanted.add(`${key} ${String(value)}`)
    },
    allow: (clashes: readonly Clash[]) => {
      for (const clash of clashes) allowed.add(keyOf(clash))
    },
    /** The others act: what differs then is theirs, unless it is as it was in the beginning. */
    changed(was: Facts, is: Facts): void {
      for (const key of new Set([...was.keys(), ...is.keys()])) {
        const value = is.get(key) ?? false
        if ((was.get(key) ?? false) === value) continue
        // Their latest change to it: an earlier “mine” does not cover it.
        allowed.delete(key)
        if ((before.get(key) ?? false) === value) theirs.delete(key)
        else theirs.set(key, value)
      }
    },
    isTheirs: (id: number | null): boolean => [...theirs.keys()].some((key) => key.endsWith(`:${id}`)),
    /** Changes of theirs that were lost without a conflict. */
    lost: (facts: Facts): string[] =>
      [...theirs].flatMap(([key, value]) => {
        const id = key.split(':')[1]
        const is = facts.get(key) ?? false
        const isGone = !facts.has(`existence:${id}`)
        if (
          is === value ||
          wanted.has(`${key} ${String(value)}`) ||
          allowed.has(key) ||
          (isGone && allowed.has(`existence:${id}`))
        )
          return []
        return [`${key} was ${String(before.get(key))}, theirs ${String(value)}, is ${String(is)}`]
      }),
  }
}

type Way = { ends: boolean; meanwhile: boolean; undoes: boolean; kinds?: number }
const meet = async (listId: string, seed: number, way: Way): Promise<void> => {
  const random = makeRandom(seed)
  const [mine, other] = [openBrowser(listId), openBrowser(listId)]
  const them = await other.openTab()
  let me = await mine.openTab()
  const record = openRecord(factsOf(me.store))
  const act = async () => {
    await them.store.refresh()
    const was = factsOf(them.store)
    them.store.apply([randomOperation(them.store, random, way.kinds)])
    await other.timers.advance(1000)
    expect(them.store.snapshot().save.state).toBe('clean')
    record.changed(was, factsOf(them.store))
  }
  const mayEnd = async () => {
    if (!way.ends || random() < 0.6) return
    me.end()
    me = await mine.openTab()
  }

  mine.network.cut = 'before'
  for (let n = 2 + Math.floor(random() * 3); n > 0; n--) {
    if (way.undoes && random() < 0.25) me.store.undo()
    else me.store.apply([randomOperation(me.store, random, way.kinds)])
    record.want(factsOf(me.store))
    await mine.timers.advance(random() < 0.5 ? 0 : 400)
  }
  for (let n = 1 + Math.floor(random() * 4); n > 0; n--) await act()
  await mayEnd()
  mine.network.cut = 'none'
  for (let round = 0; round < 40 && me.store.snapshot().save.state !== 'clean'; round++) {
    me.store.flush()
    await mine.timers.advance(60_000)
    if (random() < 0.3) await mayEnd()
    await mine.timers.advance(60_000)
    if (way.meanwhile && random() < 0.2) await act()
    const { problem } = me.store.snapshot().save
    if (!problem) continue
    const isUndo = problem.entry.kind !== 'edit'
    const choice = !isUndo && random() < 0.5 && round < 20 ? 'mine' : 'theirs'
    if (problem.is === 'clash') {
      // A tab that has not seen the list before may ask once more about its own changes.
      if (!way.ends && !way.meanwhile && !isUndo)
        for (const clash of problem.clashes)
          if (clash.id !== null)
            expect(record.isTheirs(clash.id) || clash.field === 'position', keyOf(clash)).toBe(true)
      if (choice === 'mine') record.allow(problem.clashes)
    }
    await me.store.resolve(choice)
  }
  expect(me.store.snapshot().save).toMatchObject({ state: 'clean', waiting: 0 })
  await them.store.refresh()
  await me.store.refresh()
  expect(record.lost(factsOf(them.store))).toEqual([])
  expect(factsOf(me.store)).toEqual(factsOf(them.store))
}

describe('several edits that wait while others change the list', () => {
  const each = (way: Way) => async () => {
    for (const seed of seeds) {
      const listId = await portal.makeList(channels, seed)
      try {
        await meet(listId, seed, way)
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error })
      }
      await portal.dropList(listId)
    }
  }
  const timeoutMs = limitMs(120_000)

  it('overwrite nothing without asking', each({ ends: false, meanwhile: false, undoes: false }), timeoutMs)
  it(
    'overwrite nothing without asking when some are undone',
    each({ ends: false, meanwhile: false, undoes: true }),
    timeoutMs,
  )
  it(
    'overwrite nothing without asking while the others continue',
    each({ ends: false, meanwhile: true, undoes: true }),
    timeoutMs,
  )
  it(
    'overwrite nothing without asking when their tab closes',
    each({ ends: true, meanwhile: false, undoes: true }),
    timeoutMs,
  )
})

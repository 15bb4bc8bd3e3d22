/**
 * The editor's store against the portal's real handlers: random edits, network cuts before or after the server's work,
 * and tabs that crash. Every edit must reach the server once, in order.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Journal, JournalRecord } from '~/client/editor/save/journal'
import type { Neighbours } from '~/client/editor/neighbours'
// Imported up front: lazy imports then resolve at once, while the clock of these tests stands still.
import '~/client/editor/store/translate-waiting'
import { createEditorStore, type EditorStore } from '~/client/editor/store/store'
import { createTransport } from '~/client/editor/transport'
import type { Operation } from '~/engine/types'
import { makeRandom } from '~/modules/channel-list/seed/data'
import { limitMs } from '../../support/runs'
import { fakeTimers } from './clock'
import { openWithCells, openPortal, type Network, type Portal } from './portal'

/** For all of them together; a single sequence takes a fraction of a second. */
const timeoutMs = limitMs(360_000)

let portal: Portal
let listId = ''
let people = 0
/** An account holds five lists, so each sequence deletes its list at the end. A failure names its seed. */
const withList = async (seed: number, sequence: (seed: number) => Promise<void>) => {
  listId = await portal.makeList(30, seed)
  try {
    await sequence(seed)
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error })
  }
  await portal.dropList(listId)
}

/** One person's browser: its journals outlive its tabs. */
const openBrowser = (listId: string) => {
  let requests = 0
  const timers = fakeTimers(() => requests)
  const network: Network = { cut: 'none' }
  const records = new Map<number, JournalRecord>()
  const living = new Set<number>()
  let tabs = 0
  let batches = 0
  const person = ++people
  const listeners = new Map<number, (revision: number) => void>()

  const openTab = async (random: () => number) => {
    const tab = ++tabs
    living.add(tab)
    let dead = false
    const journal: Journal = {
      write: async (record) => {
        if (dead) return
        if (record && record.entries.length > 0) records.set(tab, structuredClone(record))
        else records.delete(tab)
      },
      takeOrphan: async () => {
        const orphan = [...records].find(([owner]) => !living.has(owner))
        if (!orphan) return null
        records.delete(orphan[0])
        records.set(tab, orphan[1])
        return structuredClone(orphan[1])
      },
      close: () => {
        living.delete(tab)
      },
    }
    const neighbours: Neighbours = {
      announce: (revision) => {
        for (const [other, heard] of listeners) if (other !== tab) heard(revision)
      },
      listen: (heard) => {
        listeners.set(tab, heard)
      },
      close: () => {
        listeners.delete(tab)
      },
    }
    const reach = portal.fetchOver(network)
    const transport = createTransport(listId, async (...args) => {
      requests++
      const answer = await reach(...args).finally(() => {
        requests--
      })
      // A closed tab never hears its answers.
      if (dead) return new Promise<Response>(() => undefined)
      return answer
    })
    const fetched = await createTransport(listId, portal.fetchOver({ cut: 'none' })).fetchNewest(null)
    if (fetched.is !== 'data') throw new Error(`the list is not given: ${fetched.is}`)
    const store = await createEditorStore({
      ...(await openWithCells()),
      data: fetched.data,
      transport,
      journal,
      neighbours,
      timers: timers.timers,
      random,
      newBatch: () => `batch-${person}-${tab}-${++batches}`,
      forget: async () => undefined,
    })
    return {
      store,
      /** The tab crashes: nothing is flushed, and it hears nothing more. */
      end: () => {
        dead = true
        living.delete(tab)
        listeners.delete(tab)
      },
    }
  }
  return { timers, network, openTab, records }
}

/** The simplest possible list: the expected result of the edits. */
type Row = { id: number; name: string; lock: boolean; skip: boolean; favourites: number }
const applyPlainly = (rows: Row[], o: Operation): Row[] => {
  const own = new Set('ids' in o && o.ids ? o.ids : [])
  const change = (by: (row: Row) => Row) => rows.map((row) => (own.has(row.id) ? by(row) : row))
  switch (o.op) {
    case 'move': {
      const rest = rows.filter((row) => !own.has(row.id))
      const at = Math.min(o.to - 1, rest.length)
      return [...rest.slice(0, at), ...rows.filter((row) => own.has(row.id)), ...rest.slice(at)]
    }
    case 'step': {
      const next = [...rows]
      const order = o.by < 0 ? next.keys() : [...next.keys()].reverse()
      for (const i of order) {
        const j = i + o.by
        const [here, there] = [next[i], next[j]]
        if (here && there && own.has(here.id) && !own.has(there.id)) {
          next[i] = there
          next[j] = here
        }
      }
      return next
    }
    case 'rename':
      return rows.map((row) => (row.id === o.id ? { ...row, name: o.name } : row))
    case 'lock':
      return change((row) => ({ ...row, lock: o.value }))
    case 'skip':
      return change((row) => ({ ...row, skip: o.value }))
    case 'favourite':
      return change((row) => ({
        ...row,
        favourites: o.value ? row.favourites | (1 << o.group) : row.favourites & ~(1 << o.group),
      }))
    case 'delete':
      return rows.filter((row) => !own.has(row.id))
    default:
      throw new Error(`the plain list knows no ${o.op}`)
  }
}
const rowsOf = (store: EditorStore): Row[] => {
  const { columns, names } = store.snapshot()
  return Array.from({ length: columns.length }, (_, i) => ({
    id: columns.id[i] ?? -1,
    name: names[i] ?? '',
    lock: ((columns.flags[i] ?? 0) & 4) !== 0,
    skip: ((columns.flags[i] ?? 0) & 8) !== 0,
    favourites: columns.favourites[i] ?? 0,
  }))
}
const newestRows = async (listId: string): Promise<Row[]> => {
  const fetched = await createTransport(listId, portal.fetchOver({ cut: 'none' })).fetchNewest(null)
  if (fetched.is !== 'data') throw new Error(fetched.is)
  const store = await createEditorStore({
    ...(await openWithCells()),
    data: fetched.data,
    transport: createTransport(listId, portal.fetchOver({ cut: 'before' })),
    journal: null,
    neighbours: null,
    timers: fakeTimers().timers,
    random: () => 0,
    newBatch: () => 'none',
    forget: async () => undefined,
  })
  return rowsOf(store)
}

const randomOperation = (rows: readonly Row[], random: () => number): Operation => {
  const below = (n: number) => Math.floor(random() * n)
  const some = () => {
    const ids = new Set<number>()
    const count = 1 + below(Math.min(5, rows.length))
    while (ids.size < count) ids.add(rows[below(rows.length)]?.id ?? 0)
    // In list order, as the editor gives them.
    return rows.filter((row) => ids.has(row.id)).map((row) => row.id)
  }
  switch (below(rows.length > 15 ? 7 : 6)) {
    case 0:
      return { op: 'move', ids: some(), to: 1 + below(rows.length) }
    case 1:
      return { op: 'step', ids: some(), by: random() < 0.5 ? -1 : 1 }
    case 2:
      return { op: 'rename', id: rows[below(rows.length)]?.id ?? 0, name: `Name ${below(1000)}` }
    case 3:
      return { op: 'lock', ids: some(), value: random() < 0.5 }
    case 4:
      return { op: 'skip', ids: some(), value: random() < 0.5 }
    case 5:
      return { op: 'favourite', ids: some(), group: below(8), value: random() < 0.5 }
    default:
      return { op: 'delete', ids: some() }
  }
}

/** The tests of these sequences, shared by two files so that two workers can run them. */
export const testSequences = (seeds: readonly number[]): void => {
  beforeAll(async () => {
    portal = await openPortal()
  })

  describe('edits, network cuts and closing tabs', () => {
    const onePerson = async (seed: number) => {
      const random = makeRandom(seed)
      const browser = openBrowser(listId)
      let tab = await browser.openTab(random)
      let plain = rowsOf(tab.store)
      const past: Row[][] = []
      let future: Row[][] = []
      let failedAt = ''
      for (let act = 0; act < 24; act++) {
        const roll = random()
        failedAt = `seed ${seed}, act ${act}`
        if (roll < 0.62) {
          const operation = randomOperation(plain, random)
          const applied = tab.store.apply([operation])
          expect(applied.ok, `${failedAt} ${JSON.stringify(operation)} ${JSON.stringify(applied)}`).toBe(true)
          past.push(plain)
          future = []
          plain = applyPlainly(plain, operation)
        } else if (roll < 0.72) {
          if (tab.store.undo()) {
            const before = past.pop()
            expect(before, failedAt).toBeDefined()
            future.push(plain)
            plain = before ?? plain
            if (tab.store.snapshot().save.waiting > 0 && JSON.stringify(rowsOf(tab.store)) !== JSON.stringify(plain)) {
              // An undo of an earlier tab's edit comes from the server.
              browser.network.cut = 'none'
              tab.store.flush()
              await browser.timers.advance(60_000)
            }
          }
        } else if (roll < 0.78) {
          if (tab.store.redo()) {
            const next = future.pop()
            expect(next, failedAt).toBeDefined()
            past.push(plain)
            plain = next ?? plain
            if (JSON.stringify(rowsOf(tab.store)) !== JSON.stringify(plain)) {
              browser.network.cut = 'none'
              tab.store.flush()
              await browser.timers.advance(60_000)
            }
          }
        } else if (roll < 0.88)
          browser.network.cut = (['none', 'before', 'after'] as const)[Math.floor(random() * 3)] ?? 'none'
        else if (roll < 0.94) {
          tab.end()
          tab = await browser.openTab(random)
          if (tab.store.snapshot().restored > 0) {
            // Whether the first of them was stored is known once the server can be reached.
            browser.network.cut = 'none'
            await browser.timers.advance(60_000)
          }
        } else await browser.timers.advance(Math.floor(random() * 40_000))
        await browser.timers.advance(random() < 0.5 ? 0 : 300)
        expect(rowsOf(tab.store), failedAt).toEqual(plain)
      }
      browser.network.cut = 'none'
      tab.store.flush()
      await browser.timers.advance(120_000)
      expect(tab.store.snapshot().save, failedAt).toMatchObject({ state: 'clean', waiting: 0 })
      expect(browser.records.size, failedAt).toBe(0)
      expect(await newestRows(listId), failedAt).toEqual(plain)
    }

    const twoPeople = async (seed: number) => {
      const random = makeRandom(seed)
      const browsers = [openBrowser(listId), openBrowser(listId)]
      const tabs = [await browsers[0]?.openTab(random), await browsers[1]?.openTab(random)]
      const settle = async (i: number) => {
        const [browser, tab] = [browsers[i], tabs[i]]
        if (!browser || !tab) return
        browser.network.cut = 'none'
        for (let round = 0; round < 30; round++) {
          tab.store.flush()
          await browser.timers.advance(60_000)
          const { save } = tab.store.snapshot()
          if (save.state === 'clean') break
          if (save.state === 'clash' || save.state === 'refused')
            await tab.store.resolve((['mine', 'theirs', 'all-theirs'] as const)[Math.floor(random() * 3)] ?? 'theirs')
        }
        expect(tab.store.snapshot().save, `seed ${seed}`).toMatchObject({ state: 'clean', waiting: 0 })
      }
      for (let act = 0; act < 20; act++) {
        const i = random() < 0.5 ? 0 : 1
        const [browser, tab] = [browsers[i], tabs[i]]
        if (!browser || !tab) continue
        const roll = random()
        if (roll < 0.7) tab.store.apply([randomOperation(rowsOf(tab.store), random)])
        else if (roll < 0.78) tab.store.undo()
        else if (roll < 0.9) browser.network.cut = random() < 0.6 ? 'none' : 'after'
        await browser.timers.advance(random() < 0.6 ? 0 : 5000)
        const { save } = tab.store.snapshot()
        if (save.state === 'clash' || save.state === 'refused') await settle(i)
      }
      await settle(0)
      await settle(1)
      for (const tab of tabs) await tab?.store.refresh()
      const server = await newestRows(listId)
      for (const tab of tabs) if (tab) expect(rowsOf(tab.store), `seed ${seed}`).toEqual(server)
    }

    it(
      'keep every edit of one person, once and in order',
      async () => {
        for (const seed of seeds) await withList(seed, onePerson)
      },
      timeoutMs,
    )
    it(
      'bring two people to the same list, whatever they choose at a conflict',
      async () => {
        for (const seed of seeds) await withList(seed, twoPeople)
      },
      timeoutMs,
    )
  })
}

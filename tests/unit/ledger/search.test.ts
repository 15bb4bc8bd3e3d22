/**
 * Searches an account's entries and compares with a plain list: every filter, every page, and a clock that is set back.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  entryOf,
  house,
  maxEntriesFound,
  post,
  searchEntries,
  walkEntries,
  wallet,
  walletTypes,
  type EntrySearch,
} from '~/modules/ledger/ledger.server'
import { hourMs, makeStoppedClock, minuteMs, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { limitMs, seed, times } from '../../support/runs'

let state = seed
/** A small generator, so that a seed replays the run. */
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

type Known = { seq: number; amount: bigint; at: Date; type: number }
const known: Known[] = []
const [userId, otherId] = ['searcher', 'somebody-else']
const types = Object.values(walletTypes)
const start = Date.parse('2026-03-01T00:00:00Z')
const entries = 260

const move = (owner: string, id: string, amount: bigint, type: (typeof types)[number]) =>
  transact((tx) =>
    post(tx, {
      id,
      actor: 'system',
      kind: 'searched',
      type,
      lines: [
        { account: wallet(owner), amount },
        { account: house('exchange', 'MANGO'), amount: -amount },
      ],
    }),
  )

beforeAll(async () => {
  for (const id of [userId, otherId])
    await db.user.create({ data: { id, userName: id, userNameKey: id, passwordHash: '', language: 'en' } })
  let atMs = start
  let latestMs = start
  let balance = 0n
  for (let seq = 1; seq <= entries; seq++) {
    // Mostly forward, sometimes by days, sometimes back by less than an hour, as when a clock is set.
    const step = random(10)
    atMs += step === 0 ? -random(50) * minuteMs : step < 3 ? random(60) * hourMs : random(3) * minuteMs
    atMs = Math.max(atMs, latestMs - 59 * minuteMs)
    latestMs = Math.max(latestMs, atMs)
    const back = replaceClock(makeStoppedClock(new Date(atMs)))
    try {
      const type = types[random(random(3) === 0 ? 8 : 3)] ?? 0
      const size = BigInt(1 + random(90_000))
      const amount = random(2) === 0 && balance >= size ? -size : size
      balance += amount
      expect(await move(userId, `searched/${seq}`, amount, type)).toMatchObject({ ok: true })
      known.unshift({ seq, amount, at: new Date(atMs), type })
      if (random(4) === 0) await move(otherId, `other/${seq}`, 1n, 1)
    } finally {
      back()
    }
  }
}, 60_000)

const matching = ({ type, direction, from, before }: EntrySearch): Known[] =>
  known.filter(
    (one) =>
      (type === null || one.type === type) &&
      (direction === null || one.amount > 0n === (direction === 'income')) &&
      (from === null || one.at >= from) &&
      (before === null || one.at < before),
  )
const all: EntrySearch = { type: null, direction: null, from: null, before: null }
/** Some day near the entries, or an open end in the forms' notation. */
const somewhere = (open: Date): Date =>
  random(5) === 0 ? open : new Date(start + random(entries * 8) * hourMs - 24 * hourMs)
const anySearch = (): EntrySearch => ({
  type: random(2) === 0 ? null : (types[random(8)] ?? null),
  direction: ([null, 'income', 'expense'] as const)[random(3)] ?? null,
  from: random(2) === 0 ? null : somewhere(new Date('0001-01-01T00:00:00Z')),
  before: random(2) === 0 ? null : somewhere(new Date('9999-12-31T23:59:59.999Z')),
})
const numbers = (found: readonly { seq: number }[]): number[] => found.map(({ seq }) => seq)

describe('the search of entries', () => {
  it(
    'finds page by page what a plain list has, forward and back',
    async () => {
      const name = wallet(userId)
      for (let round = 0; round < times(60); round++) {
        const search = round === 0 ? all : anySearch()
        const expected = numbers(matching(search))
        // The entries fill whole pages, so the last page must be recognised as such.
        const size = round === 0 ? 10 : ([1, 7, 10, 40, 100][random(5)] ?? 10)
        const pages: number[][] = []
        let page = await searchEntries(name, search, { size })
        expect(page.newer).toBeNull()
        const olders: number[] = []
        for (;;) {
          pages.push(numbers(page.items))
          if (pages.length > 1) expect(page.items, 'a page after the last one').not.toEqual([])
          if (page.older === null || (size === 1 && pages.length > 12)) break
          olders.push(page.older)
          page = await searchEntries(name, search, { size, before: page.older })
        }
        const read = pages.flat()
        expect(read, JSON.stringify(search)).toEqual(expected.slice(0, read.length))
        if (page.older === null) expect(read).toEqual(expected)
        // Back from the last page to the first.
        for (let at = pages.length - 2; at >= 0 && page.newer !== null; at--) {
          page = await searchEntries(name, search, { size, after: page.newer })
          expect(numbers(page.items)).toEqual(pages[at])
          expect(page.older).toBe(olders[at] ?? null)
        }
        if (pages.length > 1) expect(page.newer).toBeNull()
      }
    },
    limitMs(120_000),
  )

  it(
    'pages through everything with a known bound',
    async () => {
      for (let round = 0; round < times(40); round++) {
        const search = round === 0 ? all : anySearch()
        const walked: number[] = []
        for await (const chunk of walkEntries(wallet(userId), search)) walked.push(...numbers(chunk))
        expect(walked, JSON.stringify(search)).toEqual(numbers(matching(search)))
        expect(await maxEntriesFound(wallet(userId), search)).toBeGreaterThanOrEqual(walked.length)
      }
      expect(await maxEntriesFound(wallet(userId), all)).toBe(entries)
    },
    limitMs(60_000),
  )

  it('gives each entry with its amount, balance and time', async () => {
    const { items } = await searchEntries(wallet(userId), all, { size: 100 })
    expect(items.map(({ seq, amount, at, type }) => ({ seq, amount, at, type }))).toEqual(known.slice(0, 100))
    for (const [index, { amount, balanceAfter }] of items.entries()) {
      const older = items[index + 1]
      if (older !== undefined) expect(older.balanceAfter + amount).toBe(balanceAfter)
    }
  })

  it('finds nothing for an account that was never opened, nor another account’s number', async () => {
    expect(await searchEntries(wallet('nobody'), all, { size: 10 })).toEqual({ items: [], older: null, newer: null })
    const [first] = (await searchEntries(wallet(userId), all, { size: 1 })).items
    expect(first?.number).toMatch(/^\d{8}-[0-9A-Z]{10}$/)
    expect((await entryOf(wallet(userId), first?.number ?? ''))?.seq).toBe(first?.seq)
    expect(await entryOf(wallet(otherId), first?.number ?? '')).toBeNull()
  })
})

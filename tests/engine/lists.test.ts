/**
 * Two lists: pairing, comparing, merging and ordering, on small lists by hand and on random pairs against simple
 * properties.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareRows,
  defaultSideOf,
  mergeThree,
  mergedOrder,
  nameKeyOf,
  orderByLines,
  orderByRows,
  pairRows,
  planMerge,
  type ListRow,
  type ListRows,
  type Side,
  type ThreeWayPlan,
} from '../../engine/host/lists'
import { times } from '../support/runs'

const runs = times(300)

type Given = Partial<Omit<ListRow, 'position' | 'key'>> & { id: number }
const listOf = (given: readonly Given[], groups: readonly string[] = ['News', 'Movies']): ListRows => ({
  rows: given.map(({ id, name = `Channel ${id}`, ...one }, at): ListRow => ({
    id,
    satellite: 'a192',
    angle: 192,
    frequencyKHz: 11_493_000,
    polarisation: 'H',
    symbolRate: 22_000,
    sid: 1000 + id,
    type: 'tv',
    scrambled: false,
    lock: false,
    skip: false,
    favourites: 0,
    ...one,
    name,
    key: nameKeyOf(name),
    position: at + 1,
  })),
  groups: [...groups],
  groupIds: groups.map((_, index) => index),
})
const idsOf = ({ rows }: ListRows): number[] => rows.map(({ id }) => id)

describe('pairs of channels', () => {
  const pairsOf = (a: readonly Given[], b: readonly Given[]) => [...pairRows(listOf(a).rows, listOf(b).rows)]

  it('are found by satellite, transponder within 2 MHz, polarisation and SID, whatever their names', () => {
    expect(pairsOf([{ id: 0, name: 'ZDF' }], [{ id: 7, name: 'ZDF HD', sid: 1000 }])).toEqual([0])
    expect(pairsOf([{ id: 0 }], [{ id: 0, frequencyKHz: 11_495_000 }])).toEqual([0])
    expect(pairsOf([{ id: 0, name: 'A' }], [{ id: 0, name: 'B', frequencyKHz: 11_495_001 }])).toEqual([-1])
    expect(pairsOf([{ id: 0, name: 'A' }], [{ id: 0, name: 'B', polarisation: 'V' }])).toEqual([-1])
    expect(pairsOf([{ id: 0, name: 'A' }], [{ id: 0, name: 'B', satellite: 'a130' }])).toEqual([-1])
  })

  it('prefer the same name among services that share a SID', () => {
    expect(
      pairsOf(
        [
          { id: 0, sid: 5, name: 'One' },
          { id: 1, sid: 5, name: 'Two' },
        ],
        [
          { id: 0, sid: 5, name: 'Two' },
          { id: 1, sid: 5, name: 'One' },
        ],
      ),
    ).toEqual([1, 0])
  })

  it('are found by name if the SID changed, or if the transponder changed and the name is unique', () => {
    expect(pairsOf([{ id: 0, name: 'Arte', sid: 1 }], [{ id: 0, name: 'ARTE', sid: 2 }])).toEqual([0])
    expect(pairsOf([{ id: 0, name: 'Arte' }], [{ id: 0, name: 'arte', frequencyKHz: 12_000_000 }])).toEqual([0])
    expect(
      pairsOf(
        [{ id: 0, name: 'Arte' }],
        [
          { id: 0, name: 'Arte', frequencyKHz: 12_000_000 },
          { id: 1, name: 'Arte', frequencyKHz: 12_100_000 },
        ],
      ),
    ).toEqual([-1])
  })

  it('are found by the exact name before one in different case or accents', () => {
    const two = [
      { id: 0, name: 'Arte', sid: 5 },
      { id: 1, name: 'ARTE', sid: 5 },
    ]
    expect(pairsOf(two, [...two].reverse())).toEqual([1, 0])
    const streams = two.map((one) => ({ ...one, satellite: null, frequencyKHz: null, sid: null }))
    expect(pairsOf(streams, [...streams].reverse())).toEqual([1, 0])
    expect(
      pairsOf(
        two,
        [...two].reverse().map((one) => ({ ...one, frequencyKHz: 12_000_000 })),
      ),
    ).toEqual([1, 0])
  })

  it('are found by name alone only if one of them has no place of reception', () => {
    const stream = { id: 0, name: 'Arte', satellite: null, frequencyKHz: null, sid: null }
    expect(pairsOf([{ id: 0, name: 'Arte' }], [stream])).toEqual([0])
    expect(pairsOf([{ id: 0, name: 'Arte' }], [{ id: 0, name: 'Arte', satellite: 'a130' }])).toEqual([-1])
  })

  it('never have two partners, are the same from both sides, and are found in any order', () => {
    const given = fc.array(
      fc.record({
        id: fc.nat(40),
        name: fc.constantFrom('Arte', 'ZDF', 'Das Erste', 'KiKA', ''),
        satellite: fc.constantFrom('a192', 'a130', null),
        frequencyKHz: fc.constantFrom(11_493_000, 11_494_000, 12_000_000, null),
        sid: fc.constantFrom(1, 2, 3, null),
        polarisation: fc.constantFrom('H' as const, 'V' as const, null),
      }),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(given, given, (a, b) => {
        const pairs = [...pairRows(listOf(a).rows, listOf(b).rows)].filter((at) => at >= 0)
        expect(new Set(pairs).size).toBe(pairs.length)
        const named = listOf(a.filter(({ name, satellite }) => name !== '' || satellite !== null)).rows
        expect([...pairRows(named, named)].every((at) => at >= 0)).toBe(true)
      }),
      { numRuns: runs },
    )
  })
})

describe('a comparison', () => {
  it('reports channels only here, only there, renamed and moved, and one that jumped over all others', () => {
    const mine = listOf([
      { id: 0, name: 'A' },
      { id: 1, name: 'B' },
      { id: 2, name: 'C' },
      { id: 3, name: 'D' },
    ])
    const theirs = listOf([
      { id: 3, name: 'D' },
      { id: 0, name: 'A1', lock: true },
      { id: 1, name: 'B' },
      { id: 9, name: 'X' },
    ])
    const { differences, counts } = compareRows(mine, theirs)
    expect(counts).toMatchObject({ removed: 1, added: 1, changed: 2, name: 1, position: 1, lock: 1, same: 1 })
    expect(differences.map(({ kind, mine: a, theirs: b, fields }) => [kind, a?.name, b?.name, fields])).toEqual([
      ['changed', 'A', 'A1', ['name', 'lock']],
      ['removed', 'C', undefined, []],
      ['changed', 'D', 'D', ['position']],
      ['added', undefined, 'X', []],
    ])
  })

  it('compares favourites by the names of their groups', () => {
    const mine = listOf([{ id: 0, favourites: 0b01 }], ['News', 'Movies'])
    expect(compareRows(mine, listOf([{ id: 0, favourites: 0b10 }], ['Movies', 'NEWS'])).counts.favourites).toBe(0)
    expect(compareRows(mine, listOf([{ id: 0, favourites: 0b01 }], ['Movies', 'News'])).counts.favourites).toBe(1)
  })
})

describe('a merge of two lists', () => {
  const mine = listOf([
    { id: 0, name: 'A' },
    { id: 1, name: 'B' },
    { id: 2, name: 'C' },
  ])
  const theirs = listOf([
    { id: 10, name: 'First' },
    { id: 1, name: 'B of theirs', favourites: 0b01 },
    { id: 11, name: 'Second' },
    { id: 12, name: 'Third' },
    { id: 0, name: 'A', favourites: 0b10 },
  ])
  const orderOf = (here: ListRows, there: ListRows, wanted = new Set(idsOf(there))): number[] =>
    mergedOrder(here, there, wanted).map((id) => (id < 0 ? (there.rows[-1 - id]?.id ?? -1) : id))

  it('finds missing channels, and puts them after their neighbours', () => {
    expect(planMerge(mine, theirs).missing.map(({ name }) => name)).toEqual(['First', 'Second', 'Third'])
    expect(orderOf(mine, theirs)).toEqual([10, 0, 1, 11, 12, 2])
    expect(orderOf(mine, theirs, new Set([12]))).toEqual([0, 1, 12, 2])
  })

  it('finds names and favourites of common channels', () => {
    const plan = planMerge(mine, theirs)
    expect(plan.names).toEqual([{ id: 1, name: 'B of theirs' }])
    expect(plan.favourites).toEqual([
      { group: 0, ids: [1] },
      { group: 1, ids: [0] },
    ])
  })

  it('keeps the order of both lists', () => {
    const lists = fc.tuple(fc.uniqueArray(fc.nat(60), { maxLength: 30 }), fc.uniqueArray(fc.nat(60), { maxLength: 30 }))
    fc.assert(
      fc.property(lists, ([a, b]) => {
        const [here, there] = [listOf(a.map((id) => ({ id }))), listOf(b.map((id) => ({ id })))]
        const merged = orderOf(here, there)
        expect(merged.filter((id) => a.includes(id))).toEqual(a)
        expect([...merged].sort()).toEqual([...new Set([...a, ...b])].sort())
        const own = merged.filter((id) => !a.includes(id))
        expect([...own].sort()).toEqual(b.filter((id) => !a.includes(id)).sort())
      }),
      { numRuns: runs },
    )
  })
})

describe('an order taken from another source', () => {
  const mine = listOf([
    { id: 0, name: 'Das Erste HD', sid: 28 },
    { id: 1, name: 'ZDF', sid: 30 },
    { id: 2, name: 'Télé', sid: 31 },
    { id: 3, name: 'ZDF', sid: 32, frequencyKHz: 12_000_000 },
  ])
  const line = (at: number, more: Partial<Parameters<typeof orderByLines>[1][number]>) => ({
    line: at,
    text: `line ${at}`,
    name: null,
    sid: null,
    number: null,
    frequencyMHz: null,
    ...more,
  })

  it('follows another list, and channels missing there stay at the end in their own order', () => {
    const theirs = listOf([
      { id: 9, sid: 32, name: 'ZDF', frequencyKHz: 12_000_000, favourites: 1 },
      { id: 8, sid: 5, name: 'gone' },
      { id: 7, sid: 28, name: 'ARD' },
    ])
    const plan = orderByRows(mine, theirs, false, null)
    expect(plan).toMatchObject({ order: [3, 0, 1, 2], found: 2, behind: 2 })
    expect(plan.report.map(({ outcome }) => outcome)).toEqual(['found', 'missing', 'found'])
    expect(orderByRows(mine, theirs, false, [7, 9]).order).toEqual([0, 3, 1, 2])
    expect(orderByRows(mine, theirs, false, []).order).toEqual([0, 1, 2, 3])
  })

  it('prefers the exact name to a similar one, on whichever line it stands', () => {
    const nicks = listOf(['NICK JR', 'Nick Jr.', 'Nick Jr', 'Nick Jr..'].map((name, id) => ({ id, name })))
    for (const name of ['NICK JR', 'Nick Jr.', 'Nick Jr', 'Nick Jr..']) {
      const plan = orderByLines(nicks, [line(1, { name: 'nick-jr' }), line(2, { name })])
      expect(plan.report.map(({ outcome }) => outcome)).toEqual(['unclear', 'found'])
      expect(nicks.rows.find(({ id }) => id === plan.order[0])?.name).toBe(name)
    }
    // The remaining channel is what the similar line means.
    const lines = ['nick_jr', 'Nick Jr.', 'NICK JR', 'Nick Jr..'].map((name, at) => line(at + 1, { name }))
    expect(orderByLines(nicks, lines).report.map(({ id }) => id)).toEqual([2, 1, 0, 3])
  })

  it('prefers a name that differs in case and accents to one that differs in punctuation', () => {
    const two = listOf([
      { id: 0, name: 'E-Te' },
      { id: 1, name: 'Été' },
    ])
    expect(orderByLines(two, [line(1, { name: 'ete' })]).report).toMatchObject([{ outcome: 'found', id: 1 }])
  })

  it('follows a spreadsheet by SID, name or number, line by line', () => {
    const plan = orderByLines(mine, [
      line(1, { name: 'tele' }),
      line(2, { sid: 32 }),
      line(3, { name: 'ZDF' }),
      line(4, { name: 'das-erste hd' }),
      line(5, { number: 1 }),
      line(6, { name: 'nothing' }),
      line(7, { name: 'ZDF' }),
    ])
    expect(plan.order).toEqual([2, 3, 1, 0])
    expect(plan.report.map(({ outcome }) => outcome)).toEqual([
      'found',
      'found',
      'found',
      'found',
      'again',
      'missing',
      'again',
    ])
  })

  it('reports a line that fits more than one channel, and takes the first', () => {
    const plan = orderByLines(mine, [line(1, { name: 'ZDF' }), line(2, { name: 'ZDF', frequencyMHz: 12_000 })])
    expect(plan.report.map(({ outcome, id }) => [outcome, id])).toEqual([
      ['several', 1],
      ['found', 3],
    ])
  })
})

describe('a three-way merge', () => {
  const same = { mine: true, theirs: true, both: true }
  const everyId = fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 14 })
  const rowsOf = (ids: readonly number[], names: readonly number[], bits: readonly number[]): ListRows =>
    listOf(
      ids.map((id) => ({
        id,
        name: `N${names[id % names.length] ?? 0}`,
        lock: ((bits[id % bits.length] ?? 0) & 1) === 1,
        skip: ((bits[id % bits.length] ?? 0) & 2) === 2,
        favourites: ((bits[id % bits.length] ?? 0) >> 2) & 3,
      })),
    )
  const version = fc
    .tuple(
      everyId,
      fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(15), { minLength: 1, maxLength: 5 }),
    )
    .map(([ids, names, bits]) => rowsOf(ids, names, bits))

  /** The result of applying a plan to my version, as plain rows. */
  const carryOut = (mine: ListRows, theirs: ListRows, plan: ThreeWayPlan) => {
    const rows = new Map(mine.rows.map((row) => [row.id, { ...row }]))
    for (const id of plan.removed) rows.delete(id)
    for (const at of plan.added) {
      const row = theirs.rows[at]
      if (row) rows.set(-1 - at, { ...row })
    }
    for (const { id, name } of plan.names) {
      const row = rows.get(id)
      if (row) row.name = name
    }
    for (const field of ['lock', 'skip'] as const) {
      for (const id of plan[field].on) Object.assign(rows.get(id) ?? {}, { [field]: true })
      for (const id of plan[field].off) Object.assign(rows.get(id) ?? {}, { [field]: false })
    }
    for (const { group, on, off } of plan.favourites) {
      for (const id of on) {
        const row = rows.get(id)
        if (row) row.favourites |= 1 << group
      }
      for (const id of off) {
        const row = rows.get(id)
        if (row) row.favourites &= ~(1 << group)
      }
    }
    const order = plan.order ?? idsOf(mine).filter((id) => rows.has(id))
    expect([...order].sort()).toEqual([...rows.keys()].sort())
    return order.map((id) => {
      const { id: own = id, name = '', lock = false, skip = false, favourites = 0 } = rows.get(id) ?? {}
      return { id: own, name, lock, skip, favourites }
    })
  }
  const plain = ({ rows }: ListRows) =>
    rows.map(({ id, name, lock, skip, favourites }) => ({ id, name, lock, skip, favourites }))

  it('gives the other side’s version if one side is unchanged', () => {
    fc.assert(
      fc.property(version, version, (base, changed) => {
        const kept = mergeThree(base, changed, base, same)
        expect(kept.clashes).toEqual([])
        expect(carryOut(changed, base, kept.plan(new Map()))).toEqual(plain(changed))
        const taken = mergeThree(base, base, changed, same)
        expect(taken.clashes).toEqual([])
        expect(carryOut(base, changed, taken.plan(new Map()))).toEqual(plain(changed))
      }),
      { numRuns: runs },
    )
  })

  it('loses nothing silently: every value is from one side, and changes by one side only are taken', () => {
    fc.assert(
      fc.property(version, version, version, fc.boolean(), (base, mine, theirs, isTheirs) => {
        const merge = mergeThree(base, mine, theirs, same)
        const choices = new Map<string, Side>(isTheirs ? merge.clashes.map(({ key }) => [key, 'theirs']) : [])
        const result = new Map(carryOut(mine, theirs, merge.plan(choices)).map((row) => [row.id, row]))
        const by = (list: ListRows) => new Map(list.rows.map((row) => [row.id, row]))
        const [was, a, b] = [by(base), by(mine), by(theirs)]
        for (const id of new Set([...was.keys(), ...a.keys(), ...b.keys()])) {
          const [w, m, t, r] = [was.get(id), a.get(id), b.get(id), result.get(id)]
          const clash = merge.clashes.find(
            (one) => one.field === 'existence' && (one.mine?.id === id || one.theirs?.id === id),
          )
          if (clash) {
            const side = choices.get(clash.key) ?? defaultSideOf(clash)
            expect(r !== undefined, `${id} ${side}`).toBe((side === 'mine' ? m : t) !== undefined)
          } else if (w === undefined) expect(r !== undefined).toBe(true)
          else if (m === undefined || t === undefined) expect(r).toBeUndefined()
          if (!r || !m || !t) continue
          for (const field of ['name', 'lock', 'skip'] as const) {
            const chosen = merge.clashes.some((one) => one.field === field && one.mine?.id === id)
            if (chosen) expect(r[field]).toBe(isTheirs ? t[field] : m[field])
            else if (w?.[field] === m[field]) expect(r[field]).toBe(t[field])
            else expect(r[field]).toBe(m[field])
          }
          const both = m.favourites | t.favourites
          const expected = w ? (m.favourites & t.favourites) | (both & ~w.favourites) : both
          expect(r.favourites).toBe(expected)
        }
      }),
      { numRuns: runs },
    )
  })

  it('asks about every name, flag and order without a base, and removes nothing', () => {
    fc.assert(
      fc.property(version, version, (mine, theirs) => {
        const merge = mergeThree(null, mine, theirs, { mine: false, theirs: false, both: true })
        const result = carryOut(mine, theirs, merge.plan(new Map()))
        expect(result.map(({ id }) => id).sort()).toEqual([...new Set([...idsOf(mine), ...idsOf(theirs)])].sort())
        expect(merge.counts).toMatchObject({ name: 0, lock: 0, skip: 0, position: 0, removed: 0 })
      }),
      { numRuns: runs },
    )
  })

  it('asks whose order to use if both sides changed it', () => {
    const base = listOf(Array.from({ length: 120 }, (_, id) => ({ id, name: `N${id}` })))
    const turned = listOf([...base.rows].reverse())
    const odd = listOf([...base.rows].sort((a, b) => (a.id % 2) - (b.id % 2) || a.id - b.id))
    const merge = mergeThree(base, odd, turned, same)
    expect(merge.clashes.map(({ field }) => field)).toEqual(['order'])
    expect(merge.plan(new Map()).order).toBeNull()
    expect(merge.plan(new Map([['order', 'theirs']])).order).toEqual(idsOf(turned))
  })
})

/** A list next to another list, an earlier version or an uploaded file: compared with it, and ordered by it. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  applyOrder,
  compareLists,
  createList,
  findHeldFiles,
  previewOrder,
  readList,
  holdFile,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { parseOther, type OtherRef } from '~/modules/channel-list/merge/other.schema'
import { makeRecord, type Fields } from '../../support/fixtures/satcodx'
import { xlsxOf } from '../../support/fixtures/xlsx'
import { codeOf, good, makeActor } from './people'

type One = Pick<Fields, 'name' | 'sid' | 'frequencyKHz'> & Partial<Fields>
const fileOf = (channels: readonly One[]): Uint8Array =>
  Uint8Array.from(channels.flatMap((one) => [...makeRecord(one, '103'), 10]))
const channel = (sid: number, name = `Channel ${sid}`): One => ({
  sid,
  name,
  frequencyKHz: 11_000_000 + (sid % 5) * 20_000,
})
const listFrom = async (actor: Actor, name: string, sids: readonly number[]): Promise<string> =>
  good(await createList(actor, { name, bytes: fileOf(sids.map((sid) => channel(sid))), fileName: null })).id
const ref = (text: string): OtherRef => {
  const parsed = parseOther(text)
  if (parsed === null) throw new Error(`names nothing: ${text}`)
  return parsed
}
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  good(await readList(actor, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name)))
const paging = { page: 1, size: 20 }

describe('comparing a list with another source', () => {
  it('works with another list, an earlier version and an uploaded file', async () => {
    const owner = await makeActor()
    const mine = await listFrom(owner, 'Mine', [1, 2, 3, 4])
    const theirs = await listFrom(owner, 'Theirs', [4, 1, 2, 9])
    const compared = good(await compareLists(owner, mine, { other: ref(`list.${theirs}`), show: null, ...paging }))
    expect(compared).toMatchObject({
      other: { name: 'Theirs', revision: 1 },
      counts: { removed: 1, added: 1, changed: 1, position: 1 },
      same: 2,
    })
    good(await applyOperations(owner, mine, { base: 1, operations: [{ op: 'rename', id: 0, name: 'New' }] }))
    const before = good(await compareLists(owner, mine, { other: ref('version.1'), show: 'name', ...paging }))
    expect(before).toMatchObject({ counts: { name: 1, changed: 1 }, same: 3, differences: { total: 1 } })
    const file = good(
      await holdFile(owner, { bytes: fileOf([channel(1), channel(7)]), fileName: 'a.sdx' }, { mayBeLines: false }),
    )
    const beside = good(await compareLists(owner, mine, { other: ref(`file.${file.id}`), show: null, ...paging }))
    expect(beside).toMatchObject({
      other: { name: 'a.sdx', revision: null },
      counts: { removed: 3, added: 1, name: 1 },
    })
  })

  it('accepts only lists that the account may see, and only its own files', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const mine = await listFrom(owner, 'Mine', [1, 2])
    const foreign = await listFrom(other, 'Foreign', [1, 2])
    const file = good(await holdFile(other, { bytes: fileOf([channel(1)]), fileName: null }, { mayBeLines: true }))
    const asked = { show: null, ...paging }
    expect(codeOf(await compareLists(owner, mine, { other: ref(`list.${foreign}`), ...asked }))).toBe('C1101')
    expect(codeOf(await compareLists(owner, mine, { other: ref(`file.${file.id}`), ...asked }))).toBe('A0404')
    expect(codeOf(await compareLists(owner, foreign, { other: ref(`list.${mine}`), ...asked }))).toBe('C1101')
    expect(codeOf(await compareLists(owner, mine, { other: ref('version.9'), ...asked }))).toBe('C1101')
    const order = { group: null, as: 'auto' as const, base: 1 }
    expect(codeOf(await applyOrder(owner, foreign, { other: ref(`list.${mine}`), ...order }))).toBe('C1101')
    expect(await findHeldFiles(owner)).toEqual([])
  })

  it('refuses a file that is not a list, and discards the oldest of four files', async () => {
    const owner = await makeActor()
    const mine = await listFrom(owner, 'Mine', [1, 2])
    const set = (text: string, mayBeLines: boolean) =>
      holdFile(owner, { bytes: new TextEncoder().encode(text), fileName: `${text}.csv` }, { mayBeLines })
    expect(codeOf(await set('Channel 2', false))).toBe('C1112')
    expect(codeOf(await holdFile(owner, { bytes: new Uint8Array(), fileName: null }, { mayBeLines: true }))).toBe(
      'C1112',
    )
    const first = good(await set('one', true))
    for (const text of ['two', 'three', 'four']) good(await set(text, true))
    expect((await findHeldFiles(owner)).map(({ fileName }) => fileName)).toEqual(['four.csv', 'three.csv', 'two.csv'])
    const asked = { other: ref(`file.${first.id}`), group: null, as: 'auto' as const, odd: false, ...paging }
    expect(codeOf(await previewOrder(owner, mine, asked))).toBe('A0404')
  })

  it('discards only files of the same account', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const set = (actor: Actor, text: string) =>
      holdFile(actor, { bytes: new TextEncoder().encode(text), fileName: `${text}.csv` }, { mayBeLines: true })
    good(await set(owner, 'kept'))
    for (const text of ['one', 'two', 'three', 'four']) good(await set(other, text))
    expect((await findHeldFiles(owner)).map(({ fileName }) => fileName)).toEqual(['kept.csv'])
  })

  it('reads a table as lines if it has headings but no place of reception', async () => {
    const owner = await makeActor()
    const mine = await listFrom(owner, 'Mine', [1, 2, 3])
    const bytes = new TextEncoder().encode('Nr;Name\n1;CHANNEL-3\n2;Channel 1\n3;Channel 1\n')
    const file = good(await holdFile(owner, { bytes, fileName: 'order.csv' }, { mayBeLines: true }))
    expect(file.kind).toBe('lines')
    const asked = { other: ref(`file.${file.id}`), group: null, as: 'auto' as const, odd: false, ...paging }
    expect(good(await previewOrder(owner, mine, asked)).lines.map(({ outcome, name }) => [outcome, name])).toEqual([
      ['found', 'Channel 3'],
      ['found', 'Channel 1'],
      ['again', null],
    ])
    const whole = new TextEncoder().encode(
      'Number;Name;Satellite;Angle;Frequency;Polarisation;SID\n1;Channel 3;Astra;19.2E;11060;H;3\n',
    )
    expect(good(await holdFile(owner, { bytes: whole, fileName: null }, { mayBeLines: true })).kind).toBe('list')
  })
})

describe('an order taken from another source', () => {
  it('is one undoable change, reported line by line', async () => {
    const owner = await makeActor()
    const mine = await listFrom(owner, 'Mine', [1, 2, 3, 4, 5])
    const sheet = xlsxOf([
      ['No', 'Name'],
      [1, 'Channel 4'],
      [2, 'channel 2'],
      [3, 'Gone'],
      [4, 'Channel 4'],
    ])
    const file = good(await holdFile(owner, { bytes: sheet, fileName: 'order.xlsx' }, { mayBeLines: true }))
    expect(file.kind).toBe('lines')
    const asked = { other: ref(`file.${file.id}`), group: null, as: 'auto' as const }
    const preview = good(await previewOrder(owner, mine, { ...asked, odd: false, ...paging }))
    expect(preview.lines.map(({ line, outcome, name }) => [line, outcome, name])).toEqual([
      [2, 'found', 'Channel 4'],
      [3, 'found', 'Channel 2'],
      [4, 'missing', null],
      [5, 'again', null],
    ])
    expect(preview).toMatchObject({ found: 2, behind: 3, counts: { found: 2, several: 0, again: 1, missing: 1 } })
    const edited = good(await applyOrder(owner, mine, { ...asked, base: 1, batch: 'order-batch-1' }))
    expect(edited).toMatchObject({ revision: 2, found: 2, behind: 3 })
    expect(await namesOf(owner, mine)).toEqual(['Channel 4', 'Channel 2', 'Channel 1', 'Channel 3', 'Channel 5'])
    // The same form sent again changes nothing more.
    expect(good(await applyOrder(owner, mine, { ...asked, base: 1, batch: 'order-batch-1' })).revision).toBe(2)
    good(await undo(owner, mine))
    expect(await namesOf(owner, mine)).toEqual([1, 2, 3, 4, 5].map((sid) => `Channel ${sid}`))
  })

  it('can come from a favourite group, or from an older version', async () => {
    const owner = await makeActor()
    const mine = await listFrom(owner, 'Mine', [1, 2, 3, 4])
    const theirs = await listFrom(owner, 'Theirs', [4, 3, 2, 1])
    good(
      await applyOperations(owner, theirs, {
        base: 1,
        operations: [{ op: 'favourite', ids: [1, 3], group: 2, value: true }],
      }),
    )
    const asked = { other: ref(`list.${theirs}`), group: 2, as: 'auto' as const, base: 1 }
    expect(good(await applyOrder(owner, mine, asked))).toMatchObject({ found: 2, behind: 2 })
    expect(await namesOf(owner, mine)).toEqual(['Channel 3', 'Channel 1', 'Channel 2', 'Channel 4'])
    // The group's own order if it has one, not that of its list.
    good(
      await applyOperations(owner, theirs, {
        base: 2,
        operations: [{ op: 'group-order', group: 2, order: [3, 1] }],
      }),
    )
    const preview = good(await previewOrder(owner, mine, { ...asked, odd: false, ...paging }))
    expect(preview.lines.map(({ name }) => name)).toEqual(['Channel 1', 'Channel 3'])
    good(await applyOrder(owner, mine, { ...asked, base: 2 }))
    expect(await namesOf(owner, mine)).toEqual(['Channel 1', 'Channel 3', 'Channel 2', 'Channel 4'])
    good(await applyOrder(owner, mine, { other: ref('version.1'), group: null, as: 'auto', base: 3 }))
    expect(await namesOf(owner, mine)).toEqual([1, 2, 3, 4].map((sid) => `Channel ${sid}`))
  })

  it('changes nothing if it names none of the channels', async () => {
    const owner = await makeActor()
    const mine = await listFrom(owner, 'Mine', [1, 2])
    const theirs = await listFrom(owner, 'Theirs', [8, 9])
    const asked = { other: ref(`list.${theirs}`), group: null, as: 'auto' as const, base: 1 }
    expect(codeOf(await applyOrder(owner, mine, asked))).toBe('C1106')
  })
})

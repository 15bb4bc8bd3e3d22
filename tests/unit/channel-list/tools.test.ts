/** The tools on stored lists: what their previews show, what they do, and that they do exactly what was shown. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  applyTool,
  createList,
  getList,
  previewTool,
  readList,
  undo,
  type Actor,
  type ToolOthers,
} from '~/modules/channel-list/channel-list.server'
import type { Operation } from '~/engine/types'
import { toolNames, tools, toolSchemas, type ToolAsk, type ToolName } from '~/modules/channel-list/tools/tools.schema'
import { makeRecord, type Fields } from '../../support/fixtures/satcodx'
import { codeOf, good, makeActor, putOut } from './people'

type One = Partial<Fields>
const fileOf = (channels: readonly One[]): Uint8Array =>
  Uint8Array.from(channels.flatMap((one) => [...makeRecord(one, '103'), 10]))
const channel = (sid: number, more: One = {}): One => ({
  sid,
  name: `Channel ${sid}`,
  frequencyKHz: 11_000_000 + (sid % 5) * 20_000,
  ...more,
})
const listOf = async (actor: Actor, channels: readonly One[], name = 'List', kind: 'user' | 'system' = 'user') => {
  const list = good(await createList(actor, { name, kind, bytes: fileOf(channels), fileName: null }))
  return kind === 'user' ? list : putOut(actor, list)
}
/** A tool's parameters, parsed as from a form or an API call. */
const ask = <N extends ToolName>(tool: N, fields: Record<string, unknown> = {}): ToolAsk =>
  ({ tool, ...(toolSchemas[tool].parse(fields) as object) }) as ToolAsk
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  good(await readList(actor, id, {}, (view) => view.rows({}, { page: 1, size: 5000 }).items.map(({ name }) => name)))
const show = async (actor: Actor, id: string, asked: ToolAsk, others: ToolOthers = {}, page = 1, size = 20) =>
  good(await previewTool(actor, id, asked, others, { page, size }))

it.each(toolNames)('the tool %s needs only fields that it has', (tool) => {
  expect(Object.keys(tools[tool].shape)).toEqual(expect.arrayContaining([...(tools[tool].needs ?? [])]))
})

describe('renaming by a rule', () => {
  it('renames fifty channels by a pattern, in one step that one undo reverts', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [
      ...Array.from({ length: 50 }, (_, at) => channel(at + 1, { name: `Sport ${at + 1} HD` })),
      channel(60, { name: 'News HD' }),
    ])
    const before = await namesOf(owner, id)
    const asked = ask('names', { find: 'Sport # HD', by: 'Match {nn}', how: 'pattern', start: '1' })
    const preview = await show(owner, id, asked, {}, 3)
    expect(preview.counts).toMatchObject({ looked: 51, changes: 50, refused: 0 })
    expect(preview.total).toBe(50)
    expect(preview.rows.map(({ name, after }) => [name, after])[0]).toEqual(['Sport 41 HD', 'Match 41'])
    const edited = good(await applyTool(owner, id, asked, {}, { base: preview.revision, source: preview.source }))
    expect(edited.revision).toBe(2)
    expect((await namesOf(owner, id)).slice(48)).toEqual(['Match 49', 'Match 50', 'News HD'])
    good(await undo(owner, id))
    expect(await namesOf(owner, id)).toEqual(before)
  })

  it('changes and numbers only the chosen channels', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [channel(1), channel(2), channel(3), channel(4)])
    const asked = ask('names', { find: '*', by: 'TV {n}', how: 'pattern', ids: '1-3', without: [2] })
    const preview = await show(owner, id, asked)
    good(await applyTool(owner, id, asked, {}, { base: preview.revision }))
    expect(await namesOf(owner, id)).toEqual(['Channel 1', 'TV 1', 'Channel 3', 'TV 2'])
  })

  it('merges with others’ edits of other channels, and conflicts over the same name', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [channel(1), channel(2), channel(3)])
    const asked = ask('names', { letters: 'upper', ids: [0, 1] })
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 2, name: 'By hand' }] }))
    expect(good(await applyTool(owner, id, asked, {}, { base: 1 })).merged).toBe(true)
    expect(await namesOf(owner, id)).toEqual(['CHANNEL 1', 'CHANNEL 2', 'By hand'])
    const lower = ask('names', { letters: 'lower' })
    expect(codeOf(await applyTool(owner, id, lower, {}, { base: 1 }))).toBe('C1104')
    expect(await namesOf(owner, id)).toEqual(['CHANNEL 1', 'CHANNEL 2', 'By hand'])
  })

  it('runs once per batch id, and is refused if nothing is left to do', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [channel(1)])
    const asked = ask('names', { letters: 'upper' })
    const batch = 'a-batch-of-mine'
    const first = good(await applyTool(owner, id, asked, {}, { base: 1, batch }))
    expect(good(await applyTool(owner, id, asked, {}, { base: 1, batch }))).toEqual(first)
    expect(await applyTool(owner, id, asked, {}, { base: 2 })).toMatchObject({
      code: 'C1106',
      data: { reason: 'nothing-selected' },
    })
  })

  it('is not possible on another account’s list', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const { id } = await listOf(owner, [channel(1)])
    const asked = ask('names', { letters: 'upper' })
    expect(codeOf(await previewTool(other, id, asked, {}, { page: 1, size: 10 }))).toBe('C1101')
    expect(codeOf(await applyTool(other, id, asked, {}, { base: 1 }))).toBe('C1101')
    expect(await namesOf(owner, id)).toEqual(['Channel 1'])
  })
})

describe('removing duplicates', () => {
  const channels = [
    channel(1, { name: 'One' }),
    channel(2),
    channel(1, { name: 'One HD', frequencyKHz: 11_021_000 }),
    channel(3),
    channel(1, { name: 'One bis', frequencyKHz: 11_019_000 }),
  ]
  it('keeps the best one, which joins the groups of the others', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, channels)
    good(
      await applyOperations(owner, id, { base: 1, operations: [{ op: 'favourite', ids: [0], group: 2, value: true }] }),
    )
    const asked = ask('duplicates', { keep: 'quality', gather: '1' })
    const preview = await show(owner, id, asked)
    // 11 019 and 11 021 MHz are 2 MHz apart, so all three are duplicates.
    expect(preview.counts).toMatchObject({ groups: 1, changes: 2 })
    expect(preview.rows.map(({ name, keeps }) => [name, keeps])).toEqual([
      ['One HD', true],
      ['One', false],
      ['One bis', false],
    ])
    good(await applyTool(owner, id, asked, {}, { base: preview.revision }))
    const rows = good(await readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 10 }).items))
    expect(rows.map(({ name, favourites }) => [name, favourites])).toEqual([
      ['Channel 2', 0],
      ['One HD', 4],
      ['Channel 3', 0],
    ])
  })
  it.each([
    ['together', ['One', 'One HD', 'One bis', 'Channel 2', 'Channel 3']],
    ['end', ['One', 'Channel 2', 'Channel 3', 'One HD', 'One bis']],
  ])('can instead move them %s, keeping all', async (act, names) => {
    const owner = await makeActor()
    const { id } = await listOf(owner, channels)
    const asked = ask('duplicates', { act })
    good(await applyTool(owner, id, asked, {}, { base: 1 }))
    expect(await namesOf(owner, id)).toEqual(names)
  })
  it('keeps those of an excluded group', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, channels)
    expect((await show(owner, id, ask('duplicates', { without: '0.2' }))).counts.groups).toBe(0)
  })
})

describe('names from another list', () => {
  it('are matched by satellite, transponder and SID, in the revision that was previewed', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, [channel(1), channel(2), channel(3)], 'Mine')
    const theirs = await listOf(
      owner,
      [channel(3, { name: 'Three' }), channel(1, { name: 'First', frequencyKHz: 11_021_500 }), channel(9)],
      'Theirs',
    )
    const asked = ask('from')
    const preview = await show(owner, mine.id, asked, { from: theirs.id })
    expect(preview.counts).toMatchObject({ looked: 3, changes: 2, missing: 1, ambiguous: 0 })
    expect(preview.lists).toEqual([{ id: theirs.id, name: 'Theirs', revision: 1 }])
    good(await applyOperations(owner, theirs.id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'Changed' }] }))
    good(await applyTool(owner, mine.id, asked, { from: theirs.id, lists: preview.lists }, { base: 1 }))
    expect(await namesOf(owner, mine.id)).toEqual(['First', 'Channel 2', 'Three'])
  })
  it('are refused to an account that may not see that list', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const mine = await listOf(owner, [channel(1)])
    const theirs = await listOf(other, [channel(1, { name: 'Secret' })])
    const preview = await previewTool(owner, mine.id, ask('from'), { from: theirs.id }, { page: 1, size: 10 })
    expect(preview).toMatchObject({ ok: false, code: 'C1101', field: 'from' })
  })
  it('can also come from a file, and a file that is not a list is reported', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, [channel(1)])
    const bytes = fileOf([channel(1, { name: 'From a file' })])
    expect((await show(owner, mine.id, ask('from'), { bytes })).rows).toMatchObject([{ after: 'From a file' }])
    const none = await show(owner, mine.id, ask('from'), { bytes: new TextEncoder().encode('no list') })
    expect(none).toMatchObject({ read: false, total: 0 })
  })
})

describe('channels that are no longer broadcast', () => {
  it('are those missing from all System lists on a satellite that one of these lists carries', async () => {
    const admin = await makeActor('administrator')
    const owner = await makeActor()
    // A separate satellite, so that lists of other tests don't affect it.
    const here: One = { angle: 1234, satellite: 'TEST 123.4E' }
    const system = await listOf(
      admin,
      [channel(1, { ...here, name: 'New name' }), channel(7, { ...here, name: 'MOVED' })],
      'Sky',
      'system',
    )
    const mine = await listOf(owner, [
      channel(1, here),
      channel(2, { ...here, name: 'Gone' }),
      channel(3, { ...here, name: 'Moved' }),
      channel(4, { angle: 1111, satellite: 'NOWHERE 111.1E' }),
    ])
    const asked = ask('vanished', { act: 'delete' })
    const others = { from: system.id }
    const preview = await show(owner, mine.id, asked, others)
    expect(preview.rows.map(({ name }) => name)).toEqual(['Gone'])
    expect(preview.counts).toMatchObject({ changes: 1, uncovered: 1 })
    expect(preview.satellites).toHaveLength(1)
    // The newest System lists give the same result; this one is among them.
    expect((await show(owner, mine.id, asked)).rows.map(({ name }) => name)).toEqual(['Gone'])
    good(await applyTool(owner, mine.id, asked, others, { base: 1 }))
    expect(await namesOf(owner, mine.id)).toEqual(['Channel 1', 'Moved', 'Channel 4'])
  })
})

describe('a satellite that only an old System list carries', () => {
  it('is checked too', async () => {
    const admin = await makeActor('administrator')
    const owner = await makeActor()
    const rare: One = { angle: 2345, satellite: 'RARE 125.5W' }
    await listOf(admin, [channel(1, rare)], 'Rare', 'system')
    for (let at = 0; at < 9; at++) await listOf(admin, [channel(1, { name: `Newer ${at}` })], `Newer ${at}`, 'system')
    const mine = await listOf(owner, [channel(1, rare), channel(2, { ...rare, name: 'Gone' })])
    const preview = await show(owner, mine.id, ask('vanished'))
    expect(preview.rows.map(({ name }) => name)).toEqual(['Gone'])
    expect(preview.counts.uncovered).toBe(0)
  })
})

describe('a System list', () => {
  it('can be read by everybody’s tools but not changed by a customer’s', async () => {
    const admin = await makeActor('administrator')
    const owner = await makeActor()
    const system = await listOf(admin, [channel(1)], 'Published', 'system')
    expect(codeOf(await applyTool(owner, system.id, ask('names', { letters: 'upper' }), {}, { base: 1 }))).toBe('C1108')
    expect(good(await getList(owner, system.id)).revision).toBe(1)
  })
})

describe('tidying', () => {
  it('removes what is asked for and nothing else', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [channel(1, { name: '' }), channel(2), channel(3, { type: 'D' })])
    const preview = await show(owner, id, ask('tidy', { kinds: 'unnamed' }))
    expect(preview.counts.changes).toBe(1)
    good(await applyTool(owner, id, ask('tidy', { kinds: ['unnamed', 'services'] }), {}, { base: 1 }))
    expect(await namesOf(owner, id)).toEqual(['Channel 2'])
  })
  it('removes empty satellites and transponders, and one undo restores them', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [channel(1), channel(2), channel(3, { angle: 130, satellite: 'HOTBIRD 13.0E' })])
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [1, 2] }] }))
    const counted = async () =>
      good(
        await readList(owner, id, {}, (view) => [
          view.satellites().filter(({ channels }) => channels === 0).length,
          view.transponders().filter(({ channels }) => channels === 0).length,
        ]),
      )
    expect(await counted()).toEqual([1, 2])
    const asked = ask('tidy', { kinds: 'satellites.transponders' })
    // The satellite goes with its transponder.
    expect((await show(owner, id, asked)).rows.map(({ kind }) => kind)).toEqual(['satellite', 'transponder'])
    good(await applyTool(owner, id, asked, {}, { base: 2 }))
    expect(await counted()).toEqual([0, 0])
    expect((await show(owner, id, asked)).total).toBe(0)
    good(await undo(owner, id))
    expect(await counted()).toEqual([1, 2])
  })
})

describe('transponders from another list', () => {
  it('are added or updated as previewed, and one undo reverts it', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [
      channel(1, { frequencyKHz: 11_493_000, symbolRate: 22_000, polarisation: 'H' }),
      channel(2, { frequencyKHz: 10_714_000, symbolRate: 27_500, polarisation: 'R' }),
    ])
    const file = Buffer.from(
      [
        '<satellites>',
        '<sat name="Astra" position="192">',
        '<transponder frequency="11493750" symbol_rate="22000000" polarization="0" fec_inner="2"/>',
        '<transponder frequency="11493750" symbol_rate="22000000" polarization="0" fec_inner="2"/>',
        '<transponder frequency="10714000" symbol_rate="22000000" polarization="3" fec_inner="0"/>',
        '<transponder frequency="12000000" symbol_rate="30000000" polarization="1" fec_inner="3"/>',
        '<transponder frequency="1000" symbol_rate="1" polarization="1"/>',
        '</sat>',
        '<sat name="Intelsat" position="-580"><transponder frequency="3700000" symbol_rate="30000000" polarization="1"/></sat>',
        '</satellites>',
      ].join('\n'),
    )
    const sky = good(await createList(owner, { name: 'Sky', bytes: file, fileName: 'satellites.xml' }))
    const asked = ask('sky')
    const preview = await show(owner, id, asked, { from: sky.id })
    expect(preview.rows.map(({ kind, frequencyKHz, after }) => [kind, frequencyKHz, after])).toEqual([
      ['transponder', 11_493_000, '11493.75 H 22000 2/3'],
      ['transponder', 10_714_000, '10714 R 22000 3/4'],
      ['transponder', 12_000_000, null],
    ])
    const before = await skyOf(owner, id)
    good(await applyTool(owner, id, asked, { from: sky.id, lists: preview.lists }, { base: preview.revision }))
    expect(await skyOf(owner, id)).toEqual([1, ['10714000 R 22000', '11493750 H 22000', '12000000 V 30000']])
    expect((await show(owner, id, asked, { from: sky.id })).total).toBe(0)
    const all = await show(owner, id, ask('sky', { all: '1' }), { from: sky.id })
    expect(all.rows.map(({ kind, name, frequencyKHz }) => [kind, name, frequencyKHz])).toEqual([
      ['satellite', 'Intelsat', null],
      ['transponder', '', 3_700_000],
    ])
    good(await undo(owner, id))
    expect(await skyOf(owner, id)).toEqual(before)
  })
})
const skyOf = async (owner: Actor, id: string) =>
  good(
    await readList(owner, id, {}, (view) => [
      view.satellites().length,
      view
        .transponders()
        .map(({ frequencyKHz, polarisation, symbolRate }) => `${frequencyKHz} ${polarisation} ${symbolRate}`)
        .sort(),
    ]),
  )

describe('the better picture quality', () => {
  it('is taken from the record if the names promise the same', async () => {
    const owner = await makeActor()
    const { id } = await listOf(owner, [
      channel(1, { name: 'Same' }),
      channel(2, { name: 'Same', system: 'MPG4' }),
      channel(3, { name: 'Same', system: 'MPG4' }),
    ])
    const operations: Operation[] = [{ op: 'set', target: 'channel', ids: [2], field: 'videoType', value: 'HEVC' }]
    const asked = ask('duplicates', { kind: 'name', keep: 'quality' })
    const kept = async () => (await show(owner, id, asked)).rows.find(({ keeps }) => keeps)?.id
    expect(await kept()).toBe(1)
    good(await applyOperations(owner, id, { base: 1, operations }))
    expect(await kept()).toBe(2)
  })
})

describe('copying into another list', () => {
  it('takes no position beyond the longest list', () => {
    const accepts = (to: number) => toolSchemas.copy.safeParse({ to }).success
    expect([accepts(2000), accepts(2001)]).toEqual([true, false])
  })
  const hotbird: One = { angle: 130, satellite: 'HOTBIRD 13.0E' }
  it('adds missing channels, with their satellites and transponders, at a position', async () => {
    const owner = await makeActor()
    const from = await listOf(owner, [channel(1), channel(2, { ...hotbird, name: 'On another' }), channel(3)], 'From')
    const target = await listOf(owner, [channel(1, { name: 'There already' }), channel(8)], 'To')
    const asked = ask('copy', { skip: '1', to: '2' })
    const preview = await show(owner, target.id, asked, { from: from.id })
    expect(preview.counts).toMatchObject({ looked: 3, changes: 2, refused: 1 })
    expect(preview.rows.map(({ name, refusal }) => [name, refusal])).toEqual([
      ['Channel 1', 'there'],
      ['On another', null],
      ['Channel 3', null],
    ])
    const batch = 'copied-just-once'
    const input = { base: preview.revision, source: preview.source, batch }
    const edited = good(await applyTool(owner, target.id, asked, { from: from.id }, input))
    expect(good(await applyTool(owner, target.id, asked, { from: from.id }, input))).toEqual(edited)
    expect(await namesOf(owner, target.id)).toEqual(['There already', 'On another', 'Channel 3', 'Channel 8'])
    const rows = good(await readList(owner, target.id, {}, (view) => view.rows({}, { page: 1, size: 10 }).items))
    expect(rows[1]).toMatchObject({ angle: 130, sid: 2, frequencyKHz: 11_040_000, polarisation: 'H', type: 'tv' })
    // Now all of them exist there.
    expect((await show(owner, target.id, asked, { from: from.id })).counts.changes).toBe(0)
    good(await undo(owner, target.id))
    expect(await namesOf(owner, target.id)).toEqual(['There already', 'Channel 8'])
  })
  it('shows channels that exist there by any match, and copies the rest, even those with another name', async () => {
    const owner = await makeActor()
    const hotbirds = [channel(7, { ...hotbird }), channel(7, { ...hotbird })]
    const from = await listOf(owner, [channel(1), channel(2), channel(3), ...hotbirds], 'From')
    const target = await listOf(owner, [channel(1, { name: 'CHANNEL 1' }), channel(2, { name: 'Renamed' })], 'To')
    const asked = ask('copy')
    const preview = await show(owner, target.id, asked, { from: from.id })
    expect(preview.rows.map(({ refusal }) => refusal)).toEqual(['there', null, null, null, 'there'])
    expect(preview.counts).toMatchObject({ changes: 3, refused: 2 })
    good(await applyTool(owner, target.id, asked, { from: from.id }, { base: preview.revision }))
    expect(await namesOf(owner, target.id)).toEqual(['CHANNEL 1', 'Renamed', 'Channel 2', 'Channel 3', 'Channel 7'])
  })
  it('copies hundreds in one step, but nothing if the list would exceed 2000', async () => {
    const owner = await makeActor()
    const many = (count: number, first: number) => Array.from({ length: count }, (_, at) => channel(first + at))
    const from = await listOf(owner, many(1200, 1), 'From')
    const more = await listOf(owner, many(1200, 3001), 'More')
    const target = await listOf(owner, many(5, 5000), 'To')
    const asked = ask('copy')
    good(await applyTool(owner, target.id, asked, { from: from.id }, { base: 1 }))
    expect((await namesOf(owner, target.id)).length).toBe(1205)
    expect(await applyTool(owner, target.id, asked, { from: more.id }, { base: 2 })).toMatchObject({
      code: 'Q2202',
      data: { channels: 2405, limit: 2000 },
    })
    expect(good(await getList(owner, target.id)).revision).toBe(2)
  })
  it('writes to no other account’s list, and reads none that the account may not see', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const mine = await listOf(owner, [channel(1)], 'Mine')
    const theirs = await listOf(other, [channel(2)], 'Theirs')
    expect(codeOf(await applyTool(owner, theirs.id, ask('copy'), { from: mine.id }, { base: 1 }))).toBe('C1101')
    expect(codeOf(await applyTool(owner, mine.id, ask('copy'), { from: theirs.id }, { base: 1 }))).toBe('C1101')
  })
})

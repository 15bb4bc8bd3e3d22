/** Streamed channels between two lists: a merge and a copy take them with their addresses, and no transponder. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  applyTool,
  createList,
  mergeLists,
  previewMergeOf,
  previewTool,
  readList,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { parseOther } from '~/modules/channel-list/merge/other.schema'
import { toolSchemas, type ToolAsk } from '~/modules/channel-list/tools/tools.schema'
import { makeRecord } from '../../support/fixtures/satcodx'
import { good, makeActor } from './people'

const satellites = Uint8Array.from([1, 2].flatMap((sid) => [...makeRecord({ sid, name: `Channel ${sid}` }, '103'), 10]))
const playlist = new TextEncoder().encode(
  [
    '#EXTM3U',
    '#EXTINF:-1,One',
    'http://example.org/1.m3u8',
    '#EXTINF:-1 radio="true",Two',
    'https://example.org/2.m3u8',
    '#EXTINF:-1,Channel 2',
    'http://example.org/second.m3u8',
  ].join('\n'),
)
const listOf = async (actor: Actor, name: string, bytes: Uint8Array): Promise<string> =>
  good(await createList(actor, { name, bytes, fileName: null })).id
const rowsOf = async (actor: Actor, id: string) =>
  good(
    await readList(actor, id, {}, (view) =>
      view.rows({}, { page: 1, size: 50 }).items.map((row) => {
        const details = view.channel(row.id)
        return [row.name, row.type, details?.url ?? null, row.frequencyKHz === null]
      }),
    ),
  )
const [first, second] = [
  ['Channel 1', 'tv', null, false],
  ['Channel 2', 'tv', null, false],
]
const [one, two] = [
  ['One', 'tv', 'http://example.org/1.m3u8', true],
  ['Two', 'radio', 'https://example.org/2.m3u8', true],
]

describe('streamed channels', () => {
  it('are merged, even into a list of satellite channels, and reverted by one undo', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, 'Mine', satellites)
    const theirs = await listOf(owner, 'Theirs', playlist)
    const other = parseOther(`list.${theirs}`)
    if (other === null) throw new Error('names nothing')
    const asked = { other, search: '', keep: [], favourites: false, names: false, take: [], pick: [] }
    const seen = good(await previewMergeOf(owner, mine, { other, search: '', page: 1, size: 20 }))
    // A channel of the same name without a place of reception is the same channel.
    expect(seen.rows.map(({ name }) => name)).toEqual(['One', 'Two'])
    const merged = good(await mergeLists(owner, mine, { ...asked, base: 1, wanted: 'all', place: 'end' }))
    expect(merged).toMatchObject({ added: 2, left: [] })
    expect(await rowsOf(owner, mine)).toEqual([first, second, one, two])
    expect(good(await previewMergeOf(owner, mine, { other, search: '', page: 1, size: 20 })).missing).toBe(0)
    good(await undo(owner, mine))
    expect(await rowsOf(owner, mine)).toEqual([first, second])
  })

  it('are copied, but not a second time', async () => {
    const owner = await makeActor()
    const from = await listOf(owner, 'From', playlist)
    const target = await listOf(owner, 'Target', satellites)
    const asked: ToolAsk = { tool: 'copy', ...toolSchemas.copy.parse({}) }
    const shown = async () => good(await previewTool(owner, target, asked, { from }, { page: 1, size: 20 }))
    const preview = await shown()
    expect(preview.rows.map(({ name, refusal }) => [name, refusal])).toEqual([
      ['One', null],
      ['Two', null],
      // Matched by name: the address is another way to receive a channel of this name.
      ['Channel 2', null],
    ])
    good(await applyTool(owner, target, asked, { from }, { base: preview.revision }))
    const streamed = ['Channel 2', 'tv', 'http://example.org/second.m3u8', true]
    expect(await rowsOf(owner, target)).toEqual([first, second, one, two, streamed])
    expect((await shown()).counts).toMatchObject({ changes: 0, refused: 3 })
  })

  it('are exported from a list of satellite channels to which they were added', async () => {
    const owner = await makeActor()
    const from = await listOf(owner, 'From', satellites)
    const url = 'rtsp://example.org/own'
    good(
      await applyOperations(owner, from, {
        base: 1,
        operations: [
          {
            op: 'add',
            target: 'channel',
            channels: [{ id: 2 ** 30 + 7, name: 'My own', transponder: null, type: 'tv', url }],
          },
        ],
      }),
    )
    const target = await listOf(owner, 'Target', playlist)
    const other = parseOther(`list.${from}`)
    if (other === null) throw new Error('names nothing')
    const asked = { other, search: 'my own', keep: [], favourites: false, names: false, take: [], pick: [] }
    good(await mergeLists(owner, target, { ...asked, base: 1, wanted: 'all', place: 'end' }))
    expect((await rowsOf(owner, target)).at(-1)).toEqual(['My own', 'tv', url, true])
  })
})

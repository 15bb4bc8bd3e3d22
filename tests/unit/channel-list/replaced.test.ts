/**
 * Channel ids belong to one file. No edit made on one file reaches a channel of another, and a preview shows which
 * edits can be carried over.
 */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  createList,
  getList,
  mapChannels,
  readList,
  replaceFile,
  storeLogo,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { buildSeedList, type SeedChannel, type SeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { translateOperations } from '~/modules/channel-list/edit/translate.schema'
import { plainPng } from '../../support/media'
import { codeOf, good, makeActor } from './people'

/** Channels identified by their SIDs and names. */
const channelsOf = (count: number): SeedList => {
  const list = buildSeedList({ seed: 7, channels: count, latinOnly: true })
  return {
    ...list,
    channels: list.channels.map((channel, at) => ({ ...channel, sid: 100 + at, name: `Channel ${at}` })),
  }
}
const fileOf = (
  list: SeedList,
  change: (channels: SeedChannel[]) => SeedChannel[] = (channels) => channels,
): Uint8Array => writeSatcodx({ ...list, channels: change(list.channels) }, { version: '103' })
const rotated =
  (by: number) =>
  (channels: SeedChannel[]): SeedChannel[] => [...channels.slice(by), ...channels.slice(0, by)]

const makeList = async (count = 40) => {
  const owner = await makeActor()
  const list = channelsOf(count)
  const made = good(await createList(owner, { name: 'List', bytes: fileOf(list), fileName: null }))
  return { owner, list, id: made.id, source: made.source }
}
const replace = async (owner: Actor, id: string, bytes: Uint8Array): Promise<string> =>
  good(await replaceFile(owner, id, { bytes, fileName: null, ifMatch: '*' })).source
const allNames = async (owner: Actor, id: string): Promise<string[]> =>
  good(await readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 200 }).items.map(({ name }) => name)))

describe('edits on a replaced file', () => {
  it('are refused if their ids come from the earlier file, whatever base they name', async () => {
    const { owner, list, id, source } = await makeList()
    const newest = await replace(owner, id, fileOf(list, rotated(10)))
    const before = await allNames(owner, id)
    for (const base of [1, 2]) {
      const refused = await applyOperations(owner, id, {
        base,
        source,
        operations: [
          { op: 'rename', id: 6, name: 'Mine' },
          { op: 'delete', ids: [7] },
        ],
      })
      expect(refused).toMatchObject({
        ok: false,
        code: 'C1104',
        data: { cause: 'replaced', base, revision: 2, source: newest, from: source },
      })
    }
    // A base of the earlier file is not the newest, although the ids claim to be from the newest file.
    expect(
      await applyOperations(owner, id, {
        base: 1,
        source: newest,
        operations: [{ op: 'rename', id: 6, name: 'Of which file?' }],
      }),
    ).toMatchObject({ code: 'C1104', data: { cause: 'replaced' } })
    // Without a source, the base says which file is meant.
    expect(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [7] }] })).toMatchObject({
      code: 'C1104',
      data: { cause: 'replaced', from: source },
    })
    expect(await allNames(owner, id)).toEqual(before)
    good(await applyOperations(owner, id, { base: 2, source: newest, operations: [{ op: 'delete', ids: [7] }] }))
  })

  it('are refused after the replacement on which they were made is undone', async () => {
    const { owner, list, id, source } = await makeList()
    const replaced = await replace(owner, id, fileOf(list, rotated(10)))
    expect(good(await undo(owner, id, { base: 2 }))).toMatchObject({ revision: 3, source })
    expect(
      await applyOperations(owner, id, {
        base: 3,
        source: replaced,
        operations: [{ op: 'rename', id: 6, name: 'Mine' }],
      }),
    ).toMatchObject({ code: 'C1104', data: { cause: 'replaced', from: replaced } })
    expect(await getList(owner, id)).toMatchObject({ value: { revision: 3 } })
  })

  it('reach the same channels once they are mapped', async () => {
    const { owner, list, id, source } = await makeList()
    await replace(owner, id, fileOf(list, rotated(10)))
    const mapped = good(await mapChannels(owner, id, { source, ids: [6, 7] }))
    expect(mapped).toMatchObject({
      kept: true,
      revision: 2,
      missing: [],
      ambiguous: [],
      found: [
        { id: 6, name: 'Channel 6', to: 36 },
        { id: 7, name: 'Channel 7', to: 37 },
      ],
    })
    const { operations } = translateOperations(
      [
        { op: 'rename', id: 6, name: 'Mine' },
        { op: 'delete', ids: [7] },
      ],
      new Map(mapped.found.map((one) => [one.id, one.to])),
    )
    good(await applyOperations(owner, id, { base: mapped.revision, source: mapped.source, operations }))
    const names = await allNames(owner, id)
    expect(names).toContain('Mine')
    expect(names).not.toContain('Channel 6')
    expect(names).not.toContain('Channel 7')
    expect(names.filter((name) => name === 'Channel 16' || name === 'Channel 17')).toHaveLength(2)
  })
})

describe('a mapping', () => {
  const mapOne = async (change: (channel: SeedChannel, list: SeedList) => SeedChannel[]): Promise<string> => {
    const { owner, list, id, source } = await makeList(20)
    const [last] = list.channels.slice(-1)
    await replace(
      owner,
      id,
      fileOf(list, (channels) =>
        channels
          .flatMap((channel, at) => (at === 5 ? change(channel, list) : [channel]))
          .concat(last ? [{ ...last, sid: 9000, name: 'New one' }] : []),
      ),
    )
    const { found, missing, ambiguous } = good(await mapChannels(owner, id, { source, ids: [5] }))
    return [
      ...found.map(({ to }) => `found ${to}`),
      ...missing.map(() => 'missing'),
      ...ambiguous.map(() => 'ambiguous'),
    ].join()
  }
  it('needs the same satellite and SID; a channel with a new name is the same channel', async () => {
    expect(await mapOne((channel) => [channel])).toBe('found 5')
    expect(await mapOne((channel) => [{ ...channel, sid: 4444 }])).toBe('missing')
    expect(await mapOne((channel) => [{ ...channel, name: 'Something else' }])).toBe('found 5')
    expect(
      await mapOne((channel, list) => [
        { ...channel, satellite: (channel.satellite + 1) % list.satellites.length, transponder: 0 },
      ]),
    ).toBe('missing')
    expect(await mapOne(() => [])).toBe('missing')
  })
  it('chooses none if several fit', async () => {
    expect(await mapOne((channel) => [channel, channel])).toBe('ambiguous')
  })
  it('treats transponders within 2 MHz as the same, but none beyond', async () => {
    const { owner, list, id, source } = await makeList(20)
    const shifted = (byMHz: number): Uint8Array =>
      writeSatcodx(
        {
          ...list,
          satellites: list.satellites.map((satellite) => ({
            ...satellite,
            transponders: satellite.transponders.map((one) => ({ ...one, frequencyMHz: one.frequencyMHz + byMHz })),
          })),
        },
        { version: '103' },
      )
    await replace(owner, id, shifted(2))
    expect(good(await mapChannels(owner, id, { source, ids: [5] })).found).toHaveLength(1)
    await replace(owner, id, shifted(3))
    expect(good(await mapChannels(owner, id, { source, ids: [5] })).missing).toHaveLength(1)
  })
  it('finds a channel by its original name and by the owner’s name for it', async () => {
    const { owner, list, id, source } = await makeList(20)
    good(await applyOperations(owner, id, { base: 1, source, operations: [{ op: 'rename', id: 5, name: 'Given' }] }))
    await replace(owner, id, fileOf(list, rotated(3)))
    expect(good(await mapChannels(owner, id, { source, ids: [5] })).found).toMatchObject([{ name: 'Given', to: 2 }])
    const given = await replace(
      owner,
      id,
      fileOf(list, (channels) => channels.map((channel, at) => (at === 5 ? { ...channel, name: 'Given' } : channel))),
    )
    expect(good(await mapChannels(owner, id, { source, ids: [5] }))).toMatchObject({
      source: given,
      found: [{ to: 5 }],
    })
  })
  it('finds nothing for a file that this list never had, and nothing for another account', async () => {
    const [one, other] = [await makeList(12), await makeList(14)]
    expect(good(await mapChannels(one.owner, one.id, { source: other.source, ids: [1, 2] }))).toMatchObject({
      kept: false,
      found: [],
      missing: [
        { id: 1, name: null },
        { id: 2, name: null },
      ],
    })
    expect(codeOf(await mapChannels(other.owner, one.id, { source: one.source, ids: [1] }))).toBe('C1101')
  })
})

describe('values that only the portal stores', () => {
  it('stay with their channels in the new file, even renamed ones, and undo reverts them with it', async () => {
    const { owner, list, id } = await makeList(20)
    const category = 2 ** 30 + 77
    good(
      await applyOperations(owner, id, {
        base: 1,
        operations: [
          { op: 'add', target: 'category', id: category, values: { name: 'Mine', logo: null } },
          { op: 'set', target: 'channel', ids: [5, 6], field: 'category', value: category },
          { op: 'set', target: 'channel', ids: [5], field: 'url', value: 'http://a.example/5' },
          { op: 'set', target: 'channel', ids: [6], field: 'name.ar', value: 'قناة' },
          { op: 'numbers', numbers: [[7, 700]] },
        ],
      }),
    )
    const told = async () =>
      good(
        await readList(owner, id, {}, (view) =>
          view.rows({}, { page: 1, size: 100 }).items.flatMap((row) => {
            const channel = view.channel(row.id)
            if (!channel || (channel.category === null && channel.number === channel.position)) return []
            const { sid, category: of, url, names, number, position } = channel
            return [{ sid, of, url, ar: names.ar, number: number === position ? null : number }]
          }),
        ),
      )
    const before = await told()
    expect(before).toEqual([
      { sid: 105, of: category, url: 'http://a.example/5', ar: undefined, number: null },
      { sid: 106, of: category, url: null, ar: 'قناة', number: null },
      { sid: 107, of: null, url: null, ar: undefined, number: 700 },
    ])
    await replace(
      owner,
      id,
      fileOf(list, (channels) =>
        rotated(9)(channels.map((one) => (one.sid === 105 ? { ...one, name: 'Renamed' } : one))),
      ),
    )
    expect((await told()).sort((a, b) => (a.sid ?? 0) - (b.sid ?? 0))).toEqual(before)
    good(await undo(owner, id, {}))
    expect(await told()).toEqual(before)
  })

  it('stay in each of 1205 channels, and so does the picture of a default category', async () => {
    const { owner, list, id } = await makeList(1205)
    const { id: logo } = good(await storeLogo(owner, id, plainPng(40, 24)))
    const all = Array.from({ length: 1205 }, (_, at) => at)
    good(
      await applyOperations(owner, id, {
        base: 1,
        operations: [
          { op: 'set', target: 'category', id: 4, values: { logo } },
          { op: 'numbers', numbers: all.map((one) => [one, 5000 + one]) },
          { op: 'names-in', language: 'fr', names: all.map((one) => [one, `Chaîne ${one}`]) },
        ],
      }),
    )
    await replace(owner, id, fileOf(list, rotated(300)))
    const told = good(
      await readList(owner, id, {}, (view) =>
        view.rows({}, { page: 1, size: 2000 }).items.map((row) => {
          const channel = view.channel(row.id)
          return [channel?.sid, channel?.number, channel?.names.fr]
        }),
      ),
    )
    expect(told.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
      all.map((one) => [100 + one, 5000 + one, `Chaîne ${one}`]),
    )
    const categories = good(await readList(owner, id, {}, (view) => view.categories()))
    expect(categories.find((one) => one.id === 4)?.logo).toBe(logo)
  })
})

/** Long lists are worked on beside the event loop, in turns by account, and what they cost is counted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applyOperations,
  engineData,
  exportFile,
  getList,
  mapChannels,
  previewEncoding,
  readList,
  reportOf,
  saveFromBox,
  stopEngineThreads,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { setAside } from '~/modules/channel-list/aside.server'
import { heldExportBytes } from '~/modules/channel-list/exports.server'
import { workOn } from '~/modules/channel-list/heavy.server'
import { exportCacheBytes } from '~/modules/channel-list/limits'
import { env } from '~/platform/env.server'
import { consume, forgive, rules } from '~/platform/limits.server'
import { zipOf } from '../../support/fixtures/xlsx'
import { longestTurn, turnMsMax } from '../../support/longest-turn'
import { codeOf, good, longSdxFile, makeActor, makeBox, sdxFile } from './people'

const channels = 99_900
let owner: Actor
let id: string
let saveMs = 0

beforeAll(async () => {
  owner = await makeActor()
  const box = await makeBox(owner)
  // Made before the measuring: writing so long a file takes longer than any turn may.
  const bytes = longSdxFile(channels)
  const { value, longestMs } = await longestTurn(() => saveFromBox(box, { listId: null, name: 'Long', bytes }))
  id = good(value).id
  saveMs = longestMs
}, 120_000)
afterAll(stopEngineThreads)

it('an archive of some kilobytes that unpacks to megabytes is read while everybody else goes on', async () => {
  const sheet = zipOf({
    'xl/sharedStrings.xml': '<si><t>A channel</t></si>'.repeat(90_000),
    'xl/worksheets/sheet1.xml': `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(15_000),
  })
  const settings = zipOf({ lamedb: `eDVB services /4/\ntransponders\n${'x'.repeat(20_000_000)}` })
  expect(Math.max(sheet.length, settings.length)).toBeLessThan(64 * 1024)
  for (const bytes of [sheet, settings]) {
    const { longestMs } = await longestTurn(() => setAside(owner, { bytes, fileName: null }, { mayBeLines: true }))
    expect(longestMs).toBeLessThan(turnMsMax)
  }
})

describe('a list of 99 900 channels', () => {
  it('is saved by a box while everybody else goes on', () => {
    expect(saveMs).toBeLessThan(turnMsMax)
  })

  const cases: [string, () => Promise<{ ok: boolean }>][] = [
    ['is exported in another dialect', () => exportFile(owner, id, { format: 'chl' })],
    ['is exported in its own', () => exportFile(owner, id)],
    [
      'is paged, searched and shown by name',
      () =>
        readList(owner, id, {}, (view) => [
          view.rows({}, { page: 3, size: 50 }),
          view.rows({ search: 'a' }, { page: 1, size: 50 }),
          view.rows({ sort: 'name' }, { page: 2, size: 50 }),
          view.facets(),
          view.favouriteGroups(),
        ]),
    ],
    ['tells the ids that match', () => readList(owner, id, {}, (view) => view.ids({ type: 'tv' }).length)],
    ['is reported', () => reportOf(owner, id, { page: 1, size: 20 })],
    ['is shown in another encoding', () => previewEncoding(owner, id, 'iso-8859-5')],
    ['is sorted', () => applyOperations(owner, id, { base: 1, operations: [{ op: 'sort', mode: 'az' }] })],
    [
      'is edited on a stale base',
      () => applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 5, name: 'Five' }] }),
    ],
    [
      'is looked through for the channels of an earlier file',
      async () => mapChannels(owner, id, { source: good(await getList(owner, id)).source, ids: [1, 2, 3, 99_000] }),
    ],
    ['is undone', () => undo(owner, id)],
    ['is given to the editor', () => engineData(owner, id)],
  ]
  it.each(cases)(
    '%s while everybody else goes on',
    async (_does, work) => {
      const { value, longestMs } = await longestTurn(work)
      expect(value.ok).toBe(true)
      expect(longestMs).toBeLessThan(turnMsMax)
    },
    60_000,
  )

  it('gives the same answers as one that is read at once', async () => {
    const read = (view: Parameters<Parameters<typeof readList>[3]>[0]) => ({
      row: view.row(7),
      channel: view.channel(7),
      neighbours: view.neighbours(7),
      length: view.length,
      satellites: view.satellites().length,
    })
    const long = good(await readList(owner, id, { revision: 1 }, read))
    expect(long.length).toBe(channels)
    expect(long.channel).toMatchObject({ id: 7, position: 8 })
    expect(long.row?.name).toBe(long.channel?.name)
    expect(long.neighbours).toEqual({ previous: 6, next: 8 })
  }, 60_000)

  it('is written once, however many ask, and its memory is bounded', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => exportFile(owner, id, { format: 'sdx' })))
    const [first] = files.map(good)
    expect(files.every((file) => file.ok && file.value.bytes === first?.bytes)).toBe(true)
    expect(heldExportBytes()).toBeGreaterThan(0)
    expect(heldExportBytes()).toBeLessThanOrEqual(exportCacheBytes)
  }, 60_000)
})

describe('the engine’s threads', () => {
  it('fail what they were asked when the engine fails, and go on', async () => {
    const source = longSdxFile(20_000)
    const broken = {
      stored: { key: 'broken 1', source, state: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) },
      withProblems: false,
    }
    await expect(workOn('someone', 'readFacts', broken)).rejects.toThrow('does not fit')
    const imported = good(await workOn('someone', 'importBytes', { bytes: source, whole: true }))
    expect(good(imported).facts.channels).toBe(20_000)
  }, 60_000)

  it('answer A0503 to what was under way when they end, and start again', async () => {
    const source = longSdxFile(20_000)
    const underWay = workOn('someone', 'importBytes', { bytes: source, whole: true })
    await new Promise((resolve) => setImmediate(resolve))
    await stopEngineThreads()
    expect(codeOf(await underWay)).toBe('A0503')
    expect((await workOn('someone', 'importBytes', { bytes: source, whole: true })).ok).toBe(true)
  }, 60_000)

  it('refuse what an account sends without waiting for answers, and still serve another', async () => {
    const source = longSdxFile(20_000)
    const ask = (who: string) => workOn(who, 'importBytes', { bytes: source, whole: true })
    const greedy = Array.from({ length: 20 }, () => ask('greedy'))
    let greedyDone = 0
    for (const one of greedy) void one.then((result) => (greedyDone += result.ok ? 1 : 0))
    expect((await ask('modest')).ok).toBe(true)
    // In turns: at most what ran already and one more came before.
    expect(greedyDone).toBeLessThanOrEqual(4)
    const codes = (await Promise.all(greedy)).map(codeOf)
    expect(codes.filter((code) => code === 'I1009').length).toBeGreaterThanOrEqual(10)
  }, 60_000)

  it('count their time for the account, and refuse it when its minute is used up', async () => {
    const source = longSdxFile(20_000)
    expect(env.limitsOn).toBe(true)
    await forgive('engine-time', 'costly')
    await consume('engine-time', 'costly', rules['engine-time'].points - 1)
    expect((await workOn('costly', 'importBytes', { bytes: source, whole: true })).ok).toBe(true)
    const refused = await workOn('costly', 'importBytes', { bytes: source, whole: true })
    expect(refused).toMatchObject({
      ok: false,
      code: 'I1009',
      data: { retryAfterSeconds: expect.any(Number) as number },
    })
    expect((await workOn('costly', 'importBytes', { bytes: sdxFile(100), whole: true })).ok).toBe(true)
  }, 60_000)
})

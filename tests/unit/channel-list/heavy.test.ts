/**
 * Long lists are worked on by the engine's threads, in turns by account, and the time is charged to the account.
 * heavy.long.test.ts measures how long the server's own thread is blocked.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exportFile,
  makeShare,
  readList,
  readShared,
  stopEngineThreads,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { holdFile } from '~/modules/channel-list/storage/held-file.server'
import { heldExportBytes } from '~/modules/channel-list/files/exports.server'
import { workOn } from '~/modules/channel-list/engine/heavy.server'
import { exportCacheBytes } from '~/modules/channel-list/limits'
import { env } from '~/platform/env.server'
import { consume, forgive, rules } from '~/platform/limits.server'
import { piecesOf } from '../../support/engine-pieces'
import { beginLongList, channels, packedFiles, works } from './heavy-work'
import { codeOf, good, longSdxFile, sdxFile } from './people'

let owner: Actor
let id: string
let saving: Awaited<ReturnType<typeof piecesOf>>

beforeAll(async () => {
  const long = await beginLongList()
  owner = long.owner
  const saved = await piecesOf(long.save)
  id = good(saved.value).id
  saving = saved
}, 120_000)
afterAll(stopEngineThreads)

it('reads an archive of some kilobytes that unpacks to megabytes on the engine’s thread', async () => {
  for (const bytes of packedFiles()) {
    expect(bytes.length).toBeLessThan(64 * 1024)
    const read = await piecesOf(() => holdFile(owner, { bytes, fileName: null }, { mayBeLines: true }))
    expect([read.onThread, read.callsHere]).toEqual([['importBytes', 'readLines'], 0])
  }
})

describe('a list of 99 900 channels', () => {
  it('is saved by a box on the engine’s thread', () => {
    expect([saving.onThread, saving.callsHere]).toEqual([['importBytes'], 0])
  })

  it.each(works.map((one) => [one.does, one] as const))('%s on the engine’s thread', async (_, { pieces, work }) => {
    const { value, onThread, callsHere } = await piecesOf(() => work(owner, id))
    expect(value.ok).toBe(true)
    expect([onThread, callsHere]).toEqual([pieces, 0])
  })

  it('gives the same answers as a list that is read on this thread', async () => {
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
  })

  it('is written once for any number of requests, and uses bounded memory', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => exportFile(owner, id, { format: 'sdx' })))
    const [first] = files.map(good)
    expect(files.every((file) => file.ok && file.value.bytes === first?.bytes)).toBe(true)
    expect(heldExportBytes()).toBeGreaterThan(0)
    expect(heldExportBytes()).toBeLessThanOrEqual(exportCacheBytes)
  })
})

describe('the engine’s threads', () => {
  it('fail their pending work when the engine fails, and go on', async () => {
    const source = longSdxFile(20_000)
    const broken = {
      stored: { key: 'broken 1', source, state: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) },
      withProblems: false,
    }
    await expect(workOn('someone', 'readFacts', broken)).rejects.toThrow('does not fit')
    const imported = good(await workOn('someone', 'importBytes', { bytes: source, whole: true }))
    expect(good(imported).facts.channels).toBe(20_000)
  })

  it('answer A0503 to running work when they end, and start again later', async () => {
    const source = longSdxFile(20_000)
    const underWay = workOn('someone', 'importBytes', { bytes: source, whole: true })
    await new Promise((resolve) => setImmediate(resolve))
    await stopEngineThreads()
    expect(codeOf(await underWay)).toBe('A0503')
    expect((await workOn('someone', 'importBytes', { bytes: source, whole: true })).ok).toBe(true)
  })

  it('refuse work from an account that doesn’t wait for answers, and still serve another account', async () => {
    const source = longSdxFile(20_000)
    const ask = (who: string) => workOn(who, 'importBytes', { bytes: source, whole: true })
    const greedy = Array.from({ length: 20 }, () => ask('greedy'))
    let greedyDone = 0
    for (const one of greedy) void one.then((result) => (greedyDone += result.ok ? 1 : 0))
    expect((await ask('modest')).ok).toBe(true)
    // Accounts take turns: at most the running work and one more came first.
    expect(greedyDone).toBeLessThanOrEqual(4)
    const codes = (await Promise.all(greedy)).map(codeOf)
    expect(codes.filter((code) => code === 'I1009').length).toBeGreaterThanOrEqual(10)
  })

  it('charge their time to the account, and refuse its work when its minute is used up', async () => {
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
  })

  it('charge readers of all links of an account as one, without using up the owner’s time', async () => {
    const links = [good(await makeShare(owner, id, { days: null })), good(await makeShare(owner, id, { days: null }))]
    const readBy = (token: string | null) => readShared(token ?? '', (view) => view.length)
    await forgive('engine-time', owner.userId)
    await consume('engine-time', `links of ${owner.userId}`, rules['engine-time'].points)
    for (const { token } of links) expect(codeOf(await readBy(token))).toBe('I1009')
    expect(good(await readList(owner, id, {}, (view) => view.length))).toBe(channels)
  })
})

/** Streamed downloads: how many at a time, and who loses a slot. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { respondWithFlow, type Flow } from '~/platform/http.server'
import { beginDownload, cutStalledDownloads, downloadLimits, downloadsUnderWay } from '~/web/download-slots.server'
import { ok } from '~/errors/table'
import { startClock } from '../../support/shop'

let clock: ReturnType<typeof startClock>
const ended: string[] = []
const flows: Flow[] = []
const begin = async (of: string, name = of) => {
  const endless: Flow = { next: () => Promise.resolve(new Uint8Array(1000)), end: () => void ended.push(name) }
  const begun = await beginDownload(of, () => Promise.resolve(ok(endless)))
  if (begun.ok) flows.push(begun.value)
  return begun
}
const many = async (count: number) => {
  for (let n = 0; n < count; n++) expect(await begin(`account ${n}`)).toMatchObject({ ok: true })
}
beforeEach(() => void (clock = startClock()))
afterEach(() => {
  for (const flow of flows.splice(0)) flow.end()
  ended.length = 0
  expect(downloadsUnderWay()).toBe(0)
  clock.stop()
})

describe('a streamed download', () => {
  it('has a limit per account, even for simultaneous starts, and gives its slot back once', async () => {
    const at = await Promise.all(Array.from({ length: 5 }, () => begin('ana')))
    expect(at.filter((one) => one.ok)).toHaveLength(downloadLimits.ofOne)
    expect(at.find((one) => !one.ok)).toMatchObject({ code: 'I1009', data: { retryAfterSeconds: 10 } })
    flows[0]?.end()
    flows[0]?.end()
    expect(await begin('ana')).toMatchObject({ ok: true })
    expect(await begin('ana')).toMatchObject({ code: 'I1009' })
  })
  it('has a limit overall; when that is reached, others get a retry time', async () => {
    await many(downloadLimits.ofAll)
    const over = { code: 'A0503', data: { context: 'files', retryAfterSeconds: 10 } }
    expect(await begin('late')).toMatchObject(over)
    // The fast ones keep their slots.
    clock.advance(downloadLimits.roomAfterMs)
    for (const flow of flows) for (let n = 0; n < 1000; n++) await flow.next()
    expect(await begin('late')).toMatchObject(over)
    expect(downloadsUnderWay()).toBe(downloadLimits.ofAll)
  })
  it('is ended for the next one when it is the slowest', async () => {
    await many(downloadLimits.ofAll)
    for (const [index, flow] of flows.entries()) if (index !== 7) await flow.next()
    clock.advance(downloadLimits.roomAfterMs)
    expect(await begin('late')).toMatchObject({ ok: true })
    expect(ended).toEqual(['account 7'])
    expect(flows[7]?.signal?.aborted).toBe(true)
  })
  it('is cut off when its client reads nothing, and what was sent is an incomplete file', async () => {
    const [stalled, taking] = [await begin('ana', 'stalled'), await begin('ben', 'taking')]
    if (!stalled.ok || !taking.ok) throw new Error('there is room')
    const body = respondWithFlow({ type: 'text/csv', fileName: 'x.csv' }, stalled.value).body?.getReader()
    expect((await body?.read())?.done).toBe(false)
    clock.advance(downloadLimits.stalledMs - 1)
    await taking.value.next()
    cutStalledDownloads()
    expect(ended).toEqual([])
    clock.advance(1)
    cutStalledDownloads()
    expect(ended).toEqual(['stalled'])
    await expect(body?.read()).rejects.toThrow('broken off')
  })
})

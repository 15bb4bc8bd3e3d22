/**
 * A box's services and settings at the gateway: answered from memory that the app fills, never past the moment of a
 * change.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  makeBoxMemory,
  toBoxView,
  type BoxFacts,
  type MemoryChange,
  type ReadyList,
  type ReadyServices,
} from '~/modules/stb/memory'
import { makeStoppedClock, minuteMs, replaceClock as setClock, secondMs } from '~/platform/clock.server'
import type { FetchNote } from '../../../app/server/channel'
import { makeHeard } from '../../../app/server/gateway/app-messages'
import { answerCached } from '../../../app/server/gateway/cached'
import { toldSettings } from '../../support/box-facts'

const clock = makeStoppedClock(new Date('2026-11-22T12:00:00Z'))
const memory = makeBoxMemory()
const heard = makeHeard(memory)
const noted: FetchNote[] = []
const peer = { address: '192.0.2.1', origin: 'http://portal.test', host: 'portal.test', https: false }
/** A substitute for the app, which gets everything that the memory does not answer. */
const server = http.createServer((req, res) => {
  if (answerCached({ memory, noteFetch: (note) => void noted.push(note) }, req, res, peer, 'request-1')) return
  res.writeHead(599).end()
})
let origin = ''
const back = setClock(clock)
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  back()
  server.close()
  server.closeAllConnections()
})

let seq = 0
const box: BoxFacts = {
  id: 't',
  sn: '100000000001',
  userId: null,
  vnoId: null,
  claimed: false,
  proven: true,
  ...toldSettings,
}
const ready = (more: Partial<ReadyServices> = {}): ReadyServices => {
  const fromMs = clock.now().getTime()
  return { sn: box.sn, fromMs, untilMs: fromMs + minuteMs, etag: 'W/"tag"', json: '[{"key":"tv"}]', ...more }
}
beforeEach(() => {
  heard.take({ kind: 'memory', seq: ++seq, call: 'forgetAllBoxes', args: [] })
  heard.take({ kind: 'memory', seq: ++seq, call: 'forgetAllServices', args: [] })
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepBox', args: ['mpd_token', box] })
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepServices', args: [ready()] })
})
const ask = async (headers: Record<string, string> = {}, what = 'services') => {
  const response = await fetch(`${origin}/api/stb/${what}`, {
    headers: { authorization: 'Bearer mpd_token', ...headers },
  })
  return { status: response.status, text: await response.text() }
}

it('answers a box that asks every second by 304, without the app, and gives nobody else its list', async () => {
  const revision = 3
  const list: ReadyList = {
    ...{ listId: 'l1', revision, language: null, stage: null, isStaged: false },
    audience: { kind: 'system', ownerId: 'o', vnoId: null },
    file: {
      ...{ bytes: new Uint8Array(5000), type: 'application/octet-stream', fileName: 'l.sdx' },
      ...{ etag: '"3-tag"', lastModified: new Date(0) },
    },
  }
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepList', args: [list, null] })
  noted.length = 0
  for (const authorization of ['', 'mpd_token', 'bearer mpd_token', 'Basic mpd_token', 'Bearer mpd_forged'])
    expect([authorization, (await ask({ authorization }, 'lists/l1')).status, noted]).toEqual([authorization, 599, []])
  const { etag } = toBoxView(box)
  const asked: [string, string][] = [
    ['lists/l1', '"3-tag"'],
    ['settings', etag],
  ]
  for (let second = 0; second < 60; second++)
    for (const [what, tag] of asked) {
      clock.advance(secondMs)
      expect(await ask({ 'if-none-match': tag }, what)).toEqual({ status: 304, text: '' })
    }
  // Notes of one box and list are sent to the app as one.
  expect(noted).toEqual(Array.from({ length: 60 }, () => ({ ...noted[0], sn: box.sn, listId: 'l1', revision })))
})

it('asks the app once an end has passed between two requests, with the tag or without', async () => {
  clock.advance(minuteMs - 1)
  expect((await ask()).status).toBe(200)
  expect(await ask({ 'if-none-match': 'W/"tag"' })).toEqual({ status: 304, text: '' })
  clock.advance(1)
  expect((await ask({ 'if-none-match': 'W/"tag"' })).status).toBe(599)
  expect((await ask()).status).toBe(599)
})

it('answers as the endpoint does, with the current time', async () => {
  clock.advance(1000)
  const { text } = await ask({ 'accept-language': 'en' })
  expect(JSON.parse(text)).toEqual({
    ...{ code: '0', message: 'Done.' },
    data: { serverTime: clock.now().toISOString(), proven: true, services: [{ key: 'tv' }] },
  })
})

it('drops the services on the app’s message for this box, all boxes or the token, not for another box', async () => {
  heard.take({ kind: 'memory', seq: ++seq, call: 'forgetServices', args: ['100000000002'] })
  expect((await ask()).status).toBe(200)
  const forgets: MemoryChange[] = [
    { call: 'forgetServices', args: [box.sn] },
    { call: 'forgetAllServices', args: [] },
    { call: 'forgetBox', args: [box.sn] },
  ]
  for (const change of forgets) {
    heard.take({ kind: 'memory', seq: ++seq, call: 'keepBox', args: ['mpd_token', box] })
    heard.take({ kind: 'memory', seq: ++seq, call: 'keepServices', args: [ready()] })
    expect((await ask()).status).toBe(200)
    heard.take({ kind: 'memory', seq: ++seq, ...change })
    expect([change.call, (await ask()).status]).toEqual([change.call, 599])
  }
})

it('reveals nothing of the serial number to a missing or unproven token', async () => {
  expect((await ask({ authorization: 'Bearer mpd_other' })).status).toBe(599)
  expect((await ask({ authorization: 'Basic mpd_token' })).status).toBe(599)
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepBox', args: ['mpd_token', { ...box, proven: false }] })
  expect((await ask()).status).toBe(599)
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepServices', args: [ready({ sn: '', json: '[]' })] })
  expect(JSON.parse((await ask()).text)).toMatchObject({ data: { proven: false, services: [] } })
})

it('answers settings as the endpoint does, with 304 when unchanged, until the token says otherwise', async () => {
  const settings = (headers: Record<string, string> = {}) => ask({ 'accept-language': 'en', ...headers }, 'settings')
  const { told, etag } = toBoxView(box)
  expect(JSON.parse((await settings()).text)).toEqual({ code: '0', message: 'Done.', data: told })
  expect(await settings({ 'if-none-match': etag })).toEqual({ status: 304, text: '' })
  const off = { ...box, settings: { ...box.settings, enabled: false }, settingsVersion: 1, closed: 'setting' as const }
  const until = clock.now().getTime() + minuteMs
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepBox', args: ['mpd_token', { ...off, untilMs: until }] })
  expect(JSON.parse((await settings({ 'if-none-match': etag })).text)).toMatchObject({
    data: { enabled: false, version: 1, closed: 'setting' },
  })
  clock.advance(minuteMs)
  expect((await settings()).status).toBe(599)
  expect((await settings({ authorization: 'Bearer mpd_other' })).status).toBe(599)
  heard.take({ kind: 'memory', seq: ++seq, call: 'keepBox', args: ['mpd_token', box] })
  expect((await settings()).status).toBe(200)
  heard.take({ kind: 'memory', seq: ++seq, call: 'forgetBox', args: [box.sn] })
  expect((await settings()).status).toBe(599)
})

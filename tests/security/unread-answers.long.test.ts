/**
 * Clients that request long files and read nothing: the server holds each file once, and only a few answers for each
 * account.
 */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryMb } from '../../scripts/bench/portal'
import { answerLimits } from '~/platform/answers.server'
import { unpack } from '~/modules/channel-list/files/pack.schema'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'
import type { LogLine } from '../support/server'
import { good, longSdxFile } from '../unit/channel-list/people'

const channels = 30_000
let portal: Portal
let address = ''
let pageAddress = ''
let file: Uint8Array
const open: Socket[] = []

type Unread = { status: number; head: string; first: Buffer; socket: Socket }
/** Sends a request on its own connection and reads only the first bytes. */
const askUnread = (path: string, headers: Record<string, string>): Promise<Unread> =>
  new Promise((resolve, reject) => {
    const socket = connect(portal.port, '127.0.0.1')
    open.push(socket)
    socket.on('error', reject)
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      const head = chunk.toString('latin1').toLowerCase()
      resolve({ status: Number(/^http\/1\.1 (\d{3})/.exec(head)?.[1]), head, first: chunk, socket })
    })
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
  })
/** Reads the rest. A complete answer has freed its slot before its last byte arrives. */
const takeRest = ({ first, socket }: Unread): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks = [first]
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('close', () => {
      const all = Buffer.concat(chunks)
      resolve(all.subarray(all.indexOf('\r\n\r\n') + 4))
    })
    socket.resume()
  })
const takeAll = (answers: readonly Unread[]): Promise<Buffer[]> =>
  Promise.all(answers.filter(({ status }) => status < 300).map(takeRest))
const signedIn = async (): Promise<string> => {
  const answer = await fetch(`${portal.origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ identifier: 'demo-user', password: 'mango-demo' }),
  })
  expect(answer.status).toBe(303)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
const statusesOf = (answers: readonly Unread[]): Record<number, number> => {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}
const fetchFile = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(portal.origin + address, { headers: { ...bearer(portal.tokens.customer), ...headers } })

beforeAll(async () => {
  const { demoAccounts } = await import('~/modules/account/account.server')
  const { saveFromBox, stopEngineThreads } = await import('~/modules/channel-list/channel-list.server')
  await seedPeople()
  const owner = demoAccounts.find((one) => one.userName === 'demo-user')?.id ?? ''
  const { id } = good(
    await saveFromBox(
      { sn: '100000000001', userId: owner, vnoId: null, proven: true, claimed: false },
      { listId: null, name: 'Long', bytes: longSdxFile(channels) },
    ),
  )
  await stopEngineThreads()
  portal = await startPortal({ env: { LIMITS: 'off' } })
  address = `/api/chmax/lists/${id}/file?format=chl`
  pageAddress = `/features/lists/${id}/file?format=chl`
  file = new Uint8Array(await (await fetchFile()).arrayBuffer())
}, 120_000)
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await portal.stop()
})

it('twelve stalled readers of one long file cost its bytes once, and an account’s fifth must wait', async () => {
  expect(file.length).toBeGreaterThan(8 * answerLimits.largeBytes)
  const beforeMb = memoryMb(portal.appPid)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => askUnread(address, bearer(portal.tokens.customer))),
  )
  expect(statusesOf(answers)).toEqual({ 200: answerLimits.largeOfOne, 429: 12 - answerLimits.largeOfOne })
  for (const { status, head } of answers)
    if (status === 429) expect(head).toMatch(/\r\nretry-after: \d+\r\n[^]*"code":"i1009"/)
  expect((memoryMb(portal.appPid) - beforeMb) / (file.length / 1024 / 1024)).toBeLessThan(1.5)
  // By page it is the same account, and the refusal is a page.
  const page = await askUnread(pageAddress, { cookie: await signedIn(), accept: 'text/html' })
  expect([page.status, /content-type: text\/html/.test(page.head), /retry-after: \d/.test(page.head)]).toEqual([
    429,
    true,
    true,
  ])
  // Nobody else waits.
  expect((await fetch(`${portal.origin}/api/chmax/lists`, { headers: bearer(portal.tokens.friend) })).status).toBe(200)
  for (const bytes of await takeAll(answers)) expect(bytes.equals(file)).toBe(true)
  const again = await fetchFile()
  expect([again.status, Buffer.from(await again.arrayBuffer()).equals(file)]).toEqual([200, true])
})

it('ranges of a long file are correct, and count like the whole while nobody reads them', async () => {
  for (const [from, to] of [
    [0, 0],
    [65_535, 65_537],
    [100, 2_000_000],
    [file.length - 3_000_000, file.length - 1],
  ] as const) {
    const answer = await fetchFile({ range: `bytes=${from}-${to}` })
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${from}-${to}/${file.length}`,
      String(to - from + 1),
    ])
    expect(Buffer.from(await answer.arrayBuffer()).equals(file.subarray(from, to + 1))).toBe(true)
  }
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      askUnread(address, { ...bearer(portal.tokens.customer), range: `bytes=${i}-` }),
    ),
  )
  expect(statusesOf(answers)).toEqual({ 206: answerLimits.largeOfOne, 429: 6 - answerLimits.largeOfOne })
  for (const bytes of await takeAll(answers)) expect(Buffer.from(file).subarray(-bytes.length).equals(bytes)).toBe(true)
})

it('the editor’s data of a long list is not copied either', async () => {
  const cookie = await signedIn()
  const engine = pageAddress.replace(/\/file.*/, '/engine')
  const answer = await fetch(portal.origin + engine, { headers: { cookie, 'accept-encoding': 'gzip' } })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  const loaded = Buffer.from(await answer.arrayBuffer())
  const read = unpack(loaded)
  expect([read?.head.sourceBytes, Buffer.from(read?.source ?? []).equals(longSdxFile(channels))]).toEqual([
    longSdxFile(channels).length,
    true,
  ])
  const askAll = () =>
    Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        askUnread(engine, { cookie, ...(i % 2 === 0 ? {} : { 'accept-encoding': 'gzip' }) }),
      ),
    )
  // The first run compiles code, whose memory must not count.
  await takeAll(await askAll())
  const beforeMb = memoryMb(portal.appPid)
  const answers = await askAll()
  // On a busy machine a compressed answer may be sent completely before the next request, and then holds no slot.
  const given = answers.filter(({ status }) => status === 200).length
  expect(given).toBeGreaterThanOrEqual(answerLimits.largeOfOne)
  expect(given).toBeLessThanOrEqual(answerLimits.largeOfOne + 2)
  expect(answers.filter(({ status }) => status === 429).length).toBe(12 - given)
  expect((memoryMb(portal.appPid) - beforeMb) / (loaded.length / 1024 / 1024)).toBeLessThan(1.5)
  await takeAll(answers)
  const last = await fetch(portal.origin + engine, { headers: { cookie } })
  expect(Buffer.from(await last.arrayBuffer()).equals(loaded)).toBe(true)
})

it('an answer that nobody reads is ended, and its slot is freed', async () => {
  const before = portal.log.length
  const answers = await Promise.all(
    Array.from({ length: answerLimits.largeOfOne }, () => askUnread(address, bearer(portal.tokens.customer))),
  )
  expect(statusesOf(answers)).toEqual({ 200: answerLimits.largeOfOne })
  const isCut = (line: LogLine): boolean =>
    line.cut === true && String(line.url).startsWith(address.split('?')[0] ?? '')
  // The last of them: every other log line is already there.
  await portal.waitForLog(
    (line) => isCut(line) && portal.log.slice(before).filter(isCut).length === answerLimits.largeOfOne,
  )
  const answer = await fetchFile()
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(file)]).toEqual([200, true])
}, 90_000)

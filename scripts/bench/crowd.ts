/**
 * Measures what other users notice of a crowd and of a hostile client: 200 boxes that load at once over new connections
 * while people turn pages; and /home and sign-in during an attack by one client, with the attacker's costs.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { get, load, read, signIn, startPortal, type BenchData, type BenchPortal } from './portal'
import { msOf, percentile, spread, type Table } from './table'

const boxes = 200
const people = 4
const attackMs = 5000

/** Sends one request over a new connection; returns the milliseconds until the response head arrives. */
const fetchOnce = (port: number, request: string, expected: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.once('data', (chunk: Buffer) => {
      socket.destroy()
      const head = chunk.toString('latin1', 0, 12)
      if (head.endsWith(expected)) resolve(performance.now() - startedAt)
      else reject(new Error(`a box was answered ${head}`))
    })
    socket.once('error', reject)
  })

/** A burst of boxes while people turn pages without a pause. */
const burst = async (portal: BenchPortal): Promise<{ times: number[]; pages: number }> => {
  const address = `/api/stb/lists/${portal.systemListId}`
  const authorization = `Bearer ${portal.boxToken}`
  const etag =
    (
      await fetch(portal.server.origin + address, { headers: { authorization, 'accept-encoding': 'identity' } })
    ).headers.get('etag') ?? ''
  const page = load(
    portal.server.port,
    get(`/features/lists/${portal.listId}?size=100`, { cookie: portal.cookie }),
    200,
    { connections: people, durationMs: 4000 },
  )
  await pause(1500)
  const times = await Promise.all(
    Array.from({ length: boxes }, () =>
      fetchOnce(portal.server.port, get(address, { authorization, 'if-none-match': etag, connection: 'close' }), '304'),
    ),
  )
  return { times, pages: await page }
}

/** What an attacker sends over and over; each returns the bytes that it cost. */
const attacks = (
  port: number,
): Record<string, { request: string; connections: number; reads: boolean; again: boolean }> => {
  const host = `Host: 127.0.0.1:${port}\r\n`
  const names = Array.from({ length: 150_000 }, (_, index) => index.toString(36)).join('&')
  return {
    'nobody attacks': { request: '', connections: 0, reads: true, again: false },
    'pipelined pages': {
      request: `GET /help/editor HTTP/1.1\r\n${host}\r\n`.repeat(1000),
      connections: 4,
      reads: true,
      again: true,
    },
    'answers nobody reads': {
      request: `GET /help/editor HTTP/1.1\r\n${host}\r\n`.repeat(30),
      connections: 40,
      reads: false,
      again: false,
    },
    'half heads': { request: `GET /home HTTP/1.1\r\n${host}X: `, connections: 100, reads: true, again: false },
    'stalled bodies': {
      request: `POST /api/chmax/lists HTTP/1.1\r\n${host}Content-Type: application/octet-stream\r\nContent-Length: 16777216\r\n\r\n${'x'.repeat(65_536)}`,
      connections: 16,
      reads: true,
      again: true,
    },
    'field names': {
      request: `POST /login HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${names.length}\r\n\r\n${names}`,
      connections: 2,
      reads: true,
      again: true,
    },
    'pages, as fast as they come': {
      request: `GET /help/editor HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      connections: 40,
      reads: true,
      again: true,
    },
  }
}

const attack = async (
  portal: BenchPortal,
  one: ReturnType<typeof attacks>[string],
): Promise<{ home: number[]; signedIn: number; tries: number; sentBytes: number }> => {
  let going = true
  let sentBytes = 0
  const sockets = new Set<Socket>()
  const send = (): void => {
    if (!going) return
    const socket = connect(portal.server.port, '127.0.0.1', () => {
      sentBytes += one.request.length
      socket.write(one.request)
    })
    sockets.add(socket)
    if (one.reads) socket.resume()
    else socket.pause()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      if (one.again) setTimeout(send, 10)
    })
  }
  for (let i = 0; i < one.connections; i++) send()
  await pause(500)
  const { origin } = portal.server
  const home: number[] = []
  let signedIn = 0
  let tries = 0
  const endsAt = performance.now() + attackMs
  while (performance.now() < endsAt) {
    await msOf(() => read(`${origin}/home`, { cookie: portal.cookie })).then(
      (ms) => home.push(ms),
      () => undefined,
    )
    if (home.length % 10 === 1) {
      tries++
      signedIn += await signIn(origin).then(
        () => 1,
        () => 0,
      )
    }
    await pause(20)
  }
  going = false
  for (const socket of sockets) socket.destroy()
  return { home, signedIn, tries, sentBytes }
}

export const benchCrowd = async (data: BenchData): Promise<Table[]> => {
  const portal = await startPortal(data)
  try {
    const { times, pages } = await burst(portal)
    const rows: Table['rows'] = []
    for (const [name, one] of Object.entries(attacks(portal.server.port))) {
      const { home, signedIn, tries, sentBytes } = await attack(portal, one)
      rows.push([
        name,
        sentBytes / 1024,
        home.length,
        percentile(home, 0.5),
        percentile(home, 0.95),
        `${signedIn} of ${tries}`,
      ])
    }
    return [
      {
        title: `${boxes} boxes' 304 at once over new connections beside ${people} people turning pages, ms (to reach: all within 150)`,
        columns: ['way', 'pages/s', 'middle', '95 %', 'last'],
        rows: [['directly', pages, ...spread(times)]],
      },
      {
        title:
          '/home of somebody signed in while one stranger attacks, ms (to reach: 95 % within 150, every sign-in succeeds)',
        columns: ['attack', 'KB sent', 'pages', 'middle', '95 %', 'sign-ins'],
        rows,
      },
    ]
  } finally {
    await portal.close()
  }
}

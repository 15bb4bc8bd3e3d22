/**
 * Measures what other users notice of a crowd and of a hostile client: 200 boxes that load at once over new connections
 * while people turn pages, directly and through nginx if it is installed; and /home and sign-in during an attack by one
 * client, with the attacker's costs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { get, load, startPortal, type BenchPortal, type prepareData } from './portal'
import { percentile, spread, type Table } from './table'

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

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** nginx in front of a port; null if it is not installed. */
const startNginx = async (target: number): Promise<{ port: number; stop: () => void } | null> => {
  if (spawnSync('nginx', ['-v']).error !== undefined) return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-nginx-'))
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 2048; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
upstream portal { server 127.0.0.1:${target}; keepalive 64; }
server { listen 127.0.0.1:${port} backlog=1024; location / { proxy_pass http://portal; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; } } }`,
  )
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
  await pause(500)
  return {
    port,
    stop: () => {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A burst of boxes while people turn pages without a pause. */
const burst = async (portal: BenchPortal, port: number): Promise<{ times: number[]; pages: number }> => {
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
      fetchOnce(port, get(address, { authorization, 'if-none-match': etag, connection: 'close' }), '304'),
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
  const home: number[] = []
  let signedIn = 0
  let tries = 0
  const endsAt = performance.now() + attackMs
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    const page = await fetch(`${portal.server.origin}/home`, { headers: { cookie: portal.cookie } })
    await page.arrayBuffer()
    if (page.status === 200) home.push(performance.now() - startedAt)
    if (home.length % 10 === 1) {
      tries++
      const answer = await fetch(`${portal.server.origin}/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ identifier: 'demo-user', password: 'mango-demo' }),
      })
      if (answer.status === 303) signedIn++
    }
    await pause(20)
  }
  going = false
  for (const socket of sockets) socket.destroy()
  return { home, signedIn, tries, sentBytes }
}

export const benchCrowd = async (data: Awaited<ReturnType<typeof prepareData>>): Promise<Table[]> => {
  const portal = await startPortal(data)
  const nginx = await startNginx(portal.server.port)
  try {
    const bursts: Table['rows'] = []
    for (const [name, port] of [
      ['directly', portal.server.port],
      ...(nginx === null ? [] : [['through nginx', nginx.port] as const]),
    ] as const) {
      const { times, pages } = await burst(portal, port)
      bursts.push([name, pages, ...spread(times)])
    }
    if (nginx === null) bursts.push(['through nginx: not installed here', '', '', '', ''])
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
        rows: bursts,
      },
      {
        title:
          '/home of somebody signed in while one stranger attacks, ms (to reach: 95 % within 150, every sign-in succeeds)',
        columns: ['attack', 'KB sent', 'pages', 'middle', '95 %', 'sign-ins'],
        rows,
      },
    ]
  } finally {
    nginx?.stop()
    await portal.close()
  }
}

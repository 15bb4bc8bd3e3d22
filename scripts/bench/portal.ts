/**
 * A portal to measure: the built server on its own data, with a list of 2000 channels that boxes and its owner may
 * read.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startServer, type ServerOptions, type TestServer } from '../../tests/support/server'

export type BenchPortal = {
  server: TestServer
  cookie: string
  boxToken: string
  listId: string
  systemListId: string
  file: Uint8Array
  close(): Promise<void>
}

export type BenchData = Pick<BenchPortal, 'listId' | 'systemListId' | 'file'> & { folder: string }

/** Fills a data folder through the modules, once per process. */
export const prepareData = async (): Promise<BenchData> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'))
  process.env.DATA_DIR = folder
  process.env.PORTAL_MODE = 'demo'
  process.env.LOG_LEVEL = 'warn'
  delete process.env.DATABASE_FILE
  const { deploy } = await import('../migrate.mjs')
  await deploy(path.join(folder, 'portal.db'))
  const { demoAccounts, demoVno, seedAccounts } = await import('~/modules/account/account.seed.server')
  const { seedRegistry } = await import('~/modules/registry/registry.seed.server')
  const { createList, publishList } = await import('~/modules/channel-list/channel-list.server')
  const { buildSeedList } = await import('~/modules/channel-list/seed/data')
  const { writeSatcodx } = await import('~/modules/channel-list/seed/file')
  const { closeDatabase } = await import('~/platform/db.server')
  await seedAccounts()
  await seedRegistry(demoVno.id)
  const file = writeSatcodx(buildSeedList({ seed: 7, channels: 2000 }), { version: '103' })
  const make = async (
    userName: string,
    role: 'customer' | 'administrator',
    kind: 'user' | 'system',
  ): Promise<string> => {
    const userId = demoAccounts.find((one) => one.userName === userName)?.id ?? ''
    const actor = { userId, userName, role, vnoId: null }
    const made = await createList(actor, { kind, name: 'Bench', fileName: 'bench.sdx', bytes: file })
    if (!made.ok) throw new Error(`the list was refused: ${made.code} ${JSON.stringify(made.data)}`)
    if (kind === 'system') await publishList(actor, made.value.id, { act: 'publish', revision: 1, percent: 100 })
    return made.value.id
  }
  const listId = await make('demo-user', 'customer', 'user')
  const systemListId = await make('demo-admin', 'administrator', 'system')
  await closeDatabase()
  return { folder, listId, systemListId, file }
}

let served = 0
/** Starts the built server on a data folder; its log goes into a file of its own there. */
export const serve = (
  folder: string,
  env: Record<string, string> = {},
  more: Pick<ServerOptions, 'projectDir'> = {},
): Promise<TestServer> =>
  startServer({ ...more, dataDir: folder, logFile: path.join(folder, `log-${++served}.jsonl`), env })

/** Signs in; returns the cookie header of the session. */
export const signIn = async (origin: string, identifier = 'demo-user', password = 'mango-demo'): Promise<string> => {
  const body = new URLSearchParams({ identifier, password })
  const answer = await fetch(`${origin}/login`, { method: 'POST', redirect: 'manual', body })
  await answer.arrayBuffer()
  if (answer.status !== 303) throw new Error(`signing in as ${identifier} answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Reads an address completely; throws for anything but 200. */
export const read = async (address: string, headers: Record<string, string> = {}): Promise<ArrayBuffer> => {
  const answer = await fetch(address, { headers })
  const body = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
  return body
}

export const startPortal = async (data: BenchData): Promise<BenchPortal> => {
  const server = await serve(data.folder, { LIMITS: 'off' })
  const paired = await fetch(`${server.origin}/api/stb/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sn: '100000000001', model: 'Mango S1' }),
  })
  const { data: answer } = (await paired.json()) as { data: { deviceToken: string } }
  return {
    server,
    cookie: await signIn(server.origin),
    boxToken: answer.deviceToken,
    listId: data.listId,
    systemListId: data.systemListId,
    file: data.file,
    close: () => server.stop(),
  }
}
export const removeData = (data: { folder: string }): void => rmSync(data.folder, { recursive: true, force: true })

/** Runs a program of this folder in its own process and reads what it prints. TypeScript is loaded by tsx. */
export const runProgram = async (
  file: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<string> => {
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, path.join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}\n${out}`)
  return out
}

/** Starts the reference for boxes: a bare node:http server that sends these bytes, or 304 for this tag. */
export const startBare = async (
  bodyFile: string,
  etag: string,
): Promise<{ port: number; pid: number; stop: () => void }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare.mjs'), bodyFile, etag], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(line.toString()), pid: child.pid ?? 0, stop: () => void child.kill('SIGTERM') }
}

type Load = { answers: number; bytes: number; statuses: Record<string, number>; ms: number }
/**
 * Requests per second over several connections for some time, sent by another process. Throws when an answer has an
 * unexpected status.
 */
export const load = async (
  port: number,
  request: string,
  expected: number,
  { connections = 16, durationMs = 2000 } = {},
): Promise<number> => {
  const result = JSON.parse(
    await runProgram('load.mjs', [JSON.stringify({ port, connections, durationMs, request })]),
  ) as Load
  const other = Object.keys(result.statuses).filter((status) => status !== String(expected))
  if (other.length > 0 || result.answers === 0)
    throw new Error(`answers with status ${JSON.stringify(result.statuses)}, expected ${expected}`)
  return result.answers / (result.ms / 1000)
}

/** A GET with headers, as raw bytes. */
export const get = (address: string, headers: Record<string, string> = {}): string =>
  `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** Resident memory of a process in MB; 0 where the system does not report it. */
export const memoryMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/**
 * Processor time that a process has used, in microseconds; 0 where the system does not report it. On a busy machine it
 * is steadier than rates.
 */
export const processorMicros = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    // Ticks of 10 ms: user and system time.
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return 0
  }
}

/** What the runs share that measure calls of many accounts over HTTP, with all limits on. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { TestServer } from '../../tests/support/server'
import { processorMicros } from './portal'
import { spread, type Table } from './table'

type Answer<D> = { status: number; code: string; data: D }
export type Took = { ms: number[]; processorMs: number }

export const expectThat = (holds: boolean, what: string, found: unknown): void => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`)
}

export const columns = ['what', 'times', 'median', 'p95', 'most', 'processor']
export const row = (what: string, { ms, processorMs }: Took): Table['rows'][number] => [
  what,
  ms.length,
  ...spread(ms),
  processorMs,
]

/** The network that somebody asks from: customers and providers don't share one, nor its limits. */
const networks = new Map<string, string>()
export const networkFor = (who: string): { 'x-forwarded-for': string } => {
  const at = networks.get(who) ?? `10.0.${networks.size}.1`
  networks.set(who, at)
  return { 'x-forwarded-for': at }
}

export const makeRun = (server: TestServer, folder: string) => {
  const processorMs = (): number => (processorMicros(server.appPid) + processorMicros(server.process.pid ?? 0)) / 1000
  /** Milliseconds of each task with `together` running at once, and of the server's CPU per task. */
  const timed = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>, together = 1): Promise<Took> => {
    const ms: number[] = []
    const before = processorMs()
    const rest = [...all]
    const workers = Array.from({ length: together }, async () => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
        const start = performance.now()
        await work(one)
        ms.push(performance.now() - start)
      }
    })
    await Promise.all(workers)
    return { ms, processorMs: (processorMs() - before) / ms.length }
  }
  return {
    timed,
    call: async <D>(method: string, address: string, token: string, json?: object): Promise<Answer<D>> => {
      const answer = await fetch(`${server.origin}/api${address}`, {
        method,
        headers: {
          ...networkFor(token),
          authorization: `Bearer ${token}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      return { status: answer.status, ...((await answer.json()) as { code: string; data: D }) }
    },
    /** The machine's own share: writing a page to disk, as at the end of each transaction. */
    measureDisk: async (): Promise<Took> => {
      const file = openSync(path.join(folder, 'reference'), 'w')
      const page = Buffer.alloc(4096)
      const places = Array.from({ length: 300 }, (_, at) => at)
      const took = await timed(places, (at) => {
        writeSync(file, page, 0, page.length, at * page.length)
        fsyncSync(file)
        return Promise.resolve()
      })
      closeSync(file)
      return took
    },
  }
}

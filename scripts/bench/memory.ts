/**
 * Measures whether the channel page leaks memory: 30 000 requests with 100 rows each, and the server's heap after a
 * garbage collection every 5 000.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import path from 'node:path'
import { read, serve, signIn, type BenchData } from './portal'
import type { Table } from './table'

const requests = 30_000
const step = 5_000
/** Compilers and caches fill up during the first pages. */
const warmUp = 2_000
const connections = 8
const mb = (bytes: number): number => bytes / 1024 / 1024

type Held = { rss: number; heapUsed: number; external: number; arrayBuffers: number }

/** Requests the page so often, over several connections at once. Throws for an unexpected answer. */
const ask = async (address: string, cookie: string, times: number): Promise<void> => {
  let left = times
  const one = async (): Promise<void> => {
    while (left-- > 0) await read(address, { cookie, accept: 'text/html', 'accept-encoding': 'identity' })
  }
  await Promise.all(Array.from({ length: connections }, one))
}

export const benchMemory = async (data: BenchData): Promise<Table[]> => {
  const file = path.join(data.folder, 'memory.jsonl')
  const hook = path.join(import.meta.dirname, 'memory-hook.cjs')
  rmSync(file, { force: true })
  const node = { NODE_OPTIONS: `--require ${JSON.stringify(hook)}`, MEMORY_FILE: file }
  const server = await serve(data.folder, { LIMITS: 'off', ...node })
  try {
    const cookie = await signIn(server.origin)
    const held = async (lines: number): Promise<Held> => {
      process.kill(server.appPid, 'SIGUSR2')
      for (;;) {
        const found = existsSync(file)
          ? readFileSync(file, 'utf8')
              .split('\n')
              .filter((line) => line !== '')
          : []
        if (found.length >= lines) return JSON.parse(found[lines - 1] ?? '') as Held
        await pause(20)
      }
    }
    const address = `${server.origin}/features/lists/${data.listId}?size=100`
    await ask(address, cookie, warmUp)
    const rows: Table['rows'] = []
    for (let done = 0; ; done += step) {
      const { rss, heapUsed, external } = await held(rows.length + 1)
      rows.push([`${done}`, mb(heapUsed), mb(external), mb(rss)])
      if (done >= requests) break
      await ask(address, cookie, step)
    }
    return [
      {
        title: `The channel page with 100 rows, memory after a collection, MB (to reach: flat; after ${warmUp} pages of warm-up)`,
        columns: ['pages', 'heap used', 'outside the heap', 'resident'],
        rows,
      },
    ]
  } finally {
    await server.stop()
  }
}

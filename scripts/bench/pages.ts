/**
 * Measures the channel page with 100 rows, as built and with the Remix template's streaming entry instead, and the
 * memory of both.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { TestServer } from '../../tests/support/server'
import { root } from '../../tests/support/paths'
import { threads } from '../lib/steps.mjs'
import { get, load, memoryMb, processorMicros, serve, signIn, type BenchData } from './portal'
import { median, type Table } from './table'

const rounds = 5
const connections = 8
const durationMs = 3000

/** The same project with the other entry, built below .cache; returns its folder. */
const buildTemplate = (): string => {
  const folder = path.join(root, '.cache/bench-template')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of [
    'app',
    'engine',
    'prisma',
    'scripts',
    'public',
    'remix.config.js',
    'tsconfig.json',
    'package.json',
    'remix.env.d.ts',
  ])
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !from.startsWith(path.join(root, 'public/build')),
    })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  cpSync(path.join(import.meta.dirname, 'template-entry.server.tsx'), path.join(folder, 'app/entry.server.tsx'))
  const built = spawnSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (built.status !== 0 || !existsSync(path.join(folder, 'build/app.js')))
    throw new Error(`the template's entry did not build:\n${built.stdout}${built.stderr}`)
  // The gateway and the threads are the portal's own.
  for (const file of ['build/index.js', 'build/version.txt', ...threads.map((thread) => thread.file)])
    cpSync(path.join(root, file), path.join(folder, file))
  return folder
}

export const benchPages = async (data: BenchData): Promise<Table[]> => {
  const template = buildTemplate()
  // One after the other: two servers would compete with the client for two cores.
  const address = `/features/lists/${data.listId}?size=100`
  const rates = { portal: [] as number[], template: [] as number[] }
  const memory = { portal: [] as number[], template: [] as number[] }
  const micros = { portal: [] as number[], template: [] as number[] }
  const folders = { portal: root, template }
  const servers = new Map<string, { server: TestServer; request: string }>()
  try {
    for (const name of ['portal', 'template'] as const) {
      // The second one works on a copy: only one process may write to a database.
      const dataDir = name === 'portal' ? data.folder : `${data.folder}-template`
      if (name === 'template') cpSync(data.folder, dataDir, { recursive: true })
      const server = await serve(dataDir, { LIMITS: 'off' }, { projectDir: folders[name] })
      servers.set(name, { server, request: get(address, { cookie: await signIn(server.origin) }) })
    }
    for (let round = -1; round < rounds; round++) {
      for (const name of ['portal', 'template'] as const) {
        const one = servers.get(name)
        if (one === undefined) continue
        const pid = one.server.appPid
        const microsBefore = processorMicros(pid)
        const rate = await load(one.server.port, one.request, 200, { connections, durationMs })
        memory[name].push(memoryMb(pid))
        if (round < 0) continue
        rates[name].push(rate)
        micros[name].push((processorMicros(pid) - microsBefore) / ((rate * durationMs) / 1000))
      }
    }
  } finally {
    for (const { server } of servers.values()) await server.stop()
    rmSync(`${data.folder}-template`, { recursive: true, force: true })
  }
  const ratio = median(rates.portal.map((rate, index) => rate / (rates.template[index] ?? rate)))
  const row = (name: 'portal' | 'template'): (string | number)[] => [
    name === 'portal' ? 'as built' : 'template’s streaming entry',
    median(rates[name]),
    median(micros[name]),
    memory[name][1] ?? 0,
    memory[name].at(-1) ?? 0,
  ]
  return [
    {
      title: `The channel page with 100 rows (to reach: 1.3 times the template’s entry; it is ${ratio.toFixed(2)}; memory flat)`,
      columns: ['entry', 'pages a second', 'µs of processor a page', 'MB after warm-up', 'MB at the end'],
      rows: [row('portal'), row('template')],
    },
  ]
}

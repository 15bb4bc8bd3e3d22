/** npm run dev in a copy of the project: it builds, serves /home, and stops with all its processes. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { isAlive } from '../support/alive'
import { root } from '../support/paths'
import { endAll, findBelow, findFreePort, startNpm } from '../support/processes'

const undone: (() => void)[] = []
afterEach(() => {
  for (const undo of undone.splice(0).reverse()) undo()
})

const copyProject = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-dev-'))
  undone.push(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of [
    'app',
    'engine',
    'scripts',
    'prisma',
    'public',
    'docs',
    'build',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'remix.config.js',
    'remix.env.d.ts',
    'postcss.config.js',
  ])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir')
  // Existing builds are reused.
  mkdirSync(path.join(folder, '.cache'))
  for (const name of ['prisma', 'engine', 'drawing', 'engine-thread', 'list-pdf', 'link-tables'].map(
    (one) => `.cache/${one}.stamp`,
  ))
    if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(folder, name))
  return folder
}

/** Starts it in this folder; `stop` ends it as a supervisor does and waits until all its processes are gone. */
const startDev = (folder: string, port: number) => {
  const npm = startNpm(['run', 'dev'], folder, {
    PORTAL_MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'info',
  })
  undone.push(() => npm.process.kill('SIGKILL'))
  const stop = async (): Promise<void> => {
    const below = findBelow(npm.process.pid ?? 0)
    undone.push(() => endAll(below.map(({ pid }) => pid)))
    expect(below.length).toBeGreaterThanOrEqual(3)
    npm.process.kill('SIGTERM')
    await npm.ended
    await expect
      .poll(() => below.filter(({ pid }) => isAlive(pid)), { timeout: 120_000, message: npm.output() })
      .toEqual([])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  }
  return { npm, stop }
}

it(
  'npm run dev serves /home, and a stop leaves nothing behind, even during a build',
  { timeout: 800_000 },
  async () => {
    const folder = copyProject()
    const port = await findFreePort()
    const first = startDev(folder, port)
    await first.npm.waitForLine((line) => line.includes('"listening"'))
    const page = await fetch(`http://127.0.0.1:${port}/home`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Mango')])
    await first.stop()
    const second = startDev(folder, port)
    await second.npm.waitForLine((line) => line.includes('building...'))
    await expect
      .poll(() => findBelow(second.npm.process.pid ?? 0).some(({ command }) => command.includes('0.17')), {
        timeout: 60_000,
      })
      .toBe(true)
    await second.stop()
  },
)

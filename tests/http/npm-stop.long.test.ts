/**
 * npm run serve and npm start, stopped as by a supervisor: only npm gets SIGTERM, and no process of the portal survives
 * it.
 */
import { rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { isAlive } from '../support/alive'
import { root } from '../support/paths'
import { endAll, findBelow, findFreePort, startNpm } from '../support/processes'
import { startServer } from '../support/server'
import { copyTemplate } from '../support/template'

const undone: (() => void)[] = []
afterEach(() => {
  for (const undo of undone.splice(0)) undo()
})

const cases = [
  { words: ['run', 'serve'], isUp: (line: string) => line.includes('"listening"') },
  { words: ['start'], isUp: (line: string) => line.includes('Mango Portal is ready') },
] as const

for (const { words, isUp } of cases)
  it(`npm ${words.join(' ')} leaves no process, port or database behind`, { timeout: 120_000 }, async () => {
    const dataDir = copyTemplate()
    undone.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const port = await findFreePort()
    const npm = startNpm(words, root, {
      NODE_ENV: 'production',
      PORTAL_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
    })
    undone.push(() => npm.process.kill('SIGKILL'))
    await npm.waitForLine(isUp)
    const below = findBelow(npm.process.pid ?? 0)
    undone.push(() => endAll(below.map(({ pid }) => pid)))
    // A shell, perhaps a script, the gateway, the app.
    expect(below.length).toBeGreaterThanOrEqual(3)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    npm.process.kill('SIGTERM')
    await npm.ended
    await expect.poll(() => below.filter(({ pid }) => isAlive(pid)), { timeout: 20_000 }).toEqual([])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
    await (await startServer({ dataDir })).stop()
  })

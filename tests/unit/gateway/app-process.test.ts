/** The gateway's child process: one that ends before it serves is reported, one that can't be started is retried. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { log } from '~/platform/log.server'
import { makeAppProcess } from '~/server/gateway/app-process'

const folder = mkdtempSync(path.join(os.tmpdir(), 'app-process-'))
/** A program with this text, as the app. */
const program = (text: string): string => {
  const file = path.join(folder, 'app.cjs')
  writeFileSync(file, text)
  return file
}
const serving = `
  process.send({ kind: 'ready' })
  process.on('message', () => process.exit(0))
  process.on('disconnect', () => process.exit(1))`
const { execPath } = process
afterEach(() => {
  process.execPath = execPath
  vi.restoreAllMocks()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, { code: null, signal: 'SIGKILL' }, 1],
  ['breaks', 'process.exit(3)', { code: 3, signal: null }, 3],
])('an app that %s before it serves ends the program with a line in the log', async (_, text, about, code) => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  await makeAppProcess(program(text)).start()
  expect(logged.mock.calls).toEqual([[about, 'the app ended before it served']])
  expect(exit.mock.calls).toEqual([[code]])
})

it('an app that has said itself why it can’t start ends the program without another line', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  await makeAppProcess(program('process.exit(78)')).start()
  expect([logged.mock.calls, exit.mock.calls]).toEqual([[], [[78]]])
})

it('an app that can’t be started for a while is started once it can be', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const app = makeAppProcess(program(serving))
  await app.start()
  const before = app.pid()
  // Node is just being replaced by a newer one.
  process.execPath = path.join(folder, 'no-such-node')
  process.kill(before, 'SIGKILL')
  await expect.poll(() => logged.mock.calls.map(([, text]) => text)).toContain('the app did not come up')
  process.execPath = execPath
  await expect.poll(() => app.isReady()).toBe(true)
  expect(app.pid()).not.toBe(before)
  expect(await app.stop()).toBe(0)
})

it('a stop by a signal to both processes ends well, even if the app has no handler for it yet', async () => {
  const app = makeAppProcess(program('setInterval(() => undefined, 1000)'))
  void app.start()
  const ended = app.stop()
  process.kill(app.pid(), 'SIGTERM')
  expect(await ended).toBe(0)
})

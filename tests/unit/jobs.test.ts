/** All deferred work goes through the one job runner, and nothing else defers work. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runner } from '~/server/wiring'
import { root } from '../support/paths'

const files = fs
  .globSync('app/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/^app\/(?:generated|client|ui)\//.test(file))
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))
const made = (what: RegExp): string[] =>
  files
    .filter(({ file }) => file !== 'app/platform/jobs.server.ts')
    .flatMap(({ text }) => [...text.matchAll(what)].map(([, name]) => name ?? ''))

it('runs every job and every queue in the server’s one runner', () => {
  const jobs = made(/\b(?:recurring|oneOff(?:<[^(]*>)?)\(\s*'([^']+)'/g)
  expect(jobs.length).toBeGreaterThan(10)
  expect(jobs.filter((name) => !runner.names.includes(name))).toEqual([])
  const queues = made(/\bmakeWorkQueue<\w+>\(\{\s*name: ['`]([^'`$]+)/g)
  expect(queues.length).toBeGreaterThan(1)
  expect(queues.filter((name) => !runner.names.some((one) => one.startsWith(name)))).toEqual([])
})

/** Files that may wait on their own timer. None of them does database work when it fires. */
const waits: Record<string, string> = {
  'app/api/payment-callback.ts': 'how long a callback’s body may take to come',
  'app/modules/account/history.server.ts': 'notes that only this process has in memory are written down together',
  'app/modules/captcha/draw/drawer.server.ts': 'how long a drawing may take',
  'app/modules/device/fact.server.ts': 'notes that only this process has in memory are written down together',
  'app/platform/http-client.server.ts': 'the pause before a call is repeated',
  'app/platform/work-queue.server.ts': 'the runner itself',
  'app/web/lists/page-turns.server.ts': 'the rest behind each long page to print',
  'app/web/download-slots.server.ts': 'how long a download’s client may take nothing',
}
it('lets nothing but the runner work on a timer', () => {
  const timed = files
    // Yielding to others is not waiting.
    .filter(({ text }) => /(?<!import \{ nextTurn \} )from '(?:~\/platform|\.)\/timer\.server'/.test(text))
    .map(({ file }) => file)
  expect(timed.sort()).toEqual(Object.keys(waits).sort())
  expect(files.filter(({ text }) => /\bsetInterval\(/.test(text)).map(({ file }) => file)).toEqual([
    'app/server/gateway/app-queue.ts',
    'app/server/gateway/sockets.ts',
  ])
})

/**
 * A thread that hangs is ended, and whoever asked is told how long it was held. Time in which it didn't get the
 * processor is not its own.
 */
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { makeThread, ThreadEnded } from '~/platform/thread.server'

const threadOf = (program: string) =>
  makeThread('tried', () => Promise.resolve(new Worker(program, { eval: true, execArgv: [] })))

it('what held a thread until it was ended counts', async () => {
  const thread = threadOf('for (;;) {}')
  let heldMs = 0
  await expect(thread.ask({}, 200, (ms) => (heldMs += ms))).rejects.toThrow(ThreadEnded)
  expect(heldMs).toBeGreaterThan(150)
  await thread.stop()
})

it('a thread that works slowly for want of the processor goes on where the runtime tells its time', async () => {
  // It waits without using the processor, as a thread does whose turn others take.
  const thread = threadOf(`const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ seq, forMs }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs)
  parentPort.postMessage({ seq, ms: 1, value: 'late' })
})`)
  const slow = thread.ask({ forMs: 1000 }, 500)
  // A runtime that doesn't tell it has the clock's time alone.
  await ('cpuUsage' in Worker.prototype
    ? expect(slow).resolves.toBe('late')
    : expect(slow).rejects.toThrow(ThreadEnded))
  // By the clock it may take four times as long, and no longer.
  await expect(thread.ask({ forMs: 60_000 }, 300)).rejects.toThrow(ThreadEnded)
  await thread.stop()
})

/** A hung thread is ended, and its caller learns how long it ran. Time without the processor does not count. */
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { makeThread, ThreadEnded } from '~/platform/thread.server'

const threadOf = (program: string) =>
  makeThread('tried', () => Promise.resolve(new Worker(program, { eval: true, execArgv: [] })))

it('counts the time that a thread ran until it was ended', async () => {
  const thread = threadOf('for (;;) {}')
  let heldMs = 0
  await expect(thread.ask({}, 200, (ms) => (heldMs += ms))).rejects.toThrow(ThreadEnded)
  expect(heldMs).toBeGreaterThan(150)
  await thread.stop()
})

it('keeps a thread that is slow for lack of processor time, where the runtime reports that time', async () => {
  // It waits without using the processor, as a thread does while others run.
  const thread = threadOf(`const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ seq, forMs }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs)
  parentPort.postMessage({ seq, ms: 1, value: 'late' })
})`)
  const slow = thread.ask({ forMs: 1000 }, 500)
  // A runtime that doesn't report it has only the wall clock.
  await ('cpuUsage' in Worker.prototype
    ? expect(slow).resolves.toBe('late')
    : expect(slow).rejects.toThrow(ThreadEnded))
  // By the wall clock it may take four times as long, but no longer.
  await expect(thread.ask({ forMs: 60_000 }, 300)).rejects.toThrow(ThreadEnded)
  await thread.stop()
})

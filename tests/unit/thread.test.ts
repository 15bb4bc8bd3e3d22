/** A thread that hangs is ended, and whoever asked is told how long it was held. */
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { makeThread, ThreadEnded } from '~/platform/thread.server'

it('what held a thread until it was ended counts', async () => {
  const thread = makeThread('hanging', () => Promise.resolve(new Worker('for (;;) {}', { eval: true })))
  let heldMs = 0
  await expect(thread.ask({}, 200, (ms) => (heldMs += ms))).rejects.toThrow(ThreadEnded)
  expect(heldMs).toBeGreaterThan(150)
  await thread.stop()
})

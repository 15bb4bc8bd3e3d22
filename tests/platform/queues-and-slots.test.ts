/** Fair queues, slots, threads, compressed bytes, and limits that hold a key back. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { findDatabaseRoom } from '~/platform/disk.server'
import { env } from '~/platform/env.server'
import { makeFairQueue } from '~/platform/fair-queue.server'
import {
  consume,
  consumeFor,
  forgive,
  heldSeconds,
  hold,
  peek,
  slotRules,
  rules,
  takeSlot,
} from '~/platform/limits.server'
import { idleBytesMax, makeThread, startProgram, ThreadEnded, ThreadFailed } from '~/platform/thread.server'
import { root } from '../support/paths'

vi.hoisted(() => {
  process.env.SMS_DAILY_CAP = '0'
})

const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

describe('a fair queue', () => {
  it('runs a limited number in parallel, and rotates among the keys that wait', async () => {
    const queue = makeFairQueue({ parallel: 2, waitingOfOne: 10, waitingOfAll: 100 })
    const gates = Array.from({ length: 8 }, gate)
    const begun: string[] = []
    let running = 0
    let most = 0
    const works = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name, n) =>
      queue.run(name[0] ?? '', async () => {
        begun.push(name)
        most = Math.max(most, ++running)
        await gates[n]?.opened
        running--
        return name
      }),
    )
    expect(begun).toEqual(['a1', 'a2'])
    for (const { open } of gates) open()
    expect((await Promise.all(works)).map((one) => (one.ok ? one.value : one.reason))).toEqual([
      'a1',
      'a2',
      'a3',
      'a4',
      'a5',
      'b1',
      'b2',
      'c1',
    ])
    expect([begun, most]).toEqual([['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'], 2])
  })
  it('refuses a key with too many waiting, then everybody, and nobody while a turn is free', async () => {
    const queue = makeFairQueue({ parallel: 1, waitingOfOne: 1, waitingOfAll: 2 })
    const { opened, open } = gate()
    const run = (key: string) => queue.run(key, () => opened)
    const works = [run('a'), run('a')]
    expect(await run('a')).toEqual({ ok: false, reason: 'own' })
    works.push(run('b'))
    expect(await run('c')).toEqual({ ok: false, reason: 'all' })
    expect(await run('a')).toEqual({ ok: false, reason: 'own' })
    open()
    expect((await Promise.all(works)).map((one) => one.ok)).toEqual([true, true, true])
    const none = makeFairQueue({ parallel: 1, waitingOfOne: 0, waitingOfAll: 0 })
    expect(await none.run('a', () => Promise.resolve(1))).toEqual({ ok: true, value: 1 })
    expect(await none.run('a', () => Promise.resolve(2))).toEqual({ ok: true, value: 2 })
  })
  it('treats the addresses of one IPv6 network as one', async () => {
    const queue = makeFairQueue({ parallel: 1, waitingOfOne: 1, waitingOfAll: 3 })
    const { opened, open } = gate()
    const asked = ['0::1', '0::2', '0::3', '1::1'].map((end) => queue.run(`2001:db8:0:${end}`, () => opened))
    expect(await asked[2]).toEqual({ ok: false, reason: 'own' })
    open()
    expect(await Promise.all(asked)).toMatchObject([{ ok: true }, { ok: true }, { ok: false }, { ok: true }])
  })

  it('frees a turn when the work fails, and rethrows its error', async () => {
    const queue = makeFairQueue({ parallel: 1, waitingOfOne: 1, waitingOfAll: 1 })
    const own = new Error('no')
    await expect(queue.run('a', () => Promise.reject(own))).rejects.toBe(own)
    await expect(queue.run('a', () => Promise.reject('a text'))).rejects.toThrow('a text')
    expect(await queue.run('b', () => Promise.resolve('yes'))).toEqual({ ok: true, value: 'yes' })
  })
})

describe('slots', () => {
  it('are limited by their rule for each key, and freed once', () => {
    const { places } = slotRules['form-with-files']
    const taken = Array.from({ length: places }, () => takeSlot('form-with-files', 'one'))
    expect(taken.every((one) => one !== null)).toBe(true)
    expect(takeSlot('form-with-files', 'one')).toBeNull()
    const other = takeSlot('form-with-files', 'another')
    expect(other).not.toBeNull()
    taken[0]?.()
    taken[0]?.()
    expect([takeSlot('form-with-files', 'one') === null, takeSlot('form-with-files', 'one') === null]).toEqual([
      false,
      true,
    ])
    expect([takeSlot('refused-form', 'one') === null, takeSlot('refused-form-all') === null]).toEqual([false, false])
  })
})

describe('a limit', () => {
  it('of zero gives a retry time before anything was counted', async () => {
    expect(await peek('sms-day', 'all')).toEqual({ ok: false, retryAfterSeconds: 86_400 })
    expect(await consume('sms-day', 'all')).toMatchObject({ ok: false })
  })
  it('in memory gives what is left up to the last point, then a retry time', async () => {
    const { points, seconds } = rules['token-make']
    expect(await consume('token-make', 'one', points - 1)).toEqual({ ok: true, left: 1 })
    expect(await peek('token-make', 'one')).toEqual({ ok: true, left: 1 })
    expect(await consume('token-make', 'one')).toEqual({ ok: true, left: 0 })
    const refused = await peek('token-make', 'one')
    expect([
      refused.ok,
      !refused.ok && refused.retryAfterSeconds > seconds - 60 && refused.retryAfterSeconds <= seconds,
    ]).toEqual([false, true])
    expect(await consume('token-make', 'one')).toMatchObject({ ok: false })
    expect(await peek('token-make', 'other')).toEqual({ ok: true, left: points })
    await forgive('token-make', 'one')
    expect(await consume('token-make', 'one')).toEqual({ ok: true, left: points - 1 })
    expect(await consumeFor('GET /x', { points: 1, seconds: 60 }, 'one')).toEqual({ ok: true, left: 0 })
    expect(await consumeFor('GET /x', { points: 1, seconds: 60 }, 'one')).toMatchObject({ ok: false })
  })
  it('that blocks a key does so for the first duration set, and does not affect others', async () => {
    expect(await heldSeconds('sign-in-pair', 'held')).toBe(0)
    await hold('sign-in-pair', 'held', 50)
    await hold('sign-in-pair', 'held', 5000)
    const seconds = await heldSeconds('sign-in-pair', 'held')
    expect([
      seconds > 40 && seconds <= 50,
      await heldSeconds('sign-in-pair', 'other'),
      await heldSeconds('sign-in-known', 'held'),
    ]).toEqual([true, 0, 0])
  })
})

describe('compressed bytes', () => {
  it('are used if that saves something, and decompress to the original', async () => {
    const text = new TextEncoder().encode('channel '.repeat(1000))
    const packed = await packBytes(text)
    expect([packed.codec, packed.bytes.length < text.length / 8]).toEqual(['br', true])
    expect(Buffer.compare(await unpackBytes(packed, text.length), text)).toBe(0)
    const small = text.slice(0, 511)
    expect([(await packBytes(small)).codec, (await packBytes(text.slice(0, 512))).codec]).toEqual([null, 'br'])
    const noise = new Uint8Array(randomBytes(4000))
    const kept = await packBytes(noise)
    expect([
      kept.codec,
      Buffer.compare(kept.bytes, noise),
      Buffer.compare(await unpackBytes(kept, 4000), noise),
    ]).toEqual([null, 0, 0])
    await expect(unpackBytes(kept, 4001)).rejects.toThrow('stored bytes have 4000 instead of 4001')
    await expect(unpackBytes(packed, text.length - 1)).rejects.toThrow()
    await expect(unpackBytes(packed, text.length + 1)).rejects.toThrow(/instead of/)
  })
})

describe('the free space for the database', () => {
  it('is the free space above the minimum, or above a share of it', async () => {
    const { bavail, bsize } = statfsSync(path.dirname(env.databaseFile))
    const near = (bytes: number, wanted: number): boolean => Math.abs(bytes - wanted) < 512 * 1024 * 1024
    const [whole, quarter] = [await findDatabaseRoom(), await findDatabaseRoom(0.25)]
    expect([
      near(whole, bavail * bsize - env.minFreeDiskBytes),
      near(quarter - whole, 0.75 * env.minFreeDiskBytes),
    ]).toEqual([true, true])
  })
})

describe('a worker thread', () => {
  const program = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ seq, what }) => {
  if (what === 'die') process.exit(3)
  if (what === 'hang') for (;;);
  if (what === 'much') return parentPort.postMessage({ seq, ms: 1, heldBytes: ${idleBytesMax + 1}, value: what })
  if (what === 'fail') parentPort.postMessage({ seq, ms: 1, failed: 'it failed' })
  else { parentPort.postMessage({ seq: seq + 100, ms: 9, value: 'of another question' }); parentPort.postMessage({ seq, ms: 2, value: what }) }
})`
  /** To start a thread on a busy machine. */
  const enoughMs = 60_000
  const begun: Worker[] = []
  const make = () =>
    makeThread('test', () => {
      const worker = new Worker(program, { eval: true })
      begun.push(worker)
      return Promise.resolve(worker)
    })
  it('answers requests, reports their cost, and continues after a failure', async () => {
    begun.length = 0
    const thread = make()
    const took: number[] = []
    expect(await thread.ask({ what: 'one' }, enoughMs, (ms) => took.push(ms))).toBe('one')
    await expect(thread.ask({ what: 'fail' }, enoughMs, (ms) => took.push(ms))).rejects.toThrow(ThreadFailed)
    expect(await thread.ask({ what: 'two' }, enoughMs)).toBe('two')
    expect([took, begun.length]).toEqual([[2, 1], 1])
    await thread.stop()
    // It has ended once the stop has.
    expect(begun[0]?.threadId).toBe(-1)
    await expect(thread.ask({ what: 'three' }, enoughMs)).rejects.toThrow(ThreadEnded)
    expect(begun.length).toBe(1)
  })
  it('that dies or hangs fails its requests; the next request starts another', async () => {
    begun.length = 0
    const thread = make()
    await expect(thread.ask({ what: 'die' }, enoughMs)).rejects.toThrow(ThreadEnded)
    await expect(thread.ask({ what: 'hang' }, 200)).rejects.toThrow(ThreadEnded)
    expect(await thread.ask({ what: 'well' }, enoughMs)).toBe('well')
    expect(begun.length).toBe(3)
    const asked = thread.ask({ what: 'hang' }, enoughMs)
    const refused = expect(asked).rejects.toThrow('was stopped')
    await thread.stop()
    await refused
  })
  it('that keeps much memory ends once it is idle; the next request starts another', async () => {
    begun.length = 0
    const thread = make()
    // Waiting work gets the same thread.
    for (let count = 0; count < 3; count++) expect(await thread.ask({ what: 'much' }, enoughMs)).toBe('much')
    expect(begun.length).toBe(1)
    await new Promise((resolve) => begun[0]?.once('exit', resolve))
    expect(await thread.ask({ what: 'little' }, enoughMs)).toBe('little')
    expect(begun.length).toBe(2)
    await thread.stop()
  })
  it('without a program fails at once', async () => {
    const nowhere = new URL('file:///nowhere.js')
    expect(startProgram({ name: 'none', built: nowhere, source: nowhere, heapMb: 16 }, null)).toBeNull()
    const thread = makeThread('none', () => Promise.resolve(null))
    await expect(thread.ask({}, enoughMs)).rejects.toThrow('has no program')
  })
  it('that is idle keeps no program running', async () => {
    const script = `import { Worker } from 'node:worker_threads'
import { makeThread } from '~/platform/thread.server'
const thread = makeThread('test', () => Promise.resolve(new Worker(${JSON.stringify(program)}, { eval: true, execArgv: [] })))
thread.ask({ what: 'answered' }, 600000).then((value) => console.log(value))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { cwd: root, timeout: 80_000, env: { ...process.env, LOG_LEVEL: 'error' } },
    )
    expect(stdout.trim()).toBe('answered')
  })
})

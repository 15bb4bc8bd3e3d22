/**
 * Jobs: planned in the transaction that decides them, done by one process at a time, retried after a failure, and done
 * once after an outage.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs, hourMs, makeStoppedClock, minuteMs, now, replaceClock, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import {
  jobLeaseMs,
  LeaseLost,
  listJobs,
  makeWorkQueue,
  makeRunner,
  oneOff,
  recurring,
  retryJob,
  usualPausesMs,
  type Job,
  type OneOff,
} from '~/platform/jobs.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'

const start = new Date('2026-11-22T12:00:00Z')
let clock: ReturnType<typeof makeStoppedClock>
let putBack: () => void
beforeEach(async () => {
  clock = makeStoppedClock(start)
  putBack = replaceClock(clock)
  await db.job.deleteMany()
  await db.setting.deleteMany()
})
afterEach(() => {
  putBack()
  vi.restoreAllMocks()
})

const after = (ms: number): Date => new Date(start.getTime() + ms)
type Payload = { text: string }
const plan = (job: OneOff<Payload>, key: string, runAt?: Date, text = key) =>
  transact(async (tx) => ({
    ok: true as const,
    value: await job.enqueue(tx, { key, payload: { text }, ...(runAt === undefined ? {} : { runAt }) }),
  }))
const row = (name: string, key = '') => db.job.findUniqueOrThrow({ where: { name_key: { name, key } } })
const runDue = (...jobs: Job[]): Promise<void> => makeRunner({ jobs }).runDue()
/** Work that stops in the middle until it is released. */
const makeHolding = () => {
  const ends: (() => void)[] = []
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return {
    begun,
    letGo: () => ends.shift()?.(),
    wait: () => {
      begin()
      return new Promise<void>((resolve) => ends.push(resolve))
    },
  }
}

/** A process takes the job, if possible, and is killed in the middle of it; its lease expires. */
const killed = async ({ name }: Job): Promise<void> => {
  const { begun, wait } = makeHolding()
  const dying = oneOff<Payload>(name, wait)
  await Promise.race([runDue(dying), begun])
  if ((await row(name, 'a')).state === 'running') clock.advance(jobLeaseMs)
}

describe('a one-off job', () => {
  it('is done at its time with its planned payload, and not again', async () => {
    const done: string[] = []
    const job = oneOff<Payload>('test', async ({ text }) => void done.push(text))
    await plan(job, 'a', after(minuteMs), 'later')
    await plan(job, 'b', undefined, 'now')
    await runDue(job)
    expect(done).toEqual(['now'])
    clock.advance(minuteMs - 1)
    await runDue(job)
    expect(done).toEqual(['now'])
    clock.advance(1)
    await runDue(job)
    await runDue(job)
    expect(done).toEqual(['now', 'later'])
    expect(await row('test', 'a')).toMatchObject({ state: 'done', tries: 1, endedAt: after(minuteMs) })
  })
  it('is planned with its transaction or not at all', async () => {
    const done: string[] = []
    const job = oneOff<Payload>('test', async ({ text }) => void done.push(text))
    const refused = await transact(async (tx) => {
      await job.enqueue(tx, { key: 'a', payload: { text: 'a' } })
      return { ok: false as const, code: 'refused' }
    })
    expect(refused.ok).toBe(false)
    await runDue(job)
    expect([done, await db.job.count({ where: { key: 'a' } })]).toEqual([[], 0])
  })
  it('is planned once per key, even after it is done', async () => {
    let runs = 0
    const job = oneOff<Payload>('test', async () => void runs++)
    const other = oneOff<Payload>('other', async () => void runs++)
    expect(await plan(job, 'a')).toEqual({ ok: true, value: true })
    expect(await plan(job, 'a', after(hourMs))).toEqual({ ok: true, value: false })
    expect(await plan(other, 'a')).toEqual({ ok: true, value: true })
    await runDue(job, other)
    expect(await plan(job, 'a')).toEqual({ ok: true, value: false })
    await runDue(job, other)
    expect(runs).toBe(2)
  })
  it('is retried after 5 s, 30 s, 2 min, 10 min and 1 h, then given up, in the log and in the list', async () => {
    const alerts = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    let runs = 0
    const job = oneOff<Payload>('test', async () => {
      runs++
      throw new Error('no answer')
    })
    await plan(job, 'a')
    await runDue(job)
    for (const [index, pauseMs] of usualPausesMs.entries()) {
      expect([runs, (await listJobs({ state: 'failed', page: 1, size: 10 })).total]).toEqual([index + 1, 0])
      clock.advance(pauseMs - 1)
      await runDue(job)
      expect(runs).toBe(index + 1)
      clock.advance(1)
      await runDue(job)
      expect(runs).toBe(index + 2)
    }
    expect(await row('test', 'a')).toMatchObject({ state: 'failed', tries: 6, lastError: 'Error: no answer' })
    expect(alerts.mock.calls.map(([about]) => about)).toMatchObject([{ alert: 'job-failed', job: 'test', key: 'a' }])
    clock.advance(dayMs)
    await runDue(job)
    expect(runs).toBe(6)
    expect((await listJobs({ state: 'failed', page: 1, size: 10 })).items).toMatchObject([{ name: 'test', key: 'a' }])
  })
  it('that was given up is retried at the operator’s request', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined)
    let fails = true
    const job = oneOff<Payload>('test', () => (fails ? Promise.reject(new Error('no')) : Promise.resolve()), {
      pausesMs: [],
    })
    const retry = () => transact(async (tx) => ({ ok: true as const, value: await retryJob(tx, 'test', 'a') }))
    await plan(job, 'a')
    expect(await retry()).toEqual({ ok: true, value: false })
    await runDue(job)
    fails = false
    expect(await retry()).toEqual({ ok: true, value: true })
    await runDue(job)
    expect(await row('test', 'a')).toMatchObject({ state: 'done', failedAt: null, lastError: null })
    expect(await retry()).toEqual({ ok: true, value: false })
  })
})

describe('a repeating job', () => {
  it('is done once per slot, the first a period after its first start', async () => {
    const at: Date[] = []
    const job = recurring('test', hourMs, async ({ runAt }) => void at.push(runAt))
    await runDue(job)
    clock.advance(hourMs - 1)
    await runDue(job)
    expect(at).toEqual([])
    clock.advance(1)
    await Promise.all([runDue(job), runDue(job), runDue(job)])
    clock.advance(minuteMs)
    await runDue(job)
    expect(at).toEqual([after(hourMs)])
    clock.advance(hourMs - minuteMs)
    await runDue(job)
    expect(at).toEqual([after(hourMs), after(2 * hourMs)])
  })
  it('is done once after an outage, and then at its next slot', async () => {
    let runs = 0
    const job = recurring('test', hourMs, async () => void runs++)
    await runDue(job)
    clock.advance(30.5 * hourMs)
    await runDue(job)
    await runDue(job)
    expect(runs).toBe(1)
    expect(await row('test')).toMatchObject({ state: 'waiting', dueAt: after(31 * hourMs) })
    clock.advance(hourMs / 2)
    await runDue(job)
    expect(runs).toBe(2)
  })
  it('comes sooner when its period was shortened', async () => {
    let runs = 0
    await runDue(recurring('test', dayMs, async () => void runs++))
    clock.advance(minuteMs)
    const sooner = recurring('test', hourMs, async () => void runs++)
    await runDue(sooner)
    clock.advance(hourMs)
    await runDue(sooner)
    expect(runs).toBe(1)
  })
  it('that fails is retried within its slot, reported once, and continues slot by slot until it succeeds', async () => {
    const alerts = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    let runs = 0
    let fails = true
    const job = recurring(
      'test',
      hourMs,
      async () => {
        runs++
        if (fails) throw new Error('no answer')
      },
      { pausesMs: [5 * secondMs] },
    )
    await runDue(job)
    clock.advance(hourMs)
    await runDue(job)
    expect(await row('test')).toMatchObject({ tries: 1, dueAt: after(hourMs + 5 * secondMs), failedAt: null })
    clock.advance(5 * secondMs)
    await runDue(job)
    expect([runs, alerts.mock.calls.length]).toEqual([2, 1])
    const given = await row('test')
    expect(given).toMatchObject({ state: 'waiting', dueAt: after(2 * hourMs), failedAt: after(hourMs + 5 * secondMs) })
    clock.advance(hourMs - 5 * secondMs)
    await runDue(job)
    await runDue(job)
    expect([runs, alerts.mock.calls.length]).toEqual([3, 1])
    expect((await listJobs({ state: 'failed', page: 1, size: 10 })).items).toMatchObject([{ name: 'test', key: '' }])
    fails = false
    clock.advance(hourMs)
    await runDue(job)
    expect(await row('test')).toMatchObject({ tries: 0, failedAt: null, lastError: null, dueAt: after(4 * hourMs) })
  })
})

describe('a job’s lease', () => {
  it('keeps others away until it ends; then another takes the job, and the late one writes nothing', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const { begun, letGo, wait } = makeHolding()
    const tries: number[] = []
    let refusal: unknown
    const job = oneOff<Payload>('test', async ({ text }, run) => {
      const at = tries.push(run.tries)
      if (at === 1) await wait()
      await transact(async (tx) => {
        await run.hold(tx)
        await run.endWith(tx)
        await tx.setting.create({ data: { key: `effect ${at}`, value: text } })
        return { ok: true }
      }).catch((error: unknown) => {
        refusal = error
        throw error
      })
    })
    await plan(job, 'a')
    const hanging = runDue(job)
    await begun
    clock.advance(jobLeaseMs - 1)
    await runDue(job)
    expect(tries).toEqual([1])
    clock.advance(1)
    await runDue(job)
    expect(tries).toEqual([1, 1])
    letGo()
    await hanging
    expect(refusal).toBeInstanceOf(LeaseLost)
    expect((await db.setting.findMany()).map(({ key }) => key)).toEqual(['effect 2'])
    expect(await row('test', 'a')).toMatchObject({ state: 'done', claims: 2, lastError: null })
  })
  it('stays ended when the job ended in its transaction, whatever fails afterwards', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    let runs = 0
    const job = oneOff<Payload>('test', async (_, run) => {
      runs++
      await transact(async (tx) => {
        await run.endWith(tx)
        return { ok: true }
      })
      throw new Error('after its end')
    })
    await plan(job, 'a')
    await runDue(job)
    clock.advance(dayMs)
    await runDue(job)
    expect([runs, (await row('test', 'a')).state]).toEqual([1, 'done'])
  })
  it('is released by a rolled-back transaction, and the job is retried', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const job = oneOff<Payload>('test', async (_, run) => {
      await transact(async (tx) => {
        await run.endWith(tx)
        if (run.tries === 1) throw new Error('no room')
        return { ok: true }
      })
    })
    await plan(job, 'a')
    await runDue(job)
    expect(await row('test', 'a')).toMatchObject({ state: 'waiting', tries: 1, lastError: 'Error: no room' })
    clock.advance(usualPausesMs[0] ?? 0)
    await runDue(job)
    expect(await row('test', 'a')).toMatchObject({ state: 'done', tries: 2 })
  })
  it('that expired with its process is not a failure: the job runs again at once, without an alert', async () => {
    const alerts = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const tries: number[] = []
    const job = oneOff<Payload>('test', (_, run) => Promise.resolve(void tries.push(run.tries)))
    await plan(job, 'a')
    // Killed three times, soon after the starts.
    for (let kill = 1; kill <= 3; kill++) await killed(job)
    await runDue(job)
    expect([tries, await row('test', 'a')]).toMatchObject([[1], { state: 'done', tries: 1, interruptions: 0 }])
    expect(alerts).not.toHaveBeenCalled()
  })
  it('that expires with its process again and again pauses the job, and alerts a person once', async () => {
    const alerts = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    let runs = 0
    const job = oneOff<Payload>('test', async () => void runs++)
    await plan(job, 'a')
    const pauses: number[] = []
    for (let kill = 1; kill <= 13; kill++) {
      await killed(job)
      const { dueAt, state } = await row('test', 'a')
      if (state === 'running') continue
      pauses.push(dueAt.getTime() - now().getTime())
      expect(await row('test', 'a')).toMatchObject({ state: 'waiting', lastError: 'interrupted', failedAt: null })
      await runDue(job)
      expect(runs).toBe(0)
      clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, hourMs])
    expect(alerts.mock.calls.map(([about]) => about)).toMatchObject([{ alert: 'job-interrupted', interruptions: 7 }])
    await runDue(job)
    expect([runs, await row('test', 'a')]).toMatchObject([1, { state: 'done', tries: 1 }])
  })
})

describe('a queue', () => {
  /** A queue in memory whose every piece waits until it is released. */
  const makeQueue = (pieces: string[]) => {
    const taken: string[] = []
    const holding = makeHolding()
    const seen = { extended: 0, aborted: false }
    const queue = makeWorkQueue<string>({
      name: 'test',
      parallel: 2,
      leaseMs: 30,
      claim: () => Promise.resolve(pieces.shift() ?? null),
      extend: () => Promise.resolve(++seen.extended < 3),
      work: async (piece, signal) => {
        taken.push(piece)
        if (piece.startsWith('held')) await holding.wait()
        if (piece === 'extended') await new Promise((resolve) => signal.addEventListener('abort', resolve))
        seen.aborted ||= signal.aborted
      },
      nextDue: () => Promise.resolve(null),
    })
    return { queue, taken, seen, ...holding }
  }
  it('extends a lease while the work lasts, and aborts the work when the lease is lost', async () => {
    const { queue, seen } = makeQueue(['extended'])
    await queue.runDue()
    expect(seen).toEqual({ extended: 3, aborted: true })
  })
  it('starts new work while an older piece is still held', async () => {
    const pieces = ['held']
    const { queue, taken, begun, letGo } = makeQueue(pieces)
    await queue.start({ alone: true })
    await begun
    for (const piece of ['a', 'b', 'c']) {
      pieces.push(piece)
      queue.wake()
      await vi.waitUntil(() => taken.at(-1) === piece)
    }
    const stopped = queue.stop(hourMs)
    letGo()
    await stopped
    expect(taken).toEqual(['held', 'a', 'b', 'c'])
  })
  it('waits for running work when stopped, and takes nothing more', async () => {
    const { queue, taken, seen, begun, letGo } = makeQueue(['held', 'held too', 'late'])
    await queue.start({ alone: true })
    await begun
    const stopped = queue.stop(hourMs)
    queue.wake()
    letGo()
    await vi.waitUntil(() => taken.length === 2)
    letGo()
    await stopped
    expect([taken, seen.aborted]).toEqual([['held', 'held too'], false])
  })
  it('aborts work that does not end within the time limit of a stop', async () => {
    const { queue, seen, taken } = makeQueue(['extended'])
    seen.extended = -Infinity
    await queue.start({ alone: true })
    await vi.waitUntil(() => taken.length === 1)
    await queue.stop(0)
    expect(seen.aborted).toBe(true)
  })
  it('continues after a fault, and reports it to its caller', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const pieces = ['bad', 'good']
    const taken: string[] = []
    const queue = makeWorkQueue<string>({
      name: 'test',
      parallel: 1,
      leaseMs: minuteMs,
      claim: () => Promise.resolve(pieces.shift() ?? null),
      work: (piece) => {
        taken.push(piece)
        return piece === 'bad' ? Promise.reject(new Error('a fault')) : Promise.resolve()
      },
      nextDue: () => Promise.resolve(null),
    })
    await expect(queue.runDue()).rejects.toThrow('a fault')
    expect(taken).toEqual(['bad', 'good'])
  })
})

describe('a job runner', () => {
  it('does at once what a transaction planned for now, and what a killed process was doing', async () => {
    const done: string[] = []
    const job = oneOff<Payload>('test', async ({ text }) => void done.push(text))
    await plan(job, 'killed')
    await db.job.updateMany({ data: { state: 'running', tries: 1, claims: 1, dueAt: after(jobLeaseMs) } })
    const runner = makeRunner({ jobs: [job] })
    await runner.start({ alone: true })
    await vi.waitUntil(() => done.length === 1)
    await plan(job, 'now')
    await vi.waitUntil(() => done.length === 2)
    await runner.stop(hourMs)
    await plan(job, 'after the stop')
    expect(done).toEqual(['killed', 'now'])
  })
  it('does urgent repeating jobs at every start, and the rest at their slot', async () => {
    const done: string[] = []
    const jobs = [
      recurring('list', hourMs, async () => void done.push('list'), { atStart: true }),
      recurring('rest', hourMs, async () => void done.push('rest')),
    ]
    for (const starts of [1, 2]) {
      const runner = makeRunner({ jobs })
      await runner.start({ alone: true })
      await vi.waitUntil(() => done.length === starts)
      await runner.stop(hourMs)
      clock.advance(10 * minuteMs)
    }
    expect(done).toEqual(['list', 'list'])
    expect((await row('list')).dueAt).toEqual(after(70 * minuteMs))
    expect((await row('rest')).dueAt).toEqual(after(hourMs))
  })
  it('names unknown jobs, and refuses two of the same name', async () => {
    const alerts = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const job = oneOff<Payload>('test', () => Promise.resolve())
    await plan(job, 'a')
    await makeRunner({ jobs: [] }).runDue()
    expect(alerts.mock.calls.map(([about]) => about)).toMatchObject([{ alert: 'job-unknown', job: 'test', count: 1 }])
    expect(() => makeRunner({ jobs: [job, job] })).toThrow('same name')
  })
  it('deletes done jobs after 30 days, and given up ones after a year', async () => {
    const job = oneOff<Payload>('test', () => Promise.resolve())
    await plan(job, 'done')
    await plan(job, 'failed')
    await runDue(job)
    await db.job.updateMany({ where: { key: 'failed' }, data: { state: 'failed', failedAt: start } })
    const keys = async (): Promise<string[]> =>
      (await db.job.findMany({ where: { name: 'test' }, orderBy: { key: 'asc' } })).map(({ key }) => key)
    clock.advance(30 * dayMs)
    await runDue(job)
    expect(await keys()).toEqual(['done', 'failed'])
    clock.advance(hourMs)
    await runDue(job)
    expect(await keys()).toEqual(['failed'])
    clock.advance(336 * dayMs)
    await runDue(job)
    expect(await keys()).toEqual([])
  })
})

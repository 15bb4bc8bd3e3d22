/**
 * Runs all work that is not a request: repeated work, one-off work at a later time, and queues that are tables. A job
 * is a row that is claimed by a guarded update under a lease. So only one of several processes does it, and another
 * one takes over if that process dies.
 *
 * ```
 * // 1. Repeated work: once per slot, however many processes run. After an outage it runs once, not for each slot.
 * recurring('clear-old-keys', hourMs, clearOldKeys)
 * recurring('read-provider-lists', hourMs, readProviderLists, { atStart: true }) // and at every start
 *
 * // 2. One-off work by a key, planned in the transaction that decides it, so both are stored or neither is. Planning
 * //    a known key changes nothing (true: it is new). Another time needs another key.
 * export const endHold = oneOff<{ holdId: string }>('end-hold', async ({ holdId }, run) => {
 *   await transact(async (tx) => {
 *     await run.endWith(tx) // the first statement: effect and job end commit together, and a late run is refused
 *     return expireHold(tx, holdId)
 *   })
 * })
 * await endHold.enqueue(tx, { key: holdId, runAt: endsAt, payload: { holdId } })
 *
 * // 3. A queue that is a table (work-queue.server.ts); its owner says how an item is claimed and processed.
 * export const inbox = makeLane<Taken>({ name: 'provider-events', parallel: 4, leaseMs, claim, work, nextDue })
 * inbox.wake() // something new is there
 * ```
 *
 * All three are listed in app/server/wiring.ts, which starts them; a test calls `makeRunner({ jobs, queues }).runDue()`
 * and moves the clock. A job may run twice (a process dies after the effect, before the job is marked as done), unless
 * it ends with `run.endWith`; so it checks the current state first. A job that throws is retried after the pauses.
 * After the last one it has failed: the log says so, and `jobs list` shows it to the operator. A try that ended with
 * its process has not failed and is repeated at once. After several such ends in a row there are pauses, so that a job
 * that crashes the process does not crash it forever.
 */
import { dayMs, hourMs, inMs, minuteMs, now, nowMs, secondMs } from './clock.server'
import { db, isUniqueViolation, type Transaction } from './db.server'
import type { Kept } from './idempotency.server'
import { LeaseLost, makeWorkQueue, type WorkQueue } from './work-queue.server'
import { log } from './log.server'
import { makeId } from './random.server'
import { afterCommit } from './transact.server'

export { LeaseLost, makeWorkQueue, type WorkQueue, type WorkQueueOptions } from './work-queue.server'

/** Pauses after failed tries; the sixth try is the last. */
export const usualPausesMs: readonly number[] = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs]
/**
 * How often in a row a try may end with its process and be repeated at once. A machine that is switched off and on
 * again does that, without any fault of the work.
 */
const interruptionsAtOnce = 3
/** Pauses after further interruptions. The last one applies to all that follow, and is reported to the operator. */
const interruptionPausesMs: readonly number[] = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs]
/** Extended while the work lasts; a process that hangs for longer loses the job. */
export const jobLeaseMs = minuteMs
/** Jobs that run at a time. Work that waits long for others (a provider) belongs in its own queue. */
const parallel = 4
/** How long rows of finished one-off work stay, and with them their keys. */
const doneKeptDays = 30
/** A failed job stays until an operator has seen it. */
const failedKeptDays = 365
/** In characters, for the operator's list; the log has the whole error. */
const lastErrorMost = 300

/** One try of a job. */
export type Run = {
  /** The time it was planned for; for repeated work, the slot. */
  runAt: Date
  /** 1 for the first try. A try that ended with its process does not count. */
  tries: number
  /** Aborted when the lease is lost, or when the stopping program no longer waits. */
  signal: AbortSignal
  /**
   * The first statement in each transaction of long work. Throws LeaseLost, which rolls the transaction back, if
   * another process has the job.
   */
  hold(tx: Transaction): Promise<void>
  /** Like `hold`, and this transaction also ends the job, so its effect can't happen twice. */
  endWith(tx: Transaction): Promise<void>
}
type Options = {
  /** Pauses after failed tries; there is one try more than pauses. Default: `usualPausesMs`. */
  pausesMs?: readonly number[]
}
type RepeatedOptions = Options & {
  /**
   * Also runs at every start of the server, because the downtime may have brought work that can't wait for its slot.
   */
  atStart?: boolean
}
/** `everyMs` is null for one-off work. */
export type Job = {
  name: string
  everyMs: number | null
  atStart?: boolean
  pausesMs: readonly number[]
  work(payload: Kept, run: Run): Promise<unknown>
}
export type OneOff<T extends Kept> = Job & {
  /**
   * Plans the job in a transaction of `transact`, for `runAt` or for now. False if the key is known: that row stays
   * unchanged, for 30 days even after it is done. The payload must not contain secrets.
   */
  enqueue(tx: Transaction, planned: { key: string; runAt?: Date; payload: T }): Promise<boolean>
}

/** Work that repeats every `everyMs`, counted from its first start. */
export const recurring = (
  name: string,
  everyMs: number,
  work: (run: Run) => Promise<unknown>,
  { pausesMs = usualPausesMs, atStart = false }: RepeatedOptions = {},
): Job => ({ name, everyMs, atStart, pausesMs, work: (_, run) => work(run) })

/** The key of repeated work, which has one row. */
const repeatedKey = ''
/** Wakes the runners of this process. */
const listening = new Set<(at: Date) => void>()

/** One-off work, identified by a key. */
export const oneOff = <T extends Kept>(
  name: string,
  work: (payload: T, run: Run) => Promise<unknown>,
  { pausesMs = usualPausesMs }: Options = {},
): OneOff<T> => ({
  name,
  everyMs: null,
  pausesMs,
  work: (payload, run) => work(payload as T, run),
  enqueue: async (tx, { key, runAt = now(), payload }) => {
    if (key === repeatedKey) throw new Error(`${name}: a job without a key`)
    const added = await tx.$executeRaw`
      INSERT INTO "Job" ("id", "name", "key", "state", "runAt", "dueAt", "payload", "createdAt")
      VALUES (${makeId()}, ${name}, ${key}, 'waiting', ${runAt}, ${runAt}, ${JSON.stringify(payload)}, ${now()})
      ON CONFLICT ("name", "key") DO NOTHING`
    if (added === 1)
      afterCommit(tx, 'wake the jobs', () => {
        for (const wake of listening) wake(runAt)
      })
    return added === 1
  },
})

type Claimed = {
  id: string
  key: string
  claims: number
  tries: number
  runAt: Date
  payload: string | null
  failedAt: Date | null
  job: Job
}

type Row = { id: string; name: string; key: string; dueAt: Date; claims: number; tries: number; interruptions: number }
/** Postpones a job that was running when its process ended once too often. Another process may have been quicker. */
const putAside = async ({ id, name, key, dueAt, claims, tries, interruptions }: Row): Promise<void> => {
  const at = interruptions - interruptionsAtOnce
  const againAt = inMs(interruptionPausesMs[Math.min(at, interruptionPausesMs.length - 1)] ?? hourMs)
  const { count } = await db.job.updateMany({
    where: { id, state: 'running', dueAt, claims },
    data: {
      state: 'waiting',
      dueAt: againAt,
      // The interrupted try is still to come.
      tries: Math.max(0, tries - 1),
      interruptions: interruptions + 1,
      lastError: 'interrupted',
    },
  })
  if (count === 0) return
  const about = { job: name, key, interruptions: interruptions + 1, againAt }
  if (at === interruptionPausesMs.length - 1)
    log.error({ ...about, alert: 'job-interrupted' }, 'a job ends with its process each time: somebody must look')
  else log.warn(about, 'a job ended with its process several times and is done again after a pause')
}

/** Takes the job that has been due longest. */
const claim = async (jobs: ReadonlyMap<string, Job>, leaseEnd: Date): Promise<Claimed | null> => {
  for (;;) {
    const row = await db.job.findFirst({
      where: { name: { in: [...jobs.keys()] }, state: { in: ['waiting', 'running'] }, dueAt: { lte: now() } },
      orderBy: { dueAt: 'asc' },
    })
    const job = row === null ? undefined : jobs.get(row.name)
    if (row === null || job === undefined) return null
    const { id, key, state, dueAt, runAt, payload, failedAt } = row
    // The lease is over and no end was recorded: the try ended with its process.
    const isInterrupted = state === 'running'
    if (isInterrupted && row.interruptions >= interruptionsAtOnce) {
      await putAside(row)
      continue
    }
    const claims = row.claims + 1
    const tries = isInterrupted ? Math.max(1, row.tries) : row.tries + 1
    const interruptions = isInterrupted ? row.interruptions + 1 : row.interruptions
    const taken = await db.job.updateMany({
      where: { id, state, dueAt, claims: row.claims },
      data: { state: 'running', dueAt: leaseEnd, claims, tries, interruptions },
    })
    if (taken.count === 1) return { id, key, claims, tries, runAt, payload, failedAt, job }
  }
}

/**
 * Matches the row while it belongs to this claim. The number of claims only grows, so a late run never matches again.
 */
const held = ({ id, claims }: Claimed) => ({ id, claims, state: 'running' })

/** The first slot after now; missed slots are skipped. */
const slotAfter = (slot: Date, everyMs: number): Date =>
  new Date(slot.getTime() + Math.max(1, Math.floor((nowMs() - slot.getTime()) / everyMs) + 1) * everyMs)

/** The new state of a row whose work has succeeded. */
const succeeded = ({ runAt, job: { everyMs } }: Claimed) => {
  const end = { endedAt: now(), lastError: null, failedAt: null, interruptions: 0 }
  if (everyMs === null) return { ...end, state: 'done' }
  const slot = slotAfter(runAt, everyMs)
  return { ...end, state: 'waiting', runAt: slot, dueAt: slot, tries: 0 }
}

type Failed = {
  state: string
  endedAt: Date
  lastError: string
  failedAt: Date | null
  interruptions: number
} & Partial<Record<'runAt' | 'dueAt', Date> & { tries: number }>
/** The state after a failed try: retried after its pause or, for repeated work, at its next slot if that is sooner. */
const failed = ({ runAt, tries, failedAt, job: { everyMs, pausesMs } }: Claimed, lastError: string): Failed => {
  const pauseMs = pausesMs[tries - 1]
  const isLast = pauseMs === undefined
  const end = { endedAt: now(), lastError, failedAt, interruptions: 0 }
  if (everyMs === null) {
    if (isLast) return { ...end, state: 'failed', failedAt: now() }
    return { ...end, state: 'waiting', dueAt: inMs(pauseMs) }
  }
  const slot = slotAfter(runAt, everyMs)
  if (!isLast && inMs(pauseMs) < slot) return { ...end, state: 'waiting', dueAt: inMs(pauseMs) }
  // After the last try, repeated work gets one try per slot.
  const more = isLast ? { tries: pausesMs.length, failedAt: failedAt ?? now() } : {}
  return { ...end, state: 'waiting', runAt: slot, dueAt: slot, ...more }
}

/** The error text for the operator. A database error names the written values, which must stay private. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'fault'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const text = error.name.startsWith('Prisma') ? '' : `: ${error.message}`
  return `${error.name}${code}${text}`.slice(0, lastErrorMost)
}

const noteFailure = async (taken: Claimed, error: unknown, why: string): Promise<void> => {
  const { key, tries, failedAt, job } = taken
  const data = failed(taken, why)
  const { count } = await db.job.updateMany({ where: held(taken), data })
  const about = { job: job.name, key, tries, error }
  if (count === 0) log.warn(about, 'a job failed after another process had taken it, or after its end')
  else if (data.failedAt === null) log.warn({ ...about, againAt: data.dueAt }, 'a job failed and is tried again')
  else if (failedAt === null)
    log.error(
      { ...about, alert: 'job-failed' },
      'a job is given up: somebody must look (npm run operator -- jobs list)',
    )
}

const workOn = async (taken: Claimed, signal: AbortSignal): Promise<void> => {
  const { key, tries, runAt, failedAt, job } = taken
  let isEnded = false
  const guard = async (tx: Transaction, data: object): Promise<void> => {
    const { count } = await tx.job.updateMany({ where: { ...held(taken), dueAt: { gt: now() } }, data })
    if (count === 0) throw new LeaseLost(`${job.name}: another process has this job`)
  }
  const run: Run = {
    runAt,
    tries,
    signal,
    hold: (tx) => guard(tx, { tries }),
    endWith: async (tx) => {
      await guard(tx, succeeded(taken))
      isEnded = true
    },
  }
  try {
    await job.work(taken.payload === null ? null : (JSON.parse(taken.payload) as Kept), run)
  } catch (error) {
    return noteFailure(taken, error, describe(error))
  }
  const { count } = await db.job.updateMany({ where: held(taken), data: succeeded(taken) })
  if (count === 0 && !isEnded) log.warn({ job: job.name, key }, 'a job ended after another process had taken it')
  if (failedAt !== null) log.info({ job: job.name, key }, 'a job that had failed has succeeded')
}

/**
 * Gives each repeated job its row. In a new portal nothing is overdue: the first slot is one period ahead, except for
 * jobs that run at every start.
 */
const plant = async (jobs: Iterable<Job>, isStart: boolean): Promise<void> => {
  for (const { name, everyMs, atStart = false } of jobs) {
    if (everyMs === null) continue
    const slot = isStart && atStart ? now() : inMs(everyMs)
    const where = { name, key: repeatedKey }
    if ((await db.job.findUnique({ where: { name_key: where }, select: { id: true } })) === null) {
      try {
        await db.job.create({ data: { id: makeId(), ...where, runAt: slot, dueAt: slot, createdAt: now() } })
      } catch (error) {
        // Another process was first.
        if (!isUniqueViolation(error)) throw error
      }
    }
    // The period was shortened, the clock was set back, or the job runs at start.
    await db.job.updateMany({
      where: { ...where, state: 'waiting', dueAt: { gt: slot } },
      data: { runAt: slot, dueAt: slot },
    })
  }
}

/** Logs waiting jobs that this program does not know. */
const findUnknown = async (jobs: ReadonlyMap<string, Job>): Promise<void> => {
  const unknown = await db.job.groupBy({
    by: ['name'],
    where: { name: { notIn: [...jobs.keys()] }, key: { not: repeatedKey }, state: { in: ['waiting', 'running'] } },
    _count: { _all: true },
  })
  for (const { name, _count } of unknown)
    log.error({ alert: 'job-unknown', job: name, count: _count._all }, 'jobs wait that this version does not know')
}

const makeJobQueue = (jobs: ReadonlyMap<string, Job>, hasStarted: () => boolean): WorkQueue => {
  let isPlanted = false
  return makeWorkQueue<Claimed>({
    name: 'jobs',
    parallel,
    leaseMs: jobLeaseMs,
    claim: async (leaseEnd) => {
      // Done here, so that it is retried if the database can't be written at start.
      if (!isPlanted) {
        await plant(jobs.values(), hasStarted())
        await findUnknown(jobs)
        isPlanted = true
      }
      return claim(jobs, leaseEnd)
    },
    extend: async (taken, leaseEnd) =>
      (await db.job.updateMany({ where: held(taken), data: { dueAt: leaseEnd } })).count === 1,
    work: workOn,
    nextDue: async () => {
      const next = await db.job.findFirst({
        where: { name: { in: [...jobs.keys()] }, state: { in: ['waiting', 'running'] } },
        orderBy: { dueAt: 'asc' },
        select: { dueAt: true },
      })
      return next?.dueAt ?? null
    },
    takeUp: async () => {
      const { count } = await db.job.updateMany({ where: { state: 'running' }, data: { dueAt: now() } })
      if (count > 0) log.info({ count }, 'jobs that a killed process was doing are taken up again')
    },
  })
}

const clearOldJobs = async (): Promise<void> => {
  const before = (days: number) => ({ endedAt: { lt: inMs(-days * dayMs) } })
  await db.job.deleteMany({ where: { state: 'done', ...before(doneKeptDays) } })
  await db.job.deleteMany({ where: { state: 'failed', ...before(failedKeptDays) } })
}

export type Runner = {
  /** The names of its jobs and queues. */
  readonly names: readonly string[]
  /** `alone`: no other process uses this database, so the work of a killed one is resumed at once. */
  start(options: { alone: boolean }): Promise<void>
  /** Takes no more work, and waits within the limit for running work. */
  stop(limitMs: number): Promise<void>
  /** Does all due work in jobs and queues, and resolves when it is done. */
  runDue(): Promise<void>
}

/** Makes the runner of a process from its jobs and queues. It does nothing until it is started. */
export const makeRunner = ({ jobs, queues = [] }: { jobs: readonly Job[]; queues?: readonly WorkQueue[] }): Runner => {
  const all = [...jobs, recurring('clear-old-jobs', hourMs, clearOldJobs)]
  const byName = new Map(all.map((job) => [job.name, job]))
  if (byName.size < all.length) throw new Error('two jobs have the same name')
  let hasStarted = false
  const jobQueue = makeJobQueue(byName, () => hasStarted)
  const every = [jobQueue, ...queues]
  return {
    names: [...byName.keys(), ...every.map(({ name }) => name)],
    start: async (options) => {
      hasStarted = true
      listening.add(jobQueue.wake)
      await Promise.all(every.map((queue) => queue.start(options)))
    },
    stop: async (limitMs) => {
      listening.delete(jobQueue.wake)
      await Promise.all(every.map((queue) => queue.stop(limitMs)))
    },
    runDue: async () => {
      for (const queue of every) await queue.runDue()
    },
  }
}

/** A job as the operator sees it. `key` is empty for repeated work. */
export type JobView = {
  name: string
  key: string
  state: 'waiting' | 'running' | 'failed'
  runAt: Date
  dueAt: Date
  tries: number
  lastError: string | null
  failedAt: Date | null
  endedAt: Date | null
}

/** Lists jobs by due time: the failed ones, or all that are not done. For the operator. */
export const listJobs = async (filter: {
  state: 'failed' | 'open'
  page: number
  size: number
}): Promise<{ items: JobView[]; total: number }> => {
  const where = filter.state === 'failed' ? { failedAt: { not: null } } : { state: { not: 'done' } }
  const [items, total] = await db.$transaction([
    db.job.findMany({
      where,
      orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
      skip: (filter.page - 1) * filter.size,
      take: filter.size,
      omit: { id: true, payload: true, claims: true, interruptions: true, createdAt: true },
    }),
    db.job.count({ where }),
  ])
  return { items: items as JobView[], total }
}

/** Retries a failed job from the first try, now. False if there is no such job. For the operator. */
export const retryJob = async (tx: Transaction, name: string, key: string): Promise<boolean> => {
  const { count } = await tx.job.updateMany({
    where: { name, key, failedAt: { not: null }, state: { in: ['failed', 'waiting'] } },
    data: { state: 'waiting', tries: 0, interruptions: 0, dueAt: now(), failedAt: null },
  })
  if (count === 1)
    afterCommit(tx, 'wake the jobs', () => {
      for (const wake of listening) wake(now())
    })
  return count === 1
}

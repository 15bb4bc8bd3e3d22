/**
 * A work queue is a database table that is worked off. The table's owner supplies how an item is claimed (by a guarded
 * update, so that only one process gets it), how it is processed, and when the next one is due. The queue looks when
 * something is due or when it is woken, processes several items at a time, keeps extending their leases, and stops in
 * good order. All background work of the server goes through queues; ordinary jobs share one (jobs.server.ts).
 */
import { inMs, nowMs, secondMs, steadyMs } from './clock.server'
import { log } from './log.server'
import { runUncaused } from './scope.server'
import { later, type Stop } from './timer.server'

/** Why the work of an item is aborted: another process may have it, or the program no longer waits for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type WorkQueueOptions<Piece> = {
  /** For the log. */
  name: string
  /** Items processed at a time. */
  parallel: number
  /** Longer than the longest pause of this process. After it, the work of a killed process is claimed again. */
  leaseMs: number
  /**
   * Claims the item that has been due longest, until `leaseEnd`; null if none is due. Only one of several callers gets
   * it: the update is guarded by what was read, and its count decides. An item whose lease is over is due like any
   * other.
   */
  claim(leaseEnd: Date): Promise<Piece | null>
  /**
   * Moves the lease's end while the work lasts, by a guarded update; false if the item no longer belongs to this claim.
   * Omit it if the work always ends within its lease.
   */
  extend?(piece: Piece, leaseEnd: Date): Promise<boolean>
  /**
   * Does the work and records its end, including failures, guarded by the claim. An exception is a program fault: it is
   * logged, and the item is claimed again after its lease. `signal` is aborted when the lease is lost or the program no
   * longer waits; nothing may be written after that.
   */
  work(piece: Piece, signal: AbortSignal): Promise<void>
  /** When the next item is due, counting ends of leases; null if none waits. */
  nextDue(): Promise<Date | null>
  /**
   * Releases items that a killed process was working on, which would otherwise wait for the end of their lease. Called
   * at start, when this is the only process on the database.
   */
  takeUp?(): Promise<unknown>
}

export type WorkQueue = {
  readonly name: string
  /** Does all due work, and resolves when it is done. Throws what the work of an item threw. */
  runDue(): Promise<void>
  /** Starts looking for work. `alone`: no other process uses this database. */
  start(options: { alone: boolean }): Promise<void>
  /**
   * Looks now, or at the given moment if that is sooner than planned. May be called anywhere, even inside a
   * transaction: the queue looks after it. Does nothing if the queue was not started.
   */
  wake(at?: Date): void
  /** Takes no more work, and waits within the limit for running work. */
  stop(limitMs: number): Promise<void>
}

/** A queue looks at least this often, for rows that another process wrote. */
const maxPauseMs = 30 * secondMs
/** The shortest pause after a look that found no work. */
const minPauseMs = 100
/** How long aborted work may take to end. */
const lastWordMs = secondMs

/**
 * Processes items, up to `parallel` at a time. Searches run one after the other, because two would find the same item.
 */
const makeWorkers = <Piece>(
  options: WorkQueueOptions<Piece>,
  told: { searched?: (well: boolean) => void; failed?: (error: unknown) => void },
) => {
  const { name, parallel, leaseMs } = options
  const inWork = new Map<Promise<void>, AbortController>()
  let search: Promise<void> | null = null
  let again = false
  let ended = false

  /**
   * Extends the lease after a third of it, so that one failed attempt loses nothing. Returns a function that ends this.
   */
  const keepLease = (piece: Piece, control: AbortController): Stop => {
    const { extend } = options
    if (extend === undefined) return () => undefined
    let keptAt = steadyMs()
    let over = false
    let stopTimer: Stop = () => undefined
    const next = (): void => {
      stopTimer = later(leaseMs / 3, () => void keep())
    }
    const keep = async (): Promise<void> => {
      const askedAt = steadyMs()
      const held = await extend(piece, inMs(leaseMs)).catch((error: unknown) => {
        log.warn({ queue: name, error }, 'a lease could not be extended')
        return askedAt - keptAt < leaseMs ? ('unknown' as const) : false
      })
      if (over) return
      if (held === false) return control.abort(new LeaseLost(`${name}: the lease is lost`))
      if (held === true) keptAt = askedAt
      next()
    }
    next()
    return () => {
      over = true
      stopTimer()
    }
  }

  const workOn = async (piece: Piece, control: AbortController): Promise<void> => {
    const letGo = keepLease(piece, control)
    try {
      await options.work(piece, control.signal)
    } catch (error) {
      told.failed?.(error)
      log.error({ queue: name, error }, 'the work of a queue failed')
    } finally {
      letGo()
    }
  }

  const searchAll = async (): Promise<void> => {
    while (!ended && inWork.size < parallel) {
      const piece = await options.claim(inMs(leaseMs))
      if (piece === null) return
      const control = new AbortController()
      const work: Promise<void> = workOn(piece, control).then(() => {
        inWork.delete(work)
        look()
      })
      inWork.set(work, control)
    }
  }
  const look = (): void => {
    if (ended) return
    if (search !== null) {
      again = true
      return
    }
    again = false
    search = searchAll()
      .then(
        () => true,
        (error: unknown) => {
          told.failed?.(error)
          // Work that was interrupted by the stop is claimed again after its lease.
          if (!ended) log.error({ queue: name, error }, 'a queue could not work')
          return false
        },
      )
      .then((well) => {
        search = null
        if (again) look()
        else told.searched?.(well)
      })
  }
  /** Resolves when no search and no work is running. */
  const rest = async (): Promise<void> => {
    while (search !== null || inWork.size > 0) await Promise.all([search, ...inWork.keys()])
  }
  return {
    look,
    rest,
    isFull: (): boolean => inWork.size >= parallel,
    end: (): void => {
      ended = true
    },
    abort: (): void => {
      for (const control of inWork.values()) control.abort(new LeaseLost(`${name}: the program stops`))
    },
  }
}

const within = async (work: Promise<unknown>, limitMs: number): Promise<boolean> => {
  let stopLimit: Stop | undefined
  const over = new Promise<false>((resolve) => {
    stopLimit = later(limitMs, () => resolve(false), { keeps: true })
  })
  const done = await Promise.race([work.then(() => true), over])
  stopLimit?.()
  return done
}

/** Makes a queue. It does nothing until it is started. */
export const makeWorkQueue = <Piece>(options: WorkQueueOptions<Piece>): WorkQueue => {
  const { name } = options
  let workers: ReturnType<typeof makeWorkers<Piece>> | null = null
  let isWanted = false
  let stopTimer: Stop | undefined
  /** When the timer fires, in `steadyMs` time. */
  let looksAt = Infinity

  const lookAfter = (pauseMs: number): void => {
    stopTimer?.()
    looksAt = steadyMs() + pauseMs
    stopTimer = later(pauseMs, () => {
      looksAt = Infinity
      workers?.look()
    })
  }
  const pauseUntil = (at: Date): number => Math.min(maxPauseMs, Math.max(minPauseMs, at.getTime() - nowMs()))
  /**
   * Plans the next look after a search. A full queue looks again at the end of an item, otherwise when the next one is
   * due.
   */
  const plan = async (well: boolean): Promise<void> => {
    if (workers === null || workers.isFull()) return
    lookAfter(maxPauseMs)
    if (!well) return
    try {
      const next = await options.nextDue()
      if (workers !== null && next !== null && steadyMs() + pauseUntil(next) < looksAt) lookAfter(pauseUntil(next))
    } catch (error) {
      log.error({ queue: name, error }, 'a queue could not work')
    }
  }
  return {
    name,
    runDue: async () => {
      const faults: unknown[] = []
      const own = makeWorkers(options, { failed: (error) => void faults.push(error) })
      own.look()
      await own.rest()
      if (faults.length > 0)
        throw faults.length === 1 ? faults[0] : new AggregateError(faults, `${name}: several faults`)
    },
    start: async ({ alone }) => {
      isWanted = true
      if (alone)
        await options
          .takeUp?.()
          .catch((error: unknown) =>
            log.error({ queue: name, error }, 'what a killed process was doing waits for its lease'),
          )
      // It was stopped in the meantime.
      if (!isWanted) return
      workers = makeWorkers(options, { searched: (well) => void plan(well) })
      workers.look()
    },
    wake: (at) => {
      if (workers === null) return
      const pauseMs = at === undefined ? 0 : at.getTime() - nowMs()
      if (pauseMs <= 0) runUncaused(() => workers?.look())
      else if (steadyMs() + pauseMs < looksAt) lookAfter(pauseMs)
    },
    stop: async (limitMs) => {
      isWanted = false
      const own = workers
      workers = null
      stopTimer?.()
      looksAt = Infinity
      if (own === null) return
      own.end()
      if (await within(own.rest(), limitMs)) return
      own.abort()
      await within(own.rest(), lastWordMs)
    },
  }
}

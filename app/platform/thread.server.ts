/**
 * A worker thread for work that would hold up every request. It handles one question at a time and answers by message.
 * If it dies or hangs, the pending question fails, and the next one starts a new thread.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { log } from './log.server'

/** How many heavy pieces of work of one kind may run at a time: one of two processors stays free for requests. */
export const heavyAtOnce = (processors = availableParallelism()): number => (processors > 2 ? 2 : 1)

export type ThreadProgram = {
  name: string
  /** The built program. */
  built: URL
  /** The same program as source, used when the server runs from source. */
  source: URL
  heapMb: number
}

/** Loads the thread's program from source: it must be compiled in the thread too. */
const sourceProgram = (source: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}) })`

/** Starts a thread's program; null if neither a build nor a source exists. It receives none of the settings. */
export const startProgram = ({ name, built, source, heapMb }: ThreadProgram, workerData: unknown): Worker | null => {
  const options = { name, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb }, workerData }
  if (existsSync(built)) return new Worker(built, options)
  return existsSync(source) ? new Worker(sourceProgram(source), { ...options, eval: true }) : null
}

/** The thread died or was silent for too long; its question has no answer. */
export class ThreadEnded extends Error {}
/** The program reported that it failed; it keeps running. */
export class ThreadFailed extends Error {}

/** `ms`: the processor time of the work; `heldBytes`: the memory that the thread keeps afterwards. */
export type ThreadAnswer = { seq: number; ms: number; heldBytes?: number } & ({ value: unknown } | { failed: string })
export type Thread = {
  /**
   * Asks and waits for the answer. The caller must ask one question at a time. Throws ThreadFailed or ThreadEnded.
   * `limitMs` is the thread's own processor time; by the clock it may take `wallShare` times as long, because a busy
   * machine only slows correct work down. If the runtime can't tell processor time, the clock alone counts. `took`
   * receives the time used; for a thread that ended, the whole time since the question.
   */
  ask(question: object, limitMs: number, took?: (ms: number) => void): Promise<unknown>
  /** Ends the thread for good. */
  stop(): Promise<void>
}

/**
 * A thread that keeps more than this ends once nothing waits for it, and the next request starts another: an idle
 * runtime gives no memory back.
 */
export const idleBytesMax = 96 * 1024 * 1024

/** How much longer than its processor time a question may take by the clock: for a machine with four times its load. */
const wallShare = 4

type Telling = { cpuUsage?: () => Promise<{ user: number; system: number }> }
/** The processor time of a thread; 0 if it is not running yet or any more. */
const usedMsOf = async (worker: Worker): Promise<number> => {
  try {
    const { user, system } = (await (worker as Telling).cpuUsage?.call(worker)) ?? { user: 0, system: 0 }
    return (user + system) / 1000
  } catch {
    return 0
  }
}

/**
 * Ends a thread whose question exceeds its limit; returns a function that stops watching. The processor time is checked
 * when it can first have reached the limit. A thread that is stuck outside the runtime reports none: the clock limit
 * doesn't wait for it.
 */
const endWhenOver = (worker: Worker, name: string, limitMs: number): (() => void) => {
  // Node 24.6 is the first version that reports the processor time of another thread.
  const tells = typeof (worker as Telling).cpuUsage === 'function'
  const wallMs = tells ? wallShare * limitMs : limitMs
  const usedBefore = tells ? usedMsOf(worker) : null
  let look: NodeJS.Timeout | undefined
  let watched = true
  const end = (usedMs: number | null): void => {
    log.warn({ thread: name, limitMs, usedMs, wallMs }, 'a thread hangs: ended')
    void worker.terminate()
  }
  const wall = setTimeout(() => end(null), wallMs)
  const lookAfter = (ms: number, before: Promise<number>): void => {
    look = setTimeout(() => {
      void Promise.all([before, usedMsOf(worker)]).then(([began, now]) => {
        const leftMs = limitMs - (now - began)
        if (!watched) return
        if (leftMs <= 0) end(Math.round(now - began))
        else lookAfter(Math.max(20, leftMs), before)
      })
    }, ms)
  }
  if (usedBefore !== null) lookAfter(limitMs, usedBefore)
  return () => {
    watched = false
    clearTimeout(wall)
    clearTimeout(look)
  }
}

/** `start` is called if there is no thread; if it returns null, asking fails. */
export const makeThread = (name: string, start: () => Promise<Worker | null>): Thread => {
  let worker: Worker | null = null
  let stopped = false
  let seq = 0
  let asked: { seq: number; done: (answer: ThreadAnswer) => void; failed: (error: Error) => void } | null = null

  const fail = (error: Error): void => {
    const failing = asked
    asked = null
    failing?.failed(error)
  }
  /** Waiting work starts as soon as the previous answer arrives, so the thread is idle if none did. */
  const endIfIdle = (used: Worker): void => {
    setImmediate(() => {
      if (worker !== used || asked !== null) return
      worker = null
      void used.terminate()
    })
  }
  const begin = async (): Promise<Worker> => {
    if (stopped) throw new ThreadEnded(`the thread ${name} was stopped`)
    const made = await start()
    if (made === null) throw new ThreadEnded(`the thread ${name} has no program`)
    // The thread must not keep the program running; a pending question does.
    made.unref()
    made.on('message', (answer: ThreadAnswer) => {
      if (worker === made && asked?.seq === answer.seq) asked.done(answer)
    })
    made.on('error', (error) => log.warn({ err: error, thread: name }, 'a thread failed'))
    made.on('exit', (code) => {
      if (worker !== made) return
      worker = null
      if (!stopped) log.warn({ thread: name, code }, 'a thread ended; the next question starts another')
      fail(new ThreadEnded(`the thread ${name} ended`))
    })
    return made
  }

  return {
    ask: async (question, limitMs, took) => {
      worker ??= await begin()
      const used = worker
      const mine = ++seq
      used.ref()
      const began = performance.now()
      const stopWatching = endWhenOver(used, name, limitMs)
      try {
        const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
          asked = { seq: mine, done: resolve, failed: reject }
          used.postMessage({ ...question, seq: mine })
        })
        took?.(answer.ms)
        if ((answer.heldBytes ?? 0) > idleBytesMax) endIfIdle(used)
        if ('failed' in answer) throw new ThreadFailed(answer.failed)
        return answer.value
      } catch (error) {
        // A thread that was ended can't report its time; it was busy all the time.
        if (error instanceof ThreadEnded) took?.(performance.now() - began)
        throw error
      } finally {
        stopWatching()
        asked = null
        used.unref()
      }
    },
    stop: async () => {
      stopped = true
      const ending = worker
      worker = null
      fail(new ThreadEnded(`the thread ${name} was stopped`))
      await ending?.terminate()
    },
  }
}

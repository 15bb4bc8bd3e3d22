/**
 * A worker thread for work that would hold up every request. It is asked one thing at a time and answers by message.
 * When it dies or hangs, the pending question fails, and the next one starts another thread.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { log } from './log.server'

/** How many threads can work at the same time. */
export const processorCount = (): number => availableParallelism()

export type ThreadProgram = {
  name: string
  /** The program as it was built beside the server. */
  built: URL
  /** The same program as source, where the source runs. */
  source: URL
  heapMb: number
}

/** The thread's program where the source runs: it must be compiled in the thread too. */
const sourceProgram = (source: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}) })`

/** Starts a thread's program; null where neither a build nor a source exists. It receives none of the settings. */
export const startProgram = ({ name, built, source, heapMb }: ThreadProgram, workerData: unknown): Worker | null => {
  const options = { name, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb }, workerData }
  if (existsSync(built)) return new Worker(built, options)
  return existsSync(source) ? new Worker(sourceProgram(source), { ...options, eval: true }) : null
}

/** The thread died or was silent for too long: its question has no answer. */
export class ThreadEnded extends Error {}
/** The program reported that it failed; it keeps running. */
export class ThreadFailed extends Error {}

/** `ms` is the processor time that the work took. */
export type ThreadAnswer = { seq: number; ms: number } & ({ value: unknown } | { failed: string })
export type Thread = {
  /**
   * Asks and waits for the answer. The caller must ask one question at a time. Throws ThreadFailed or ThreadEnded.
   * `took` is told what it took, of a thread that ended all the time that it was held.
   */
  ask(question: object, limitMs: number, took?: (ms: number) => void): Promise<unknown>
  /** Ends the thread for good. */
  stop(): Promise<void>
}

/** `start` is called when there is no thread; where it returns null, asking fails. */
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
      const limit = setTimeout(() => {
        log.warn({ thread: name, limitMs }, 'a thread hangs: ended')
        void used.terminate()
      }, limitMs)
      try {
        const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
          asked = { seq: mine, done: resolve, failed: reject }
          used.postMessage({ ...question, seq: mine })
        })
        took?.(answer.ms)
        if ('failed' in answer) throw new ThreadFailed(answer.failed)
        return answer.value
      } catch (error) {
        // A thread that was ended says no more what it took: it was held all the time.
        if (error instanceof ThreadEnded) took?.(performance.now() - began)
        throw error
      } finally {
        clearTimeout(limit)
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

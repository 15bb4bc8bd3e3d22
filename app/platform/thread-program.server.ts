/**
 * The inner side of a worker thread (thread.server.ts is the outer one): what it was started with, the questions that
 * come, the answers that go. It reads no settings and opens nothing.
 */
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread was started with. */
export const threadData: unknown = workerData

/** Calls `take` for every question. Nothing comes where the file does not run in a thread. */
export const onQuestion = <Q>(take: (question: Q) => void): void => void parentPort?.on('message', take)

/** Sends an answer; the memory of `moved` goes with it instead of being copied. */
export const answerQuestion = (answer: unknown, moved: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(answer, moved)

/** The processor time that this thread has used, where the runtime reports it; else the elapsed time. */
export const threadUsedMs = (): number => {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } }
  if (threadCpuUsage === undefined) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}

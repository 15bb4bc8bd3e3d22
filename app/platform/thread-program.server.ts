/**
 * The inside of a worker thread (thread.server.ts is the outside): its start data, incoming questions and outgoing
 * answers. It reads no settings and opens nothing.
 */
import { parentPort, workerData } from 'node:worker_threads'

/** The data with which the thread was started. */
export const threadData: unknown = workerData

/** Calls `take` for every question. Does nothing outside a thread. */
export const onQuestion = <Q>(take: (question: Q) => void): void => void parentPort?.on('message', take)

/** The memory of this thread's heap and external buffers, whether in use or not. */
const heldBytes = (): number => {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}

/** Sends an answer; the memory of `moved` is transferred instead of being copied. */
export const answerQuestion = (answer: object, moved: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage({ ...answer, heldBytes: heldBytes() }, moved)

/** The processor time that this thread has used if the runtime reports it, otherwise the elapsed time. */
export const threadUsedMs = (): number => {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } }
  if (threadCpuUsage === undefined) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}

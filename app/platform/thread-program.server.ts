/**
 * The inside of a worker thread (thread.server.ts is the outside): its start data, incoming questions and outgoing
 * answers. It reads no settings and opens nothing.
 */
import { parentPort, workerData } from 'node:worker_threads'

/** The data with which the thread was started. */
export const threadData: unknown = workerData

/** Calls `take` for every question. Does nothing outside a thread. */
export const onQuestion = <Q>(take: (question: Q) => void | Promise<void>): void =>
  void parentPort?.on('message', (question: Q) => void take(question))

/** The memory of this thread's heap and external buffers, whether in use or not. */
const heldBytes = (): number => {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}

/** Sends an answer; the memory of `moved` is transferred instead of being copied. */
export const answerQuestion = (answer: object, moved: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage({ ...answer, heldBytes: heldBytes() }, moved)

/** The processor time that this thread has used if the runtime reports it, otherwise the elapsed time. */
const usedMs = (): number => {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } }
  if (threadCpuUsage === undefined) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}

/**
 * Answers every question of a `Thread` with what `work` returns, or says why it failed. The memory in `movedOf` is
 * transferred.
 */
export const answerQuestions = <Q, A>(
  work: (question: Q) => A,
  movedOf: (answer: Awaited<A>) => readonly ArrayBuffer[] = () => [],
): void =>
  onQuestion(async (question: Q & { seq: number }) => {
    const began = usedMs()
    const { seq } = question
    try {
      const value = await work(question)
      answerQuestion({ seq, ms: usedMs() - began, value }, movedOf(value))
    } catch (error) {
      const failed = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      answerQuestion({ seq, ms: usedMs() - began, failed })
    }
  })

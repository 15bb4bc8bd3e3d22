/** The program of the thread that reads and writes tables of links. It has no settings and no database. */
import { answerQuestion, onQuestion, threadUsedMs as usedMs } from '~/platform/thread-program.server'
import { doBox, doPlan, doWrite, type BoxAsk, type PlanAsk, type WriteAsk } from './table-work'

type Question = { seq: number } & (PlanAsk | WriteAsk | BoxAsk)

const answer = async (question: Question): Promise<void> => {
  const began = usedMs()
  const { seq } = question
  try {
    const value =
      question.piece === 'plan'
        ? await doPlan(question)
        : question.piece === 'write'
          ? await doWrite(question)
          : await doBox(question)
    answerQuestion({ seq, ms: usedMs() - began, value })
  } catch (error) {
    const failed = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    answerQuestion({ seq, ms: usedMs() - began, failed })
  }
}

onQuestion((question: Question) => void answer(question))

/** The program of the thread that reads and writes tables of links. It has no settings and no database. */
import { answerQuestion, onQuestion, threadUsedMs as usedMs } from '~/platform/thread-program.server'
import {
  doBox,
  doPlan,
  doRefused,
  doWrite,
  type BoxAsk,
  type PlanAsk,
  type RefusedAsk,
  type WriteAsk,
} from './table-work'

type Question = { seq: number } & (PlanAsk | RefusedAsk | WriteAsk | BoxAsk)

const work = (question: Question): Promise<unknown> => {
  switch (question.piece) {
    case 'plan':
      return doPlan(question)
    case 'refused':
      return doRefused(question)
    case 'write':
      return doWrite(question)
    case 'box':
      return doBox(question)
  }
}

const answer = async (question: Question): Promise<void> => {
  const began = usedMs()
  const { seq } = question
  try {
    const value = await work(question)
    answerQuestion({ seq, ms: usedMs() - began, value })
  } catch (error) {
    const failed = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    answerQuestion({ seq, ms: usedMs() - began, failed })
  }
}

onQuestion((question: Question) => void answer(question))

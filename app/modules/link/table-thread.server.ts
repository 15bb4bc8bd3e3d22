/** The program of the thread that reads and writes tables of links. It has no settings and no database. */
import { answerQuestion, onQuestion, threadUsedMs as usedMs } from '~/platform/thread-program.server'
import { pieces, type Piece } from './table-work'

type Question = { seq: number; piece: Piece; ask: unknown }

const answer = async (question: Question): Promise<void> => {
  const began = usedMs()
  const { seq, piece, ask } = question
  try {
    const value = await pieces[piece](ask as never)
    answerQuestion({ seq, ms: usedMs() - began, value })
  } catch (error) {
    const failed = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    answerQuestion({ seq, ms: usedMs() - began, failed })
  }
}

onQuestion((question: Question) => void answer(question))

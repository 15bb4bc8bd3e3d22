/** The program of the thread that draws lists as PDF: draws one list at a time and hands over its finished bytes. */
import type { Direction } from '~/i18n/languages'
import { answerQuestion, onQuestion, threadUsedMs as usedMs } from '~/platform/thread-program.server'
import { drawList, type ListWords } from './list-pdf.server'

type Question = { seq: number; words: ListWords; direction: Direction }

onQuestion(({ seq, words, direction }: Question) => {
  const began = usedMs()
  try {
    const value = new Uint8Array(drawList(words, direction))
    answerQuestion({ seq, ms: usedMs() - began, value }, [value.buffer])
  } catch (error) {
    answerQuestion({ seq, ms: usedMs() - began, failed: error instanceof Error ? error.message : String(error) })
  }
})

/** The program of the thread that draws lists as PDF: draws one list at a time and hands over its finished bytes. */
import type { Direction } from '~/i18n/languages'
import { answerQuestions } from '~/platform/thread-program.server'
import { drawList, type ListWords } from './list-pdf.server'

answerQuestions(
  ({ words, direction }: { words: ListWords; direction: Direction }) => new Uint8Array(drawList(words, direction)),
  ({ buffer }) => [buffer],
)

/** The program of the thread that reads and writes tables of links. It has no settings and no database. */
import { answerQuestions } from '~/platform/thread-program.server'
import { pieces, type Piece } from './table-work'

answerQuestions(({ piece, ask }: { piece: Piece; ask: unknown }) => pieces[piece](ask as never))

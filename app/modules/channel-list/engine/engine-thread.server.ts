/**
 * The program of the engine's thread. It takes one piece of work at a time, runs it and sends the plain result back. It
 * keeps the last list open, because long lists are usually read repeatedly. It has no settings and no database.
 */
import { makeLender } from '~/engine/engine.server'
import { createFormats } from '~/engine/formats'
import type { OpenList } from '~/engine/types'
import { answerQuestion, onQuestion, threadData, threadUsedMs as usedMs } from '~/platform/thread-program.server'
import { openStored } from './opened'
import { runPiece, type PieceInput, type PieceName } from './work'
import type { Host } from './stored'

type Question = { seq: number; name: PieceName; input: PieceInput<PieceName> }

const { module } = threadData as { module: WebAssembly.Module }
const lender = makeLender(module)
let held: { key: string; list: OpenList } | null = null

const answer = ({ seq, name, input }: Question): void => {
  const began = usedMs()
  try {
    const value = lender.lend((engine, isNew) => {
      if (isNew) held = null
      const host: Host = {
        engine,
        formats: createFormats(engine),
        open: ({ key, source, state }) => {
          if (held?.key !== key) held = { key, list: openStored(engine, source, state) }
          return held.list
        },
        changed: () => {
          held = null
        },
      }
      return runPiece(host, name, input)
    })
    const bytes: unknown = typeof value === 'object' && value !== null && 'bytes' in value ? value.bytes : null
    answerQuestion(
      { seq, ms: usedMs() - began, value },
      bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
    )
  } catch (error) {
    held = null
    answerQuestion({
      seq,
      ms: usedMs() - began,
      failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    })
  }
}

onQuestion(answer)

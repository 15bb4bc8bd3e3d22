/**
 * The program of the engine's thread. It takes one piece of work at a time, runs it and sends the plain result back. It
 * keeps the last list open, because long lists are usually read repeatedly. It has no settings and no database.
 */
import { makeLender } from '~/engine/engine.server'
import { createFormats } from '~/engine/formats'
import type { OpenList } from '~/engine/types'
import { answerQuestions, threadData } from '~/platform/thread-program.server'
import { openStored } from './opened'
import { runPiece, type PieceInput, type PieceName } from './work'
import type { Host } from './stored'

type Question = { name: PieceName; input: PieceInput<PieceName> }

const { module } = threadData as { module: WebAssembly.Module }
const lender = makeLender(module)
let held: { key: string; list: OpenList } | null = null
const forget = (): void => {
  held = null
}

const run = ({ name, input }: Question) => {
  try {
    return lender.lend((engine, isNew) => {
      if (isNew) forget()
      const host: Host = {
        engine,
        formats: createFormats(engine),
        open: ({ key, source, state }) => {
          if (held?.key !== key) held = { key, list: openStored(engine, source, state) }
          return held.list
        },
        changed: forget,
      }
      return runPiece(host, name, input)
    })
  } catch (error) {
    forget()
    throw error
  }
}

answerQuestions(run, (value: unknown) => {
  const bytes: unknown = typeof value === 'object' && value !== null && 'bytes' in value ? value.bytes : null
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
})

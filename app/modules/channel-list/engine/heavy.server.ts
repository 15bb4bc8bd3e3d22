/**
 * Decides where the engine works: short work runs at once on this thread, long work on worker threads, fairly between
 * accounts. So no list, however long, delays other requests. An account's long work is charged in milliseconds of those
 * threads.
 */
import { getEngineModule, withEngine } from '~/engine/engine.server'
import { ok, type Result } from '~/errors/table'
import { heavyAtOnce, makeThread, startProgram, type Thread } from '~/platform/thread.server'
import { costOf, storedCost } from './cost.server'
import { heavyHeapMb, heavyLimitMs, heavyWaitingOfAll, heavyWaitingOfOne, inlineBytes, pieceWeights } from '../limits'
import { withOpenList } from './open-lists.server'
import { makeThreadTurns } from './turns.server'
import type { SourcedView } from '../types'
import { makeView } from './view'
import {
  plainHost,
  runPiece,
  type PieceInput,
  type PieceName,
  type PieceOutput,
  type ViewCall,
  type ViewHead,
} from './work'
import type { Stored } from './stored'

const threadCount = heavyAtOnce()

const startEngineThread = async () =>
  startProgram(
    {
      name: 'engine',
      built: new URL('./engine-thread.js', import.meta.url),
      source: new URL('./engine-thread.server.ts', import.meta.url),
      heapMb: heavyHeapMb,
    },
    { module: await getEngineModule() },
  )

/** All threads, and the idle ones. A thread starts with its first piece of work. */
let all: Thread[] = []
let idle: Thread[] = []
const inTurn = makeThreadTurns('engine-time', {
  parallel: threadCount,
  waitingOfOne: heavyWaitingOfOne,
  waitingOfAll: heavyWaitingOfAll,
})

const takeThread = (): Thread => {
  const free = idle.pop()
  if (free !== undefined) return free
  const made = makeThread('engine', startEngineThread)
  all.push(made)
  return made
}
const giveBack = (thread: Thread): void => {
  if (all.includes(thread)) idle.push(thread)
}

/**
 * Ends the engine's threads; called once at shutdown. Work in progress fails with A0503; later work starts new threads.
 */
export const stopEngineThreads = async (): Promise<void> => {
  const ending = all
  all = []
  idle = []
  await Promise.all(ending.map((thread) => thread.stop()))
}

type Ask = <N extends PieceName>(name: N, input: PieceInput<N>) => Promise<PieceOutput<N>>

/** Lends a thread when it is the account's turn. I1009, A0503. */
const onThread = <T>(who: string, work: (ask: Ask) => Promise<T>): Promise<Result<T>> =>
  inTurn(who, async (took) => {
    const thread = takeThread()
    // The thread runs the piece with this name, so its answer has that piece's type.
    const ask: Ask = async <N extends PieceName>(name: N, input: PieceInput<N>) =>
      (await thread.ask({ name, input }, heavyLimitMs, took)) as PieceOutput<N>
    try {
      return ok(await work(ask))
    } finally {
      giveBack(thread)
    }
  })

/**
 * Runs one piece of work for an account. Its whole input decides on which thread (cost.server.ts). `weight` overrides
 * the piece's usual weight.
 */
export const workOn = async <N extends PieceName>(
  who: string,
  name: N,
  input: PieceInput<N>,
  weight?: number,
): Promise<Result<PieceOutput<N>>> => {
  if (costOf(name, input, weight) <= inlineBytes)
    return ok(await withEngine((engine) => runPiece(plainHost(engine), name, input)))
  return onThread(who, (ask) => ask(name, input))
}

/** Lends a view to a reader; the view throws if it is used afterwards. */
const lendView = <T>(make: (guard: () => void) => SourcedView, read: (view: SourcedView) => T): T => {
  let open = true
  const view = make(() => {
    if (!open) throw new TypeError('a list view is used after its reader has returned')
  })
  try {
    const value = read(view)
    if (value instanceof Promise) throw new TypeError('a list is lent for synchronous reading only')
    return value
  } finally {
    open = false
  }
}

/** The revision that a view shows, and the file that its ids belong to. */
type Of = { revision: number; source: string }

/** Thrown when a reader calls a view for an answer that is not known yet. */
class Missing extends Error {
  constructor(readonly call: ViewCall) {
    super(`the view's ${call.name} is still to be asked`)
  }
}

/** A view that returns the known answers and throws on other questions. Everything beside its head is a method. */
const knowingView = (head: ViewHead & Of, known: ReadonlyMap<string, unknown>, guard: () => void): SourcedView => {
  const answer = (call: ViewCall): unknown => {
    guard()
    const key = JSON.stringify(call)
    if (!known.has(key)) throw new Missing(call)
    return known.get(key)
  }
  const method =
    (name: string | symbol) =>
    (...args: readonly unknown[]): unknown =>
      answer({ name, args } as ViewCall)
  return new Proxy(head as SourcedView, {
    get: (view, name) => (name in view ? view[name as keyof SourcedView] : method(name)),
  })
}

/**
 * Reads a stored list with a synchronous reader. For a long list the reader runs repeatedly, each time with one more
 * answer from the engine's thread, so it must have no side effects.
 */
export const readOn = async <T>(
  who: string,
  stored: Stored,
  of: Of,
  read: (view: SourcedView) => T,
): Promise<Result<T>> => {
  if (storedCost(stored) * pieceWeights.viewCall <= inlineBytes)
    return ok(await withOpenList(stored, (list) => lendView((guard) => makeView(list, of, guard), read)))
  return onThread(who, async (ask) => {
    const head = { ...of, ...(await ask('viewHead', { stored })) }
    const known = new Map<string, unknown>()
    for (;;) {
      try {
        return lendView((guard) => knowingView(head, known, guard), read)
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        known.set(JSON.stringify(error.call), await ask('viewCall', { stored, call: error.call }))
      }
    }
  })
}

/**
 * What the gateway and its app tell each other: the app what boxes' memory must keep or forget, in numbered messages
 * for which an answer may have to wait; the gateway, in notes collected for a moment, which boxes it has served.
 */
import type { BoxMemory } from '~/modules/stb/memory'
import type { FetchNote, FromApp, FromGateway } from '../channel'

/** Notes wait at most this long to be sent together. */
const notesEveryMs = 100

export type Heard = {
  /** Does what a message says, and lets those go who have waited for it. */
  take(message: Exclude<FromApp, { kind: 'ready' }>): void
  /** Resolves when everything up to a message has arrived; null where it already has. */
  after(seq: number): Promise<void> | null
  /** A new app counts from the beginning. */
  begin(): void
  /** Nobody will tell any more: whoever waits goes on. */
  end(): void
}

/** The app's messages, which fill and clear the memory. */
export const makeHeard = (memory: BoxMemory): Heard => {
  let heard = 0
  let waiting: { seq: number; go: () => void }[] = []
  return {
    take: (message) => {
      if (message.kind === 'box') memory.keepBox(message.token, message.box)
      else if (message.kind === 'list') memory.keepList(message.list, message.format)
      else if (message.kind === 'forget-box') memory.forgetBox(message.sn)
      else if (message.kind === 'forget-list') memory.forgetList(message.listId)
      else memory.forgetAllBoxes()
      heard = message.seq
      if (waiting.length === 0) return
      const free = waiting.filter((one) => one.seq <= heard)
      waiting = waiting.filter((one) => one.seq > heard)
      for (const one of free) one.go()
    },
    after: (seq) => (seq <= heard ? null : new Promise((go) => waiting.push({ seq, go }))),
    begin: () => {
      heard = 0
    },
    end: () => {
      const left = waiting
      waiting = []
      for (const one of left) one.go()
    },
  }
}

export type Notes = {
  /** A box's fetch; of several of one box the last counts. */
  add(note: FetchNote): void
  /** Sends what was collected; returns the number that the next request carries. */
  flush(): number
  /** A new app counts from the beginning. */
  begin(): void
}

/** The gateway's notes; those of a time in which no app serves are dropped. */
export const makeNotes = (tell: (message: FromGateway) => void, isReady: () => boolean): Notes => {
  let seq = 0
  let notes = new Map<string, FetchNote>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): number => {
    if (notes.size > 0) {
      clearTimeout(timer)
      timer = undefined
      const together = [...notes.values()]
      notes = new Map()
      if (isReady()) tell({ kind: 'notes', seq: ++seq, notes: together })
    }
    return seq
  }
  return {
    add: (note) => {
      notes.set(note.sn, note)
      timer ??= setTimeout(flush, notesEveryMs)
    },
    flush,
    begin: () => {
      seq = 0
    },
  }
}

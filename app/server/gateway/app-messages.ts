/**
 * Handles the messages between the gateway and its app. The app says what the gateway's memory for boxes must keep or
 * forget, in numbered messages that an answer may have to wait for. The gateway sends notes about the boxes that it has
 * served, collected for a moment.
 */
import { applyChange, type BoxMemory } from '~/modules/stb/memory'
import { makeArrivals, type Arrivals, type FetchNote, type FromApp, type FromGateway } from '../channel'

/** Notes are collected for at most this long. */
const notesEveryMs = 100

export type Heard = Omit<Arrivals, 'arrived'> & {
  /** Applies a message, and releases those who waited for it. */
  take(message: Exclude<FromApp, { kind: 'ready' }>): void
}

/** Applies the app's messages, which fill and clear the memory. */
export const makeHeard = (memory: BoxMemory): Heard => {
  const { arrived, ...waits } = makeArrivals()
  return {
    ...waits,
    take: (message) => {
      applyChange(memory, message)
      arrived(message.seq)
    },
  }
}

export type Notes = {
  /** Notes a box's fetch. Of several fetches of one list the last counts. */
  add(note: FetchNote): void
  /** Sends the collected notes; returns the number that the next request carries. */
  flush(): number
  /** A new app starts counting again. */
  begin(): void
}

/** Collects the gateway's notes; those from a time without an app are dropped. */
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
      const key = `${note.sn} ${note.listId}`
      const { own = null, held = null } = notes.get(key) ?? {}
      notes.delete(key)
      notes.set(key, { ...note, own: note.own ?? own, held: note.held ?? held })
      timer ??= setTimeout(flush, notesEveryMs)
    },
    flush,
    begin: () => {
      seq = 0
    },
  }
}

/**
 * The protocol between gateway and app. Requests go over a socket that only this user's processes can open. Headers
 * that no client can send identify the client. Everything else is sent as ordered messages between parent and child
 * process.
 */
import type { BoxLoad } from '~/modules/stb/loaded'
import type { MemoryChange } from '~/modules/stb/memory'

/**
 * Prefix of the headers between the two. The gateway drops client headers with this prefix; clients have their own
 * (`x-portal-…`).
 */
export const channelPrefix = 'x-gateway-'
export const channelHeaders = {
  /** Proves that a request comes from the gateway. */
  key: 'x-gateway-key',
  address: 'x-gateway-address',
  origin: 'x-gateway-origin',
  requestId: 'x-gateway-request-id',
  /** The number of the last notes sent before this request. */
  notes: 'x-gateway-notes',
  /** In an answer: the last invalidation that the gateway must have applied before it sends the answer. */
  after: 'x-gateway-after',
  /**
   * In an answer: the account of the active session that it was made for; `ended` if the request's cookie names none.
   */
  session: 'x-gateway-session',
  /** In an answer that stays open until its request's body was read: the length for the client. */
  length: 'x-gateway-length',
} as const

/** Replaces the account if a request's session cookie is not valid, or no longer. */
export const endedSession = 'ended'

/** A box loaded a list, and the gateway answered. */
export type FetchNote = BoxLoad & {
  sn: string
  listId: string
  revision: number
  language: string | null
}

/** `seq` numbers the changes of an app's memory; an answer names the last invalidation before it. */
export type FromApp = { kind: 'ready' } | ({ kind: 'memory'; seq: number } & MemoryChange)
export type FromGateway = { kind: 'notes'; seq: number; notes: readonly FetchNote[] } | { kind: 'stop' }

/** What a child of the gateway learns from its environment. */
export type AppPlace = { socket: string; key: string }

/** Waits for numbered messages of the other process. */
export type Arrivals = {
  arrived(seq: number): void
  /** Resolves when all messages up to this one have arrived; null if they already have. */
  after(seq: number): Promise<void> | null
  /** A new process starts counting again. */
  begin(): void
  /** No more messages will come: everything that waits continues. */
  end(): void
}
export const makeArrivals = (): Arrivals => {
  let last = 0
  let waiting: { seq: number; go: () => void }[] = []
  const release = (upTo: number): void => {
    if (waiting.length === 0) return
    const free = waiting.filter(({ seq }) => seq <= upTo)
    waiting = waiting.filter(({ seq }) => seq > upTo)
    for (const { go } of free) go()
  }
  return {
    arrived: (seq) => {
      last = seq
      release(seq)
    },
    after: (seq) => (seq <= last ? null : new Promise((go) => waiting.push({ seq, go }))),
    begin: () => {
      last = 0
    },
    end: () => release(Number.POSITIVE_INFINITY),
  }
}

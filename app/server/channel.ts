/**
 * What gateway and app say to each other. Requests go over a socket that only this user's processes can open, with who
 * asks in headers that no client can send; everything else goes as messages between parent and child, in their order.
 */
import type { BoxFacts, ListFormat, ReadyList } from '~/modules/stb/memory'

/**
 * Headers between the two. Whatever a client sends under this prefix is dropped at the gateway; what clients may say to
 * the portal (`x-portal-…`) has another.
 */
export const channelPrefix = 'x-gateway-'
export const channelHeaders = {
  /** Proves that a request comes from the gateway. */
  key: 'x-gateway-key',
  address: 'x-gateway-address',
  origin: 'x-gateway-origin',
  requestId: 'x-gateway-request-id',
  /** The last notes that the gateway sent before this request. */
  notes: 'x-gateway-notes',
  /** Of an answer: the last thing that the gateway must have forgotten before it goes out. */
  after: 'x-gateway-after',
  /**
   * Of an answer: the account of the living session that it was made for, `ended` where the request's cookie names
   * none.
   */
  session: 'x-gateway-session',
  /** Of an answer that stays open until its request's body was read: the length that the client is told. */
  length: 'x-gateway-length',
} as const

/** Stands for the account where a request's session cookie opens nothing (any more). */
export const endedSession = 'ended'

/** A box loaded a list, answered by the gateway. */
export type FetchNote = { sn: string; listId: string; revision: number }

/** `seq` counts an app's messages; an answer names the last forgetting before it. */
export type FromApp =
  | { kind: 'ready' }
  | { kind: 'box'; seq: number; token: string; box: BoxFacts }
  | { kind: 'list'; seq: number; list: ReadyList; format: ListFormat | null }
  | { kind: 'forget-box'; seq: number; sn: string }
  | { kind: 'forget-all-boxes'; seq: number }
  | { kind: 'forget-list'; seq: number; listId: string }
export type FromGateway = { kind: 'notes'; seq: number; notes: readonly FetchNote[] } | { kind: 'stop' }

/** What a child of the gateway is told by its environment. */
export type AppPlace = { socket: string; key: string }

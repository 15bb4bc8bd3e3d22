/**
 * What gateway and app say to each other. Requests go over a socket that only this user's processes can open, with who
 * asks in headers that no client can send; everything else goes as messages between parent and child, in their order.
 */
import type { BoxFacts, ListFormat, ReadyList } from '~/modules/stb/memory'

/** Headers between the two. Whatever a client sends under this prefix is dropped at the gateway. */
export const channelPrefix = 'x-portal-'
export const channelHeaders = {
  /** Proves that a request comes from the gateway. */
  key: 'x-portal-key',
  address: 'x-portal-address',
  origin: 'x-portal-origin',
  requestId: 'x-portal-request-id',
  /** The last notes that the gateway sent before this request. */
  notes: 'x-portal-notes',
  /** Of an answer: the last thing that the gateway must have forgotten before it goes out. */
  after: 'x-portal-after',
  /** Of an answer: it was made for a living session. */
  session: 'x-portal-session',
  /** Of an answer that stays open until its request's body was read: the length that the client is told. */
  length: 'x-portal-length',
} as const

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

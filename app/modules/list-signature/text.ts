/**
 * The signed texts: lines of a name, a space and a value, each ended by a line feed, always the same ones in this
 * order. A box builds the same text from what it knows, so it can't forget to compare a field. docs/stb.md describes
 * them for box makers.
 */

/** The statement about a list's file. */
export type ListFacts = {
  keyId: string
  /** Seconds since 1970: the start of the hour in which the portal gave out this file as the list’s newest. */
  signedAt: number
  /** Seconds since 1970: a box that knows the time treats a later answer as outdated. */
  expiresAt: number
  listId: string
  /** Whose list it is: `system`, `vno-…` or `account-…`. */
  owner: string
  revision: number
  /** Never decreases: counts publications, or is a User list's revision. Orders the answers of one hour. */
  count: number
  /** The language of the channel names; null: the channels' own. */
  names: string | null
  format: string
  /** Of the uncompressed file. */
  length: number
  /** Hexadecimal. */
  sha256: string
}

const lines = (title: string, values: readonly (readonly [string, string | number])[]): string =>
  [title, ...values.map(([name, value]) => `${name} ${value}`), ''].join('\n')

/** The text signed for a list's file. */
export const listText = (list: ListFacts): string =>
  lines('mango-list 3', [
    ['key', list.keyId],
    ['signed', list.signedAt],
    ['expires', list.expiresAt],
    ['list', list.listId],
    ['owner', list.owner],
    ['revision', list.revision],
    ['count', list.count],
    ['names', list.names ?? '-'],
    ['format', list.format],
    ['length', list.length],
    ['sha-256', list.sha256],
  ])

/** The text with which a key introduces the next one. */
export const keyText = (key: { id: string; publicKey: string; by: string }): string =>
  lines('mango-list-key 1', [
    ['key', key.id],
    ['public', key.publicKey],
    ['by', key.by],
  ])

/**
 * The header sent with a list's file: the values that a box can't know, and the signature (a dictionary of RFC 9651).
 */
export const signatureHeader = (list: ListFacts, signature: Uint8Array): string =>
  [
    `key="${list.keyId}"`,
    `signed=${list.signedAt}`,
    `expires=${list.expiresAt}`,
    `owner="${list.owner}"`,
    `revision=${list.revision}`,
    `count=${list.count}`,
    `names="${list.names ?? '-'}"`,
    `format="${list.format}"`,
    `sig=:${Buffer.from(signature).toString('base64')}:`,
  ].join(', ')

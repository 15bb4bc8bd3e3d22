/**
 * The texts that are signed: lines of a name, a space and a value, each ended by a line feed, always these and in this
 * order. A box writes the same text from what it knows itself, so that nothing that it forgets to compare is believed.
 * docs/stb.md describes them for box makers.
 */

/** What is said of a list's file. */
export type ListFacts = {
  keyId: string
  /** Seconds since 1970: the beginning of the hour in which the portal gave this file out as the list’s newest. */
  signedAt: number
  /** Seconds since 1970: a box that knows the time takes the answer for no news after it. */
  expiresAt: number
  listId: string
  /** Whose list it is: `system`, `vno-…` or `account-…`. */
  owner: string
  revision: number
  /** Never goes back: counts acts of publishing, or is a User list's revision. Tells answers of one hour apart. */
  count: number
  /** The language of the channels’ names; null as they are. */
  names: string | null
  format: string
  /** Of the file as it is without compression. */
  length: number
  /** Hexadecimal. */
  sha256: string
}

const lines = (title: string, values: readonly (readonly [string, string | number])[]): string =>
  [title, ...values.map(([name, value]) => `${name} ${value}`), ''].join('\n')

/** The text that is signed with a list's file. */
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

/** The text by which a key introduces the next one. */
export const keyText = (key: { id: string; publicKey: string; by: string }): string =>
  lines('mango-list-key 1', [
    ['key', key.id],
    ['public', key.publicKey],
    ['by', key.by],
  ])

/** The header that goes with a list's file: what a box can't know, and the signature (a dictionary of RFC 9651). */
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

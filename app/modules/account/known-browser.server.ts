/**
 * Recognizes browsers that signed in to an account before. Such a browser has a signed cookie with its id and,
 * unreadably, the accounts; it grants no access. Its tries are counted separately, so that strangers' tries on the
 * account or from the same network never lock it out. Sign-ins from other browsers are reported to the account's owner.
 */
import { hmacSha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import type { KnownBrowser, Visit } from '~/platform/visit'

/** A household shares a browser; the oldest account is forgotten first. */
const maxAccounts = 8
const tagLength = 22

const tagOf = (browserId: string, userId: string): string =>
  hmacSha256(deriveKey('known-browser'), `${browserId} ${userId}`).slice(0, tagLength)

/** The browser's id if it has signed in to this account before, otherwise null. */
export const knownBrowserOf = (visit: Pick<Visit, 'known'>, userId: string): string | null =>
  visit.known != null && visit.known.tags.includes(tagOf(visit.known.id, userId)) ? visit.known.id : null

/**
 * The contents of the browser's cookie after a sign-in to this account. `newId` identifies a browser that has no id
 * yet.
 */
export const withAccount = (known: KnownBrowser | null | undefined, userId: string, newId: string): KnownBrowser => {
  const id = known?.id ?? newId
  const tag = tagOf(id, userId)
  return { id, tags: [tag, ...(known?.tags ?? []).filter((one) => one !== tag)].slice(0, maxAccounts) }
}

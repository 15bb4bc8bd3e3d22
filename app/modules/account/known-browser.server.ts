/**
 * Browsers that signed in to an account before. Such a browser holds a signed cookie that names itself and, unreadably,
 * the accounts; it opens nothing. What strangers do to an account or from the same network never locks it out, because
 * its tries are counted apart; and a sign-in from any other browser is told to the account's owner.
 */
import { hmacSha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/seal.server'
import type { KnownBrowser, Visit } from '~/platform/visit'

/** A household shares a browser; the oldest account is forgotten first. */
const maxAccounts = 8
const tagLength = 22

const tagOf = (browserId: string, userId: string): string =>
  hmacSha256(deriveKey('known-browser'), `${browserId} ${userId}`).slice(0, tagLength)

/** The browser's id where it signed in to this account before, else null. */
export const knownBrowserOf = (visit: Pick<Visit, 'known'>, userId: string): string | null =>
  visit.known != null && visit.known.tags.includes(tagOf(visit.known.id, userId)) ? visit.known.id : null

/** What the browser's cookie says after a sign-in to this account. `newId` names a browser that has none yet. */
export const withAccount = (known: KnownBrowser | null | undefined, userId: string, newId: string): KnownBrowser => {
  const id = known?.id ?? newId
  const tag = tagOf(id, userId)
  return { id, tags: [tag, ...(known?.tags ?? []).filter((one) => one !== tag)].slice(0, maxAccounts) }
}

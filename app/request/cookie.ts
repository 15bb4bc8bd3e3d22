/** Reads cookies of a request, and defines the names of ours. */

/** Prefix of the portal's own cookies. Others (the language) contain nothing worth forging. */
const own = 'portal-'
const hostPrefix = '__Host-'

/** A cookie's name as sent: over TLS the prefix restricts ours to this host and to TLS. */
export const cookieNameOf = (name: string, secure: boolean): string =>
  secure && name.startsWith(own) ? hostPrefix + name : name

/** The cookie of a browser's session. */
export const sessionCookieName = (secure: boolean): string => cookieNameOf('portal-session', secure)

/** Distinguishes browsers that are not signed in. It is signed, so that only our values count. */
export const visitorCookieName = 'portal-visitor'

/** Returns the value of one cookie; the first one of that name counts. */
export const readCookie = (headers: Headers, name: string): string | null => {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, ...rest] = pair.split('=')
    if (key?.trim() === name) return rest.join('=').trim()
  }
  return null
}

/** Reading cookies of a request, and what ours are called. */

/** Cookies of the portal's own begin so; others (the language) hold nothing worth planting. */
const own = 'portal-'
const hostPrefix = '__Host-'

/**
 * A cookie's name as it is sent: over TLS ours say by their name that they are of this host alone and came over TLS.
 */
export const cookieNameOf = (name: string, secure: boolean): string =>
  secure && name.startsWith(own) ? hostPrefix + name : name

/** The cookie of a browser's session. */
export const sessionCookieName = (secure: boolean): string => cookieNameOf('portal-session', secure)

/** The value of one cookie; the first one counts. */
export const readCookie = (headers: Headers, name: string): string | null => {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, ...rest] = pair.split('=')
    if (key?.trim() === name) return rest.join('=').trim()
  }
  return null
}

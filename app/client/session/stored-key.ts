/**
 * Where the state of a page's session stands in session storage. A page that finds nothing there is the session's
 * first.
 */
export const storedKey = 'portal-state'

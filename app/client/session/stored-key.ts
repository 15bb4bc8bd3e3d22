/** The key of a page's session state in session storage. A page that finds nothing there is the session's first. */
export const storedKey = 'portal-state'

/** The three headers that carry a session's tokens, and what kinds of tokens there are. */

/** A request with this header was made by a page's script on its own (a poll, a background save), not by a person. */
export const backgroundHeader = 'x-portal-background'

/** HTTP header names are case-insensitive. */
export const sessionHeaders = { accessToken: 'accesstoken', token: 'token', userId: 'userid' } as const

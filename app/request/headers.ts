/** The three headers that carry a session's tokens, and the kinds of tokens. */

/** Marks a request that a page's script made on its own (a poll, a background save), not a person. */
export const backgroundHeader = 'x-portal-background'

/** HTTP header names are case-insensitive. */
export const sessionHeaders = { accessToken: 'accesstoken', token: 'token', userId: 'userid' } as const

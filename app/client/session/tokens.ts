/**
 * What this page's scripts hold of the session: the tokens for their headers, which are only valid together with its
 * cookie.
 */
export type PageSession = {
  accessToken: string
  token: string
  userId: string
  userName: string
  sessionId: string
  /** 32 bytes, base64url: the key that encrypts session storage. */
  storageKey: string
  idleMs: number
  idleLeftMs: number
}

let held: PageSession | null = null
export const heldSession = (): PageSession | null => held
export const holdSession = (session: PageSession | null): void => {
  held = session
}

/** The three headers of every call to /api; empty until the page knows its session, while only the cookie counts. */
export const sessionHeaders = (): Record<string, string> =>
  held === null ? {} : { accessToken: held.accessToken, token: held.token, userId: held.userId }

let hear: (() => void) | null = null
/** The session watch is told of every call that a person caused. Returns a function that unsubscribes. */
export const listenToCalls = (listener: () => void): (() => void) => {
  hear = listener
  return () => {
    if (hear === listener) hear = null
  }
}
/** A call that a person caused is under way. */
export const noteCall = (): void => hear?.()

let hearParts: (() => void) | null = null
/** The session watch is told while a file is uploaded: its sender is present. Returns a function that unsubscribes. */
export const listenToParts = (listener: () => void): (() => void) => {
  hearParts = listener
  return () => {
    if (hearParts === listener) hearParts = null
  }
}
/** A part of a file was just sent. */
export const notePart = (): void => hearParts?.()

/**
 * What this page's scripts hold of the session: the tokens for their headers, which count only together with its
 * cookie.
 */
export type PageSession = {
  accessToken: string
  token: string
  userId: string
  userName: string
  sessionId: string
  /** 32 bytes, base64url: seals session storage. */
  storageKey: string
  idleMs: number
  idleLeftMs: number
}

let held: PageSession | null = null
export const heldSession = (): PageSession | null => held
export const holdSession = (session: PageSession | null): void => {
  held = session
}

/** The three headers of every call to /api; none until the page knows its session, when the cookie alone counts. */
export const sessionHeaders = (): Record<string, string> =>
  held === null ? {} : { accessToken: held.accessToken, token: held.token, userId: held.userId }

let hear: (() => void) | null = null
/** The watch over the page hears of every call that a person caused. Gives the way to stop. */
export const listenToCalls = (listener: () => void): (() => void) => {
  hear = listener
  return () => {
    if (hear === listener) hear = null
  }
}
/** A call that a person caused is under way. */
export const noteCall = (): void => hear?.()

let hearParts: (() => void) | null = null
/** The watch over the page hears that a file is on its way: whoever waits for it is there. Gives the way to stop. */
export const listenToParts = (listener: () => void): (() => void) => {
  hearParts = listener
  return () => {
    if (hearParts === listener) hearParts = null
  }
}
/** Some of a file was sent just now. */
export const notePart = (): void => hearParts?.()

/** What this page's scripts hold of the session: the tokens for their headers, which count only together with its cookie. */
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

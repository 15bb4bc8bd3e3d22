/**
 * What one client may ask of the portal: so many pages a second, so many requests under way. A client is a living session
 * where the app has vouched for its cookie, else a network: an IPv4 address or an IPv6 /64. A whole town may stand behind
 * one address, so its limits are generous; a person in a session is counted alone.
 */
import { networkOf } from '~/platform/network.server'

/** Limits, each with its reason. */
export const clientLimits = {
  /** Pages and calls a second of a network over time, and at once: an office or a carrier's address with hundreds of strangers; those who are signed in don't count here. */
  network: { perSecond: 50, atOnce: 600 },
  /** Of one session: a person with many tabs, and scripts that fetch ahead. */
  session: { perSecond: 20, atOnce: 300 },
  /** Requests of a client under way, until their answers are taken. */
  underWay: 256,
  /** Of those such with a body that is still to come: a stalled one holds a place. */
  bodiesUnderWay: 24,
  /** The same over all clients. */
  allBodiesUnderWay: 512,
} as const

/** Clients that are remembered; who is dropped begins anew. */
const mostClients = 50_000

/** The session cookie, in both of its names. */
const sessionCookie = /(?:^|;\s*)(?:__Host-)?portal-session=(mps_[\w-]{1,96})/
export const readSessionCookie = (cookie: string | undefined): string | null => (cookie === undefined ? null : (sessionCookie.exec(cookie)?.[1] ?? null))

/** A map that gives up its oldest entries. */
const remember = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > mostClients ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}

export type Clients = {
  /** The client's key: by its session where that is known, else by its network. */
  keyOf(address: string, cookie: string | undefined): string
  /** The app has answered a living session. */
  vouch(cookie: string | undefined): void
  /** Takes one request from the client's allowance; else the seconds until the next. */
  take(key: string): { ok: true } | { ok: false; retryAfterSeconds: number }
  /** Notes a request under way; the answer ends it. Null where the client has too many. */
  enter(key: string): (() => void) | null
  /** The same for a body that is still to come. */
  enterBody(key: string): (() => void) | null
}

export const makeClients = (options: { limitsOn: boolean; nowMs?: () => number }): Clients => {
  const nowMs = options.nowMs ?? (() => performance.now())
  const vouched = new Map<string, true>()
  const allowances = new Map<string, { left: number; atMs: number }>()
  const underWay = new Map<string, number>()
  const bodies = new Map<string, number>()
  let allBodies = 0

  const counted = (map: Map<string, number>, key: string, most: number): (() => void) | null => {
    const before = map.get(key) ?? 0
    if (before >= most) return null
    map.set(key, before + 1)
    let mine = true
    return () => {
      if (!mine) return
      mine = false
      const left = (map.get(key) ?? 1) - 1
      if (left === 0) map.delete(key)
      else map.set(key, left)
    }
  }

  return {
    keyOf: (address, cookie) => {
      const session = readSessionCookie(cookie)
      return session !== null && vouched.has(session) ? session : networkOf(address)
    },
    vouch: (cookie) => {
      const session = readSessionCookie(cookie)
      if (session !== null) remember(vouched, session, true)
    },
    take: (key) => {
      if (!options.limitsOn) return { ok: true }
      const rule = key.startsWith('mps_') ? clientLimits.session : clientLimits.network
      const atMs = nowMs()
      const known = allowances.get(key)
      const left = known === undefined ? rule.atOnce : Math.min(rule.atOnce, known.left + ((atMs - known.atMs) / 1000) * rule.perSecond)
      if (left < 1) {
        remember(allowances, key, { left, atMs })
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / rule.perSecond)) }
      }
      remember(allowances, key, { left: left - 1, atMs })
      return { ok: true }
    },
    enter: (key) => counted(underWay, key, clientLimits.underWay),
    enterBody: (key) => {
      if (allBodies >= clientLimits.allBodiesUnderWay) return null
      const leave = counted(bodies, key, clientLimits.bodiesUnderWay)
      if (leave === null) return null
      allBodies++
      let mine = true
      return () => {
        if (!mine) return
        mine = false
        allBodies--
        leave()
      }
    },
  }
}

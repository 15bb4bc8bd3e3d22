/**
 * Limits what one client may ask of the portal: pages per second, and requests under way. A client is an account if the
 * app has confirmed the session's cookie (all its sessions count together), a box if its token is known, otherwise a
 * network: an IPv4 address or an IPv6 /64. A whole town may be behind one address, so network limits are generous.
 * Accounts and boxes of one network are also limited together, so having many gains nothing.
 */
import { networkOf } from '~/platform/network.server'

/** Limits, each with its reason. */
export const clientLimits = {
  /**
   * Pages and calls of a network, per second over time and at once: an office or a carrier's address with hundreds of
   * anonymous people. Signed-in people don't count here.
   */
  network: { perSecond: 50, atOnce: 600 },
  /** One account: a family with many tabs, and scripts that prefetch. */
  account: { perSecond: 20, atOnce: 300 },
  /** One box: it asks every few minutes, and resumes a long list in pieces after an interruption. */
  box: { perSecond: 10, atOnce: 120 },
  /** Boxes of one network whose tokens are unknown: a carrier's boxes after a restart, and boxes that are pairing. */
  newBoxes: { perSecond: 100, atOnce: 1000 },
  /** All accounts of one network: a school, a company, a provider's shop. */
  accounts: { perSecond: 100, atOnce: 1500 },
  /**
   * What the gateway answers by itself (files, /healthz). A page loads about twenty files, once. Beyond this the
   * connection is closed.
   */
  files: { perSecond: 500, atOnce: 6000 },
  /** Requests of a client under way, until their answers are taken. */
  underWay: 256,
  /**
   * Those of them whose body is still arriving: a stalled one holds a place. The second limit is for all accounts of
   * one network.
   */
  bodiesUnderWay: 24,
  bodiesOfNetwork: 96,
  /**
   * The same for all known clients, and for all anonymous ones. When all are taken, the client that holds most loses
   * its oldest to a newcomer.
   */
  allBodiesUnderWay: { known: 512, strangers: 512 },
} as const

/** How many clients are remembered; a dropped one starts with a fresh allowance. */
const maxClients = 50_000

/** The session cookie, under either of its names. */
const sessionCookie = /(?:^|;\s*)(?:__Host-)?portal-session=(mps_[\w-]{1,96})/
export const readSessionCookie = (cookie: string | undefined): string | null =>
  cookie === undefined ? null : (sessionCookie.exec(cookie)?.[1] ?? null)

/** Adds to a map that drops its oldest entries. */
const remember = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > maxClients ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}

type Rule = 'network' | 'account' | 'box' | 'newBoxes' | 'accounts' | 'files'
/** `key` identifies the client; `network` is where its request comes from. */
export type Client = { key: string; network: string; rule: Rule }
export type Allowed = { ok: true } | { ok: false; retryAfterSeconds: number }

export type Clients = {
  /**
   * The client behind a request of a person or a program: the account if its session is known, otherwise the network.
   */
  find(address: string, cookie: string | undefined): Client
  /**
   * The client behind a box's request: its serial number if its token is known and proven. Anybody may pair with a
   * serial number, so an unproven one counts by network, and an unknown token counts as the network.
   */
  findBox(address: string, box: { sn: string; proven: boolean } | null): Client
  /** The app has answered for an active session of this account or, with null, found the cookie invalid. */
  confirmSession(cookie: string | undefined, account: string | null): void
  /** Takes one request from the client's allowance, or returns the seconds until the next. */
  take(client: Client): Allowed
  /** Counts one of the gateway's own answers. */
  takeFile(address: string): Allowed
  /** Registers a request under way; the returned function ends it. Null if the client has too many. */
  enter(client: Client): (() => void) | null
  /** The same for a body that is still arriving. `cut` ends it when a client with fewer needs its place. */
  enterBody(client: Client, cut: () => void): (() => void) | null
}

export const makeClients = (options: { limitsOn: boolean; nowMs?: () => number }): Clients => {
  const nowMs = options.nowMs ?? (() => performance.now())
  const confirmed = new Map<string, string>()
  const allowances = new Map<string, { left: number; atMs: number }>()
  const underWay = new Map<string, number>()
  const bodiesOfNetworks = new Map<string, number>()
  /** The bodies of each client, oldest first, each with the function that ends it. */
  const bodies = { known: new Map<string, Set<() => void>>(), strangers: new Map<string, Set<() => void>>() }
  const allBodies = { known: 0, strangers: 0 }
  const cutOne = (pot: 'known' | 'strangers', own: number): boolean => {
    let most = new Set<() => void>()
    for (const some of bodies[pot].values()) if (some.size > most.size) most = some
    const [oldest] = most
    if (most.size <= own || oldest === undefined) return false
    oldest()
    return true
  }

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

  const takeOf = (rule: Rule, key: string): Allowed => {
    const { perSecond, atOnce } = clientLimits[rule]
    const atMs = nowMs()
    const known = allowances.get(key)
    const left = known === undefined ? atOnce : Math.min(atOnce, known.left + ((atMs - known.atMs) / 1000) * perSecond)
    remember(allowances, key, { left: left < 1 ? left : left - 1, atMs })
    return left < 1 ? { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / perSecond)) } : { ok: true }
  }

  return {
    find: (address, cookie) => {
      const network = networkOf(address)
      const session = readSessionCookie(cookie)
      const account = session === null ? undefined : confirmed.get(session)
      return account === undefined
        ? { key: network, network, rule: 'network' }
        : { key: `account ${account}`, network, rule: 'account' }
    },
    findBox: (address, box) => {
      const network = networkOf(address)
      if (box === null) return { key: `new boxes ${network}`, network, rule: 'newBoxes' }
      return { key: `box ${box.sn}${box.proven ? '' : `@${network}`}`, network, rule: 'box' }
    },
    confirmSession: (cookie, account) => {
      const session = readSessionCookie(cookie)
      if (session === null) return
      if (account === null) confirmed.delete(session)
      else remember(confirmed, session, account)
    },
    take: ({ key, network, rule }) => {
      if (!options.limitsOn) return { ok: true }
      const own = takeOf(rule, key)
      return own.ok && rule === 'account' ? takeOf('accounts', `accounts ${network}`) : own
    },
    takeFile: (address) => (options.limitsOn ? takeOf('files', `files ${networkOf(address)}`) : { ok: true }),
    enter: ({ key }) => counted(underWay, key, clientLimits.underWay),
    enterBody: ({ key, network, rule }, cut) => {
      const pot = rule === 'account' || rule === 'box' ? 'known' : 'strangers'
      const mine = bodies[pot].get(key)?.size ?? 0
      if (mine >= clientLimits.bodiesUnderWay) return null
      const leaveNetwork =
        rule === 'account' ? counted(bodiesOfNetworks, network, clientLimits.bodiesOfNetwork) : () => undefined
      if (leaveNetwork === null) return null
      // Nobody loses a place to a client that is refused anyway.
      if (allBodies[pot] >= clientLimits.allBodiesUnderWay[pot] && !cutOne(pot, mine)) {
        leaveNetwork()
        return null
      }
      const own = bodies[pot].get(key) ?? new Set<() => void>()
      bodies[pot].set(key, own)
      allBodies[pot]++
      const leave = (): void => {
        if (!own.delete(end)) return
        if (own.size === 0 && bodies[pot].get(key) === own) bodies[pot].delete(key)
        allBodies[pot]--
        leaveNetwork()
      }
      const end = (): void => {
        leave()
        cut()
      }
      own.add(end)
      return leave
    },
  }
}

/** Who calls the portal: nobody known, an account, or a box. All parts of the portal share these types. */
import type { NameLanguage } from '~/engine/types'
import type { Role } from '../account/rights'

/**
 * What an API token may be allowed. A cookie session has all of its user's rights. `orders:buy` spends the account's
 * Mango and points, so that reading orders never gives it by the way; so does `wallet:spend`, beside orders.
 */
export const scopes = [
  'lists:read',
  'lists:write',
  'orders:read',
  'orders:buy',
  'wallet:read',
  'wallet:spend',
  'operator',
] as const
export type Scope = (typeof scopes)[number]

/**
 * Who is calling. `via` says by what means: a browser's cookie, a program's session, an API token; scopes restrict only
 * API tokens.
 */
export type Caller =
  | { kind: 'visitor' }
  | {
      kind: 'user'
      userId: string
      userName: string
      role: Role
      vnoId: string | null
      language: string | null
      via: 'cookie' | 'program' | 'token'
      scopes: readonly Scope[]
      sessionId: string | null
    }
  /**
   * userId is set when the box is bound and this token trusted; `claimed` when it is bound but this token is not (yet)
   * confirmed by the account. `proven`: the serial number is its own.
   */
  | {
      kind: 'box'
      sn: string
      tokenId: string
      userId: string | null
      vnoId: string | null
      claimed: boolean
      proven: boolean
      model?: string
      software?: string | null
      /** In which language its owner wants channels to be named: by list, and on this box. */
      names?: { lists: Record<string, NameLanguage>; box: NameLanguage | 'original' | null }
      /** How CHMax works on the box, as its owner set it. */
      settings: {
        enabled: boolean
        listStyle: 'new' | 'original'
        search: boolean
        autoUpdate: 'off' | 'system' | 'cloud'
      }
      settingsVersion: number
      /** The same as a header of answers. */
      settingsText: string
      /** Why CHMax is off for it; absent: it is on. */
      closed?: 'setting' | 'switched-off' | 'not-given'
    }
export type UserCaller = Extract<Caller, { kind: 'user' }>
export type BoxCaller = Extract<Caller, { kind: 'box' }>

/** Who calls the portal: a visitor, an account, or a box. All parts of the portal share these types. */
import type { NameLanguage } from '~/engine/types'
import type { BoxClosure, BoxSettings } from '~/modules/device/setting'
import type { Role } from '../account/rights'

/**
 * What an API token can be allowed to do. A cookie session has all rights of its user. `orders:buy` spends the
 * account's Mango and points, so it is separate from reading orders; `wallet:spend` likewise spends Mango, other than
 * on orders.
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
 * The caller. `via` says how it authenticated: a browser's cookie, a program's session, an API token; scopes restrict
 * only API tokens.
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
   * userId is set if the box is bound and this token trusted; `claimed` if it is bound but the account has not (yet)
   * confirmed this token. `proven`: the serial number is the box's own.
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
      /** The owner's language for channel names: per list, and for this box. */
      names?: { lists: Record<string, NameLanguage>; box: NameLanguage | 'original' | null }
      /** The owner's CHMax settings for the box. */
      settings: BoxSettings
      settingsVersion: number
      /** The same as a response header. */
      settingsText: string
      /** Why CHMax is off for the box; absent if it is on. */
      closed?: BoxClosure
    }
export type UserCaller = Extract<Caller, { kind: 'user' }>
export type BoxCaller = Extract<Caller, { kind: 'box' }>

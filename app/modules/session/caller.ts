/** Who calls the portal: a visitor, an account, or a box. All parts of the portal share these types. */
import type { TokenBox } from '~/modules/device/setting'
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
  | ({ kind: 'box'; id: string } & TokenBox)
export type UserCaller = Extract<Caller, { kind: 'user' }>
export type BoxCaller = Extract<Caller, { kind: 'box' }>

/** Keys of the texts for API tokens' scopes: a colon in a key would separate a namespace. */
import type { Scope } from '~/modules/session/caller'

const keys = {
  'lists:read': 'listsRead',
  'lists:write': 'listsWrite',
  'orders:read': 'ordersRead',
  'orders:buy': 'ordersBuy',
  'wallet:read': 'walletRead',
  'wallet:spend': 'walletSpend',
  operator: 'operator',
} as const satisfies Record<Scope, string>

export const scopeKey = (scope: Scope): `account:tokens.scope.${(typeof keys)[Scope]}` =>
  `account:tokens.scope.${keys[scope]}`

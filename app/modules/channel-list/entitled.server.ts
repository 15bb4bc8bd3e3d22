/** Who may change lists at all: an account with the service, and whoever works for the provider. */
import { checkEntitled } from '~/modules/entitlement/entitlement.server'
import { ok, type Result } from '~/errors/table'
import type { Actor } from './types'

/** Returns nothing when the account may make and change lists, else C1109. */
export const checkListService = ({ userId, role }: Pick<Actor, 'userId' | 'role'>): Promise<Result<null>> =>
  role === 'customer' ? checkEntitled({ userId }, 'chmax') : Promise.resolve(ok(null))

/** Who may change lists at all: accounts with the service, and the provider's staff. */
import { checkEntitled } from '~/modules/entitlement/entitlement.server'
import { ok, type Result } from '~/errors/table'
import type { Actor } from '../types'

/** Succeeds if the account may make and change lists, else C1109. */
export const checkListService = ({ userId, role }: Pick<Actor, 'userId' | 'role'>): Promise<Result<null>> =>
  role === 'customer' ? checkEntitled({ userId }, 'chmax') : Promise.resolve(ok(null))

/** The settings of CHMax on a box of an account. */
import { db } from '~/platform/db.server'
import { fail, ok, type Result } from '~/errors/table'
import { deviceChanged } from './change.server'
import { settingColumns, type BoxSettings } from './setting'

/**
 * Sets how CHMax works on a box of the account; what is left out stays. The box is told with its next request. I1402
 * when it is not the account's.
 */
export const changeSettings = async (
  userId: string,
  sn: string,
  settings: Partial<BoxSettings>,
): Promise<Result<null>> => {
  // A change of nothing is none, and the box must be the account's all the same.
  const data = { userId, ...settingColumns(settings) }
  const { count } = await db.device.updateMany({ where: { sn, userId }, data })
  if (count === 0) return fail('I1402')
  await deviceChanged.notify({ sn })
  return ok(null)
}

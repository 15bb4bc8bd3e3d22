/** The settings of CHMax on a box of an account. The portal and the box's own menu both change them. */
import { now } from '~/platform/clock.server'
import { transact } from '~/platform/transact.server'
import { fail, ok, type Result } from '~/errors/table'
import { deviceChanged } from './change.server'
import {
  parseChanges,
  settingColumns,
  settingNames,
  settingsOf,
  type BoxSettings,
  type SettingChanges,
  type SettingSource,
} from './setting'

export type StoredSettings = { settings: BoxSettings; version: number }

/**
 * Changes the CHMax settings of one of the account's boxes; omitted fields keep their values. A box that was offline
 * sends `at`, the time at which its menu was used: for each setting the later change wins. The box learns of it with
 * its next request. I1402: not the account's box.
 */
export const changeSettings = async (
  userId: string,
  sn: string,
  wanted: Partial<BoxSettings>,
  { by = 'owner', at = now() }: { by?: SettingSource; at?: Date } = {},
): Promise<Result<StoredSettings>> =>
  transact(async (tx): Promise<Result<StoredSettings>> => {
    // Written first, so that the second of two simultaneous changes reads the result of the first.
    const { count } = await tx.device.updateMany({ where: { sn, userId }, data: { userId } })
    const row = count === 0 ? null : await tx.device.findUnique({ where: { sn } })
    if (row === null) return fail('I1402')
    const before = settingsOf(row)
    const changes = parseChanges(row.settingsChanges)
    const applied: Partial<BoxSettings> = {}
    const marks: SettingChanges = {}
    for (const name of settingNames) {
      const value = wanted[name]
      const last = changes[name]
      if (value === undefined || value === before[name]) continue
      if (last !== undefined && Date.parse(last.at) > at.getTime()) continue
      Object.assign(applied, { [name]: value })
      marks[name] = { at: at.toISOString(), by }
    }
    // An empty change does nothing, but the box must still be the account's.
    if (Object.keys(applied).length === 0) return ok({ settings: before, version: row.settingsVersion })
    const version = row.settingsVersion + 1
    const settingsChanges = JSON.stringify({ ...changes, ...marks })
    await tx.device.update({
      where: { sn },
      data: { ...settingColumns(applied), settingsVersion: version, settingsChanges },
    })
    deviceChanged.notifyAfter(tx, { sn })
    return ok({ settings: { ...before, ...applied }, version })
  })

/** Moves a broken box's owner, name, lists, settings and adult switch to its replacement. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { afterCommit } from '~/platform/transact.server'
import { fail, ok, type Result } from '~/errors/table'
import { deviceChanged } from './change.server'
import { dropFetch } from './fact.server'
import { nobodysFacts, otherSettings, reportedFacts } from './facts'
import { settingColumns, settingsOf } from './setting'

/** The box's owner, and its name. */
export type MovedDevice = { userId: string | null; nickname: string | null }

/**
 * Binds the new box in place of the old one and unbinds the old one. All tokens of both end: the new box proves itself
 * like any other, by its secret or by a code that its owner confirms. D1109: the new box is bound.
 */
export const moveDevice = async (tx: Transaction, from: string, to: string): Promise<Result<MovedDevice>> => {
  const at = now()
  const [old, fresh] = [
    await tx.device.findUnique({ where: { sn: from } }),
    await tx.device.findUnique({ where: { sn: to } }),
  ]
  if (fresh !== null && fresh.userId !== null) return fail('D1109', { field: 'to', data: { context: 'bound' } })
  if (old !== null) {
    const { userId, boundAt, nickname, activeListId, formerListId, adultSwitchOnAt, settingsChanges } = old
    const moved = {
      ...nobodysFacts,
      ...{ userId, boundAt, nickname, activeListId, formerListId, adultSwitchOnAt, settingsChanges },
      ...settingColumns(settingsOf(old)),
    }
    await tx.device.upsert({
      where: { sn: to },
      create: { sn: to, createdAt: at, ...moved },
      update: { ...moved, ...otherSettings },
    })
    await tx.device.update({
      where: { sn: from },
      data: { userId: null, boundAt: null, adultSwitchOnAt: null, ...nobodysFacts, ...otherSettings, ...reportedFacts },
    })
  }
  const both = { in: [from, to] }
  await tx.deviceToken.updateMany({ where: { sn: both, revokedAt: null }, data: { revokedAt: at } })
  await tx.boxPairing.deleteMany({ where: { sn: both } })
  for (const sn of [from, to]) {
    afterCommit(tx, 'what a moved box loaded is forgotten', () => dropFetch(sn))
    deviceChanged.notifyAfter(tx, { sn })
  }
  return ok({ userId: old?.userId ?? null, nickname: old?.nickname ?? null })
}

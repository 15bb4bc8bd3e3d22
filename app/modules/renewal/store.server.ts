/** Reads renewals under a lock, and has the only function that ends them. */
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { recordAudit } from '~/modules/audit/audit.server'
import type { RenewalOffReason } from '~/modules/outbox/outbox.server'

export type RenewalRow = Prisma.ServiceRenewalGetPayload<object>

/** Unique key that allows only one active renewal per box and service. */
export const openKeyOf = (sn: string, service: string): string => `${sn} ${service}`

/**
 * Locks and reads an active renewal for a change; null if it has ended. The first statement writes, so that what is
 * read is still true when it is changed, even with several processes.
 */
export const lockRenewal = async (tx: Transaction, id: string): Promise<RenewalRow | null> => {
  const locked = await tx.$executeRaw`
    UPDATE "ServiceRenewal" SET "tryAt" = "tryAt" WHERE "id" = ${id} AND "endedAt" IS NULL`
  return locked === 0 ? null : tx.serviceRenewal.findUniqueOrThrow({ where: { id } })
}

/** owner: switched off by its owner; replaced: by another plan or price. */
export type EndReason = RenewalOffReason | 'owner' | 'replaced'

/** Ends a renewal; its row stays as a record of what was agreed to, by whom, and why it ended. */
export const endRenewal = async (
  tx: Transaction,
  { id, sn, service }: RenewalRow,
  reason: EndReason,
  actor: string,
): Promise<void> => {
  await tx.serviceRenewal.update({ where: { id }, data: { openKey: null, endedAt: now(), endReason: reason } })
  await recordAudit({ actor, action: 'renewal.off', subject: sn, detail: `${service} ${reason}` }, tx)
}

/** The end of all periods of a service on a box; null if it never had any. */
export const lastEndOf = async (
  source: Pick<Transaction, 'servicePeriod'>,
  { sn, service }: { sn: string; service: string },
): Promise<Date | null> => {
  const { _max } = await source.servicePeriod.aggregate({
    where: { sn, service, voidedAt: null },
    _max: { endsAt: true },
  })
  return _max.endsAt
}

/** The owner's name for the box, otherwise its model. */
export const boxNameOf = async (source: Pick<Transaction, 'registeredBox'>, sn: string): Promise<string> => {
  const box = await source.registeredBox.findUnique({
    where: { sn },
    select: { model: { select: { name: true } }, device: { select: { nickname: true } } },
  })
  return box?.device?.nickname ?? box?.model.name ?? sn
}

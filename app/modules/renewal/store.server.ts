/** The rows of agreements: read under a lock, and ended by one function. */
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { recordAudit } from '~/modules/audit/audit.server'
import type { RenewalOffReason } from '~/modules/outbox/outbox.server'

export type RenewalRow = Prisma.ServiceRenewalGetPayload<object>

/** Of each box and service at most one agreement is on: this key is unique. */
export const openKeyOf = (sn: string, service: string): string => `${sn} ${service}`

/**
 * Reads an agreement that is on for a change; null where it has ended. The first statement writes, so that what is read
 * is still true when it is changed, in another process as well.
 */
export const lockRenewal = async (tx: Transaction, id: string): Promise<RenewalRow | null> => {
  const locked = await tx.$executeRaw`
    UPDATE "ServiceRenewal" SET "tryAt" = "tryAt" WHERE "id" = ${id} AND "endedAt" IS NULL`
  return locked === 0 ? null : tx.serviceRenewal.findUniqueOrThrow({ where: { id } })
}

/** owner: switched off by its owner; replaced: by an agreement to another plan or price. */
export type EndReason = RenewalOffReason | 'owner' | 'replaced'

/** Ends an agreement; it stays as a row that says what was agreed to, by whom, and why it ended. */
export const endRenewal = async (
  tx: Transaction,
  { id, sn, service }: RenewalRow,
  reason: EndReason,
  actor: string,
): Promise<void> => {
  await tx.serviceRenewal.update({ where: { id }, data: { openKey: null, endedAt: now(), endReason: reason } })
  await recordAudit({ actor, action: 'renewal.off', subject: sn, detail: `${service} ${reason}` }, tx)
}

/** The end of what a box has of a service; null where it has and had nothing. */
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

/** What its owner calls a box, else its model. */
export const boxNameOf = async (source: Pick<Transaction, 'registeredBox'>, sn: string): Promise<string> => {
  const box = await source.registeredBox.findUnique({
    where: { sn },
    select: { model: { select: { name: true } }, device: { select: { nickname: true } } },
  })
  return box?.device?.nickname ?? box?.model.name ?? sn
}

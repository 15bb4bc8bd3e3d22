/**
 * Batches of codes, created by the operator. A code is derived from its batch's id, its position and the server's key,
 * so it isn't stored: the database only has a keyed digest, from which no code can be derived.
 */
import { hourMs, inMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { hmacSha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { lettersOf, randomLetters, showCode } from './code-text'

/** They are created in one transaction, which blocks everybody else's writes, and returned in one answer. */
export const maxCodes = 1000
/** How long after the first time its creator can ask for the codes again: the answer may have been lost. */
const shownForMs = hourMs

/** One digest byte per letter, of which the lowest five bits count. */
const codeOf = (batchId: string, place: number): string => {
  const digest = Buffer.from(hmacSha256(deriveKey('redeem-code'), `${batchId} ${place}`), 'hex')
  return lettersOf(digest.subarray(0, randomLetters))
}
/** 70 bits are too few for a plain digest: it is keyed, so that a copy of the table alone reveals no code. */
export const hashCode = (letters: string): string => hmacSha256(deriveKey('redeem-code-hash'), letters)

export type NewBatch = { id: string; makerId: string; value: bigint; count: number; endsAt: Date }

/** Creates the codes inside the caller's transaction, without returning them. */
export const insertBatch = async (tx: Transaction, { id, makerId, value, count, endsAt }: NewBatch): Promise<void> => {
  if (value <= 0n || count < 1 || count > maxCodes) throw new Error('a batch of codes without codes or value')
  await tx.redeemBatch.create({ data: { id, makerId, value, count, endsAt, createdAt: now() } })
  const places = Array.from({ length: count }, (_, index) => index + 1)
  await tx.redeemCode.createMany({
    data: places.map((place) => ({ batchId: id, place, codeHash: hashCode(codeOf(id, place)) })),
  })
}

export type ShownCodes = { id: string; value: bigint; endsAt: Date; codes: string[] }
/**
 * A batch's codes, for its creator: once, and again within an hour. A0404 another operator's batch; A0409
 * (`data.context`: shown, withdrawn) afterwards.
 */
export const showCodes = (by: By, id: string): Promise<Result<ShownCodes>> =>
  transact(async (tx): Promise<Result<ShownCodes>> => {
    const own = { id, makerId: by.userId, withdrawnAt: null }
    const { count: first } = await tx.redeemBatch.updateMany({
      where: { ...own, shownAt: null },
      data: { shownAt: now() },
    })
    const batch = await tx.redeemBatch.findFirst({ where: { id, makerId: by.userId } })
    if (batch === null) return fail('A0404')
    const { shownAt, withdrawnAt, value, count, endsAt } = batch
    if (withdrawnAt !== null) return fail('A0409', { data: { context: 'withdrawn' } })
    if (shownAt === null || shownAt <= inMs(-shownForMs)) return fail('A0409', { data: { context: 'shown' } })
    const detail = `${count} codes${first === 1 ? '' : ', again'}`
    await recordActBy(by, { action: 'codes.show', subject: id, detail }, tx)
    const codes = Array.from({ length: count }, (_, index) => showCode(codeOf(id, index + 1)))
    return ok({ id, value, endsAt, codes })
  })

export type BatchView = {
  id: string
  value: bigint
  count: number
  used: number
  maker: string
  createdAt: Date
  endsAt: Date
  shownAt: Date | null
  withdrawnAt: Date | null
}
const viewInclude = {
  maker: { select: { userName: true } },
  _count: { select: { codes: { where: { userId: { not: null } } } } },
} as const
type BatchRow = Omit<BatchView, 'used' | 'maker'> & { maker: { userName: string }; _count: { codes: number } }
const viewOf = ({ id, value, count, createdAt, endsAt, shownAt, withdrawnAt, maker, _count }: BatchRow): BatchView => ({
  id,
  value,
  count,
  used: _count.codes,
  maker: maker.userName,
  createdAt,
  endsAt,
  shownAt,
  withdrawnAt,
})

/** Batches, newest first, for the operator. */
export const listBatches = async (asked: {
  page: number
  size: number
}): Promise<{ items: BatchView[]; total: number }> => {
  const [rows, total] = await db.$transaction([
    db.redeemBatch.findMany({
      include: viewInclude,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (asked.page - 1) * asked.size,
      take: asked.size,
    }),
    db.redeemBatch.count(),
  ])
  return { items: rows.map(viewOf), total }
}

export type UsedCode = { place: number; userName: string; at: Date; transferId: string }
/** One batch, and its most recently used codes, for the operator. A0404. */
export const findBatch = async (id: string): Promise<Result<{ batch: BatchView; used: UsedCode[] }>> => {
  const row = await db.redeemBatch.findUnique({ where: { id }, include: viewInclude })
  if (row === null) return fail('A0404')
  const used = await db.redeemCode.findMany({
    where: { batchId: id, userId: { not: null } },
    include: { user: { select: { userName: true } } },
    orderBy: [{ redeemedAt: 'desc' }, { place: 'asc' }],
    take: 100,
  })
  return ok({
    batch: viewOf(row),
    used: used.map(({ place, user, redeemedAt, transferId }) => ({
      place,
      userName: user?.userName ?? '',
      at: redeemedAt ?? row.createdAt,
      transferId: transferId ?? '',
    })),
  })
}

/** Withdraws the unused codes of a batch. A0404; A0409 (`data.context`: withdrawn) if it was already withdrawn. */
export const withdrawBatch = (by: By, id: string): Promise<Result<{ unused: number }>> =>
  transact(async (tx): Promise<Result<{ unused: number }>> => {
    const { count } = await tx.redeemBatch.updateMany({
      where: { id, withdrawnAt: null },
      data: { withdrawnAt: now() },
    })
    if (count === 0)
      return (await tx.redeemBatch.count({ where: { id } })) === 0
        ? fail('A0404')
        : fail('A0409', { data: { context: 'withdrawn' } })
    const unused = await tx.redeemCode.count({ where: { batchId: id, userId: null } })
    await recordActBy(by, { action: 'codes.withdraw', subject: id, detail: `${unused} unused codes` }, tx)
    return ok({ unused })
  })

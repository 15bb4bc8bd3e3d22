/** Whether a wallet is open, and for which direction. */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { isStorageFull } from '~/platform/storage'
import { fail, ok, type Failure, type Result } from '~/errors/table'

/** frozen: nothing goes out. closed: nothing goes out or comes in by its owner's acts. */
export type WalletState = 'open' | 'frozen' | 'closed'
/** `reason`: why it is not open, in the operator's words for its owner. */
export type WalletView = { state: WalletState; openedAt: Date; reason: string | null }

type Reader = Pick<Transaction, 'wallet'>

/** Null where its owner has not opened it. */
export const walletState = async (userId: string, tx: Reader = db): Promise<WalletView | null> => {
  const found = await tx.wallet.findUnique({
    where: { userId },
    select: { state: true, openedAt: true, reason: true },
  })
  return found === null ? null : { ...found, state: found.state as WalletState }
}

const notOpen = ({ state, reason }: WalletView): Failure =>
  fail('MC1013', { data: { context: state, state, ...(reason === null ? {} : { reason }) } })

/**
 * Refuses what its owner does with a wallet that is not there for it: MC1000 where it was never opened, MC1013
 * (`data.state`, `data.reason`) where it is closed, or frozen and something would go out.
 */
export const requireWallet = async (
  tx: Reader,
  userId: string,
  direction: 'in' | 'out',
): Promise<Result<WalletView>> => {
  const found = await walletState(userId, tx)
  if (found === null) return fail('MC1000')
  return found.state === 'closed' || (found.state === 'frozen' && direction === 'out') ? notOpen(found) : ok(found)
}

/**
 * Why nothing may go out of a wallet for what needs none that was opened (an order): MC1013 where it is frozen or
 * closed; null else.
 */
export const whyNotOut = async (userId: string, tx: Reader = db): Promise<Failure | null> => {
  const found = await walletState(userId, tx)
  return found === null || found.state === 'open' ? null : notOpen(found)
}

/**
 * Opens the wallet of a customer, once: again, also at the same moment, answers the one that is open. MC1013 where it
 * was closed; MC1001 where the database can't do it now.
 */
export const openWallet = async (userId: string): Promise<Result<WalletView & { isNew: boolean }>> => {
  const at = now()
  try {
    const made = await db.$executeRaw`
      INSERT INTO "Wallet" ("userId", "openedAt", "updatedAt") VALUES (${userId}, ${at}, ${at})
      ON CONFLICT ("userId") DO NOTHING`
    const found = await walletState(userId)
    if (found === null) throw new Error('a wallet that was opened is not there')
    return found.state === 'closed' ? notOpen(found) : ok({ ...found, isNew: made === 1 })
  } catch (error) {
    if (isStorageFull(error)) throw error
    log.error({ error }, 'a wallet could not be opened')
    return fail('MC1001')
  }
}

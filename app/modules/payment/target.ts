/**
 * The target of a payment: an order, or a recharge of the wallet. The payment code (inbox, polls, facts, deposits,
 * closing, disputes) knows nothing else about either. order-target.server.ts and recharge-target.server.ts implement
 * them; target.server.ts loads them.
 */
import type { Transaction } from '~/platform/db.server'
import type { WalletType } from '~/modules/ledger/ledger.server'
import type { DepositEvent } from '~/modules/outbox/outbox.server'
import type { Failure, Result } from '~/errors/table'
import type { AttemptRow, DepositRow } from './rows'

export type TargetKind = 'order' | 'recharge'
export type TargetRef = { kind: TargetKind; id: string }

export type DisputeRow = NonNullable<Awaited<ReturnType<Transaction['dispute']['findUnique']>>>

/** A locked target; it follows its row while its functions change that. */
export type Target = {
  readonly ref: TargetRef
  /** The number shown to people. */
  readonly number: string
  readonly userId: string
  /** The order that transfers and holds name; null for a recharge, which is found by the payment that they name. */
  readonly orderId: string | null
  /** The wallet type shown for credits of its money, if not the usual one. */
  readonly creditType?: WalletType
  /** Whether money is still expected for it. */
  readonly isOpen: () => boolean
  /** Whether it shows that a payment is on its way. */
  readonly isConfirming: () => boolean
  /** Whether its money has arrived, even if it was returned later. */
  readonly isSettled: () => boolean

  /** Why it can't be paid now; null if it can. */
  readonly judge: () => Failure | null
  /** Whether its owner can pay it now. */
  readonly checkPayer: (tx: Transaction) => Promise<Result<null>>
  /** The amount that providers still have to collect. */
  readonly rest: (tx: Transaction) => Promise<bigint>
  /** Called when a payment by this method starts. */
  readonly noteBegun: (tx: Transaction, method: number) => Promise<void>

  /**
   * Called when a payment is seen on its way; when it disappears; when less came than is due; when all payments failed.
   */
  readonly noteSeen: (tx: Transaction) => Promise<void>
  readonly noteUnseen: (tx: Transaction) => Promise<void>
  readonly noteShort: (tx: Transaction, waiting: bigint) => Promise<void>
  readonly noteFailed: (tx: Transaction) => Promise<void>
  /** Called when a provider sent waiting money back. */
  readonly noteLess: (tx: Transaction) => Promise<void>
  /** Called when the providers' settlements for it may have changed. */
  readonly noteOutcome: (tx: Transaction) => Promise<void>

  /**
   * Gives a confirmed deposit in suspense its only result. `person`: nothing was done, because an operator has to look
   * first. `isDecided`: an operator has looked.
   */
  readonly settle: (
    tx: Transaction,
    came: { attempt: AttemptRow; deposit: DepositRow; rightAsset: boolean; isDecided?: boolean },
  ) => Promise<'settled' | 'person'>
  /** Turns a deposit into Mango by an operator's decision. */
  readonly credit: (tx: Transaction, deposit: DepositRow, by: string) => Promise<void>
  /** Called when the provider returned a used deposit. False if an operator has to look. */
  readonly takeBack: (tx: Transaction, deposit: DepositRow) => Promise<boolean>
  /**
   * Called when a card's provider reports the total that it has refunded of a payment on its own page. `later`: a
   * refund that the portal asked for has to be settled first.
   */
  readonly noteCharge: (
    tx: Transaction,
    charge: { id: string; refunded: bigint; deposit: DepositRow },
  ) => Promise<'done' | 'later' | 'person'>

  /**
   * Called after a bank has withdrawn a payment and the debt is booked. Returns whether this ended the rest of its
   * services; the owner is notified afterwards.
   */
  readonly noteWithdrawn: (tx: Transaction, taken: { dispute: DisputeRow; deposit: DepositRow }) => Promise<boolean>
  /** Called after the bank has given the money back and the debt is gone. */
  readonly noteReinstated: (tx: Transaction, dispute: DisputeRow) => Promise<void>

  /** Notifies the owner; `about` identifies the notice among those of this target. */
  readonly tell: (tx: Transaction, about: string, fact: DepositEvent) => Promise<void>
}

/** The database condition for its payments. */
export const attemptsOf = ({ kind, id }: TargetRef): { orderId: string } | { rechargeId: string } =>
  kind === 'order' ? { orderId: id } : { rechargeId: id }

type Named = { id: string; orderId: string | null; rechargeId: string | null }
/** The target of a payment. Throws if the payment has none. */
export const refOf = ({ id, orderId, rechargeId }: Named): TargetRef => {
  if (orderId !== null) return { kind: 'order', id: orderId }
  if (rechargeId !== null) return { kind: 'recharge', id: rechargeId }
  throw new Error(`the payment ${id} pays nothing`)
}

/** The key that allows only one open payment per method. */
export const openKeyOf = ({ kind, id }: TargetRef, method: number): string => `${kind}:${id}:${method}`

/**
 * What a payment is for: an order, or a recharge of the wallet. The machinery of payments (inbox, polls, facts,
 * deposits, closing, disputes) knows nothing else of either; order-target.server.ts and recharge-target.server.ts say
 * what each makes of it, target.server.ts finds them.
 */
import type { Transaction } from '~/platform/db.server'
import type { WalletType } from '~/modules/ledger/ledger.server'
import type { DepositFact } from '~/modules/outbox/outbox.server'
import type { Failure, Result } from '~/errors/table'
import type { AttemptRow, DepositRow } from './rows'

export type TargetKind = 'order' | 'recharge'
export type TargetRef = { kind: TargetKind; id: string }

export type DisputeRow = NonNullable<Awaited<ReturnType<Transaction['dispute']['findUnique']>>>

/** It is read under its lock, and follows its row while functions of it change that. */
export type Target = {
  readonly ref: TargetRef
  /** Its number, for people. */
  readonly number: string
  readonly userId: string
  /** The order that transfers and holds name; null for a recharge, which is found by the payment that they name. */
  readonly orderId: string | null
  /** What its owner sees credits of its money as, where that is not the usual type. */
  readonly creditType?: WalletType
  /** Money is still expected for it. */
  readonly isOpen: () => boolean
  /** It shows that a payment is on its way. */
  readonly isConfirming: () => boolean
  /** Its money has come, whatever has become of it since. */
  readonly isSettled: () => boolean

  /** Why it can't be paid now; null where it can. */
  readonly judge: () => Failure | null
  /** Whether its owner may pay it now. */
  readonly judgePayer: (tx: Transaction) => Promise<Result<null>>
  /** What providers still have to bring. */
  readonly rest: (tx: Transaction) => Promise<bigint>
  /** A payment by this method is being begun. */
  readonly noteBegun: (tx: Transaction, method: number) => Promise<void>

  /** Something was seen on its way; what was seen is gone; less came than is due; all of its payments failed. */
  readonly noteSeen: (tx: Transaction) => Promise<void>
  readonly noteUnseen: (tx: Transaction) => Promise<void>
  readonly noteShort: (tx: Transaction, waiting: bigint) => Promise<void>
  readonly noteFailed: (tx: Transaction) => Promise<void>
  /** A provider sent back what waited. */
  readonly noteLess: (tx: Transaction) => Promise<void>
  /** What providers settle for it is told. */
  readonly noteOutcome: (tx: Transaction) => Promise<void>

  /**
   * Gives a confirmed deposit that stands in suspense its one result. `person`: nothing was done, because somebody has
   * to look at it first. `isDecided`: somebody has.
   */
  readonly settle: (
    tx: Transaction,
    came: { attempt: AttemptRow; deposit: DepositRow; rightAsset: boolean; isDecided?: boolean },
  ) => Promise<'settled' | 'person'>
  /** A person has decided that a deposit becomes Mango. */
  readonly credit: (tx: Transaction, deposit: DepositRow, by: string) => Promise<void>
  /** Its provider has given back a deposit that had been used. False where a person has to look. */
  readonly takeBack: (tx: Transaction, deposit: DepositRow) => Promise<boolean>
  /**
   * A card's provider says how much of a payment it has given back in all, by its own page. `later`: something that the
   * portal asked for itself is settled first.
   */
  readonly noteCharge: (
    tx: Transaction,
    charge: { id: string; refunded: bigint; deposit: DepositRow },
  ) => Promise<'done' | 'later' | 'person'>

  /**
   * A bank has taken a payment, and its debt is booked. Answers whether what was left of its services has ended by it;
   * its owner is told afterwards.
   */
  readonly noteWithdrawn: (tx: Transaction, taken: { dispute: DisputeRow; deposit: DepositRow }) => Promise<boolean>
  /** The bank has given it back, and the debt is gone. */
  readonly noteReinstated: (tx: Transaction, dispute: DisputeRow) => Promise<void>

  /** Tells its owner; `about` names the fact among those of this target. */
  readonly tell: (tx: Transaction, about: string, fact: DepositFact) => Promise<void>
}

/** Its payments, as a condition. */
export const attemptsOf = ({ kind, id }: TargetRef): { orderId: string } | { rechargeId: string } =>
  kind === 'order' ? { orderId: id } : { rechargeId: id }

type Named = { id: string; orderId: string | null; rechargeId: string | null }
/** What a payment is for. Throws where it is for nothing. */
export const refOf = ({ id, orderId, rechargeId }: Named): TargetRef => {
  if (orderId !== null) return { kind: 'order', id: orderId }
  if (rechargeId !== null) return { kind: 'recharge', id: rechargeId }
  throw new Error(`the payment ${id} pays nothing`)
}

/** The key under which its one open payment of a method stands. */
export const openKeyOf = ({ kind, id }: TargetRef, method: number): string => `${kind}:${id}:${method}`

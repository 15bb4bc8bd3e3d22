/**
 * Orders and payments as pages and the API see them: plain data, described in view.schema.ts. Types only, so that
 * browser components can import them.
 */
import type { z } from 'zod'
import type {
  heldOutput,
  methodOutput,
  orderDetailsOutput,
  orderOutput,
  paymentOutput,
  recordOutput,
  shareOutput,
} from './view.schema'

/** A row of the order table. */
export type OrderSummary = z.output<typeof orderOutput>
export type OrderStatus = OrderSummary['status']
/** The actions that an order allows now. */
export type OrderAct = OrderSummary['acts'][number]
/** Everything of one order. */
export type OrderDetails = z.output<typeof orderDetailsOutput>
/** SPEC's payment record. Coin amounts are text as the provider reported them. */
export type PaymentRecord = z.output<typeof recordOutput>
export type PaymentLabel = PaymentRecord['label']
/** A share of the price: points, Mango, or the part that a provider collects. */
export type PaymentShare = z.output<typeof shareOutput>
/** A deposit that could not be counted automatically. */
export type HeldDeposit = z.output<typeof heldOutput>
/** What the card holder's bank has taken back of an order. */
export type BankView = NonNullable<OrderDetails['bank']>
/** What an account owes (USD) since a bank took a payment back, beyond what is frozen for it (Mango). */
export type DebtView = {
  owed: string
  frozen: readonly { amount: string; until: string; orderNumber: string | null }[]
}
/** A payment method, as the buy page and the payment page offer it. */
export type MethodChoice = z.output<typeof methodOutput>
/** What the payment page of an order shows. */
export type PaymentPage = z.output<typeof paymentOutput>
/** The state of a payment and the actions offered now, for any target. */
export type PaymentState = Omit<PaymentPage, 'order'>

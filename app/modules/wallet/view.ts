/**
 * Wallet data as pages and the API see it: plain data, described in view.schema.ts. Types only, so that browser
 * components can import them.
 */
import type { z } from 'zod'
import type { heldOutput, transactionOutput } from './view.schema'

export type TransactionView = z.output<typeof transactionOutput>
/** What happened, in one word: SPEC.md's types, with both directions of a transfer, and debts to a bank. */
export type TransactionWhat = TransactionView['what']
/** A held amount. `frozen`: for a payment that a bank takes back. */
export type HeldView = z.output<typeof heldOutput>

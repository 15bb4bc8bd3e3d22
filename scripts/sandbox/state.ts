/**
 * Everything that the sandbox remembers, as plain JSON for a file: killing the portal or the sandbox loses nothing.
 * Times are milliseconds of the sandbox's own clock, which tests move.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * In this order: as usual; each twice; those of one action in reverse; with a wrong signature; kept until requested;
 * not at all.
 */
export const callbackModes = ['normal', 'twice', 'reversed', 'forged', 'held', 'never'] as const
export type CallbackMode = (typeof callbackModes)[number]

export type CoinRow = {
  id: string
  parentId: string | null
  word: string
  coin: string
  network: string
  address: string
  tag: string | null
  priceAmount: string
  priceCurrency: string
  payAmount: string
  actuallyPaid: string
  actuallyPaidFiat: string
  hash: string | null
  outcome: string | null
  orderId: string | null
  description: string | null
  purchaseId: string
  callbackUrl: string | null
  fixedRate: boolean
  createdMs: number
  updatedMs: number
  validUntilMs: number
}
/** An object as the API answers it: Stripe's objects are stored in their own shape. */
export type CardObject = { id: string; object: string; [field: string]: unknown }
export type Callback = { to: 'nowpayments' | 'stripe'; url: string; body: string; about: string }
export type Sent = { url: string; about: string; word: string; status: number; atMs: number }
export type Fault = {
  api: 'nowpayments' | 'stripe'
  /** Only calls whose method and path contain this text. */
  path: string
  kind: 'timeout' | 'html' | 'error' | 'busy' | 'cut' | 'huge' | 'lost-answer'
  left: number
}

export type State = {
  coins: Record<string, CoinRow>
  cards: Record<string, CardObject>
  /** Newest last. */
  events: CardObject[]
  idempotency: Record<string, { digest: string; status: number; body: string }>
  webhooks: string[]
  /** Where the portal really listens, if its public addresses lead elsewhere: for tests. */
  portal: string | null
  callbackMode: CallbackMode
  held: Callback[]
  sent: Sent[]
  faults: Fault[]
  /** Coins that are switched off. */
  off: string[]
  /** Rates that differ from the table. */
  rates: Record<string, string>
  /** What a click on an expired page does: nothing, a redirect to success_url, or a payment after all. */
  expiredPage: 'refuses' | 'redirects' | 'pays'
  refundState: 'succeeded' | 'pending' | 'failed'
  counter: number
  /** `stoppedMs`: the clock's time while it is stopped; `aheadMs`: how far it is ahead while it runs. */
  stoppedMs: number | null
  aheadMs: number
}
const fresh = (): State => ({
  coins: {},
  cards: {},
  events: [],
  idempotency: {},
  webhooks: [],
  portal: null,
  callbackMode: 'normal',
  held: [],
  sent: [],
  faults: [],
  off: [],
  rates: {},
  expiredPage: 'refuses',
  refundState: 'succeeded',
  counter: 0,
  stoppedMs: null,
  aheadMs: 0,
})

export type Store = {
  readonly state: State
  nowMs(): number
  /** The next running number. */
  next(): number
  /** Writes the file, if there is one. */
  save(): void
}
/** How many callbacks are remembered for the page. */
export const sentKept = 200

export const openStore = (file: string | null): Store => {
  const state: State =
    file !== null && existsSync(file)
      ? { ...fresh(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>) }
      : fresh()
  if (file !== null) mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  return {
    state,
    nowMs: () => state.stoppedMs ?? Date.now() + state.aheadMs,
    next: () => (state.counter += 1),
    save: () => {
      state.sent.splice(0, Math.max(0, state.sent.length - sentKept))
      if (file === null) return
      // The file is complete at every moment, whenever the process ends.
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

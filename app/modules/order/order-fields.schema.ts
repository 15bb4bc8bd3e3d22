/**
 * Defines SPEC's fields of an order and of a payment record, each with its only meaning. docs/orders.md and the
 * descriptions in the /api documents are made from this.
 */

export type FieldMeaning = { field: string; called: string; meaning: string }

/** `called`: the name in SPEC.md; `field`: the name in the API. */
export const orderFields = [
  {
    field: 'number',
    called: 'order number',
    meaning: 'the day of ordering (UTC) and eight random letters and digits, for people; never used twice',
  },
  {
    field: 'products',
    called: 'product name',
    meaning: 'as it was called when it was ordered, in the reader’s language',
  },
  {
    field: 'months',
    called: 'service period',
    meaning: 'for how many calendar months it was ordered; once paid, periods says from when until when',
  },
  { field: 'boxName', called: 'STB name', meaning: 'what the box was called when it was ordered for' },
  { field: 'sn', called: 'SN', meaning: 'the box that gets the service' },
  { field: 'status', called: 'status', meaning: '0 to 8, see above' },
  { field: 'createdAt', called: 'created time', meaning: 'when it was ordered' },
  { field: 'paidAt', called: 'paid time', meaning: 'when everything was paid' },
  {
    field: 'expiresAt',
    called: 'expiration time',
    meaning:
      'before payment the end of the payment window (of a partly paid one: until when the rest can be sent); after payment the end of the period that it paid, as it is now; null if nothing of it is left',
  },
  {
    field: 'originalPrice',
    called: 'original price',
    meaning: 'the plan’s own price when it was ordered, in USD',
  },
  {
    field: 'activityPrice',
    called: 'activity price',
    meaning: 'the price of the promotion that ran then; null without one',
  },
  { field: 'payPrice', called: 'pay price', meaning: 'what has to be paid: the lower one of the two' },
  {
    field: 'actuallyPaid',
    called: 'actually paid',
    meaning:
      'what was counted towards the price: points, Mango and confirmed money. A surplus is wallet credit, not this',
  },
  {
    field: 'outcomePrice',
    called: 'outcome price',
    meaning:
      'what the providers settle with the portal for it, after their fees, for all payments that paid it, as far as they report it; null before, and if nothing was paid through a provider',
  },
] as const satisfies readonly FieldMeaning[]

export const paymentFields = [
  { field: 'createdAt', called: 'created at', meaning: 'when the payment was begun' },
  { field: 'updatedAt', called: 'updated at', meaning: 'when its state changed last' },
  { field: 'payinAddress', called: 'payin address', meaning: 'where the coins are to be sent; null for cards' },
  {
    field: 'payinExtraId',
    called: 'payin address',
    meaning: 'the tag or memo that must go with the address; null if the coin has none',
  },
  { field: 'payinHash', called: 'payin hash', meaning: 'the transaction on the chain that paid it' },
  {
    field: 'fixedRate',
    called: 'fixed rate',
    meaning: 'true if the provider holds the rate for the time of the payment',
  },
  {
    field: 'feePaidByUser',
    called: 'fixed paid by user',
    meaning: 'true if the network’s fee comes on top of the price; the portal’s payments say false',
  },
  { field: 'serviceFee', called: 'service fee', meaning: 'what the provider keeps, by its own report' },
  { field: 'amount', called: 'currency amount', meaning: 'what was asked for, in USD (currency 1)' },
  { field: 'coinAmount', called: 'currency amount', meaning: 'the same in the coin' },
  { field: 'coinReceived', called: 'currency amount', meaning: 'what has come, in the coin' },
  { field: 'rate', called: 'rate', meaning: 'USD for one coin, at which the amount was asked for' },
] as const satisfies readonly FieldMeaning[]

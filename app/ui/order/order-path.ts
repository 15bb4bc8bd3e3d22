/** Where the pages of orders and recharges are. */
import type { OrderAct } from '~/modules/order/view'

const paths = {
  pay: 'pay',
  cancel: 'cancel',
  delete: 'delete',
  receipt: 'receipt',
} as const satisfies Partial<Record<OrderAct, string>>

/** The address of an act, or of the order itself. */
export const orderPath = (number: string, act?: OrderAct): string =>
  act === undefined || act === 'order-again' ? `/order/${number}` : `/order/${number}/${paths[act]}`
/** What runs on the order's box. */
export const servicesPath = (sn: string): string => `/service?${new URLSearchParams({ sn }).toString()}`
/** Buying the same for the same box again. */
export const againPath = (number: string): string => `/service/buy?${new URLSearchParams({ again: number }).toString()}`
/** Where a recharge's pages are: its payment is its page. */
export const rechargePath = (number: string, act?: 'cancel'): string =>
  `/wallet/recharge/${number}${act === undefined ? '' : `/${act}`}`

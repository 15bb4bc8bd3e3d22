/** The addresses of the pages of orders and recharges. */
import type { OrderAct } from '~/modules/order/view'

const paths = {
  pay: 'pay',
  cancel: 'cancel',
  delete: 'delete',
  receipt: 'receipt',
} as const satisfies Partial<Record<OrderAct, string>>

/** The address of an action, or of the order itself. */
export const orderPath = (number: string, act?: OrderAct): string =>
  act === undefined || act === 'order-again' ? `/order/${number}` : `/order/${number}/${paths[act]}`
/** The page of services on the order's box. */
export const servicesPath = (sn: string): string => `/service?${new URLSearchParams({ sn }).toString()}`
/** The page that buys the same for the same box again. */
export const againPath = (number: string): string => `/service/buy?${new URLSearchParams({ again: number }).toString()}`
/** The address of a recharge's pages: its payment page is its main page. */
export const rechargePath = (number: string, act?: 'cancel'): string =>
  `/wallet/recharge/${number}${act === undefined ? '' : `/${act}`}`

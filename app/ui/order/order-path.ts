/** Where an order's pages are. */
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
/** Buying the same for the same box again begins at the box's services. */
export const againPath = (sn: string): string => `/service?${new URLSearchParams({ sn }).toString()}`

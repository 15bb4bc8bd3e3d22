/**
 * Measures orders and payments over HTTP: what creating an order takes, what a provider's signed callback takes until
 * it is answered, and that an order which a hundred pay at once is paid once.
 */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchOrders = (): Promise<Table[]> => benchApart('orders-run')

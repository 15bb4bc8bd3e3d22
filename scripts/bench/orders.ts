/**
 * Measures orders and payments over HTTP: creating an order, answering a provider's signed callback, and that an order
 * is paid once when a hundred payments come at once.
 */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchOrders = (): Promise<Table[]> => benchApart('orders-run')

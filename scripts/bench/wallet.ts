/**
 * Measures a wallet of a million entries (its page with every filter, and its statement as a file), and the time of a
 * transfer between customers over HTTP.
 */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchWallet = async (): Promise<Table[]> => [
  ...(await benchApart('wallet-run')),
  ...(await benchApart('wallet-transfer-run')),
]

/**
 * Measures a wallet of a million entries (its page with every filter, and its statement as a file), and what a transfer
 * between customers takes over HTTP.
 */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchWallet = async (): Promise<Table[]> => [
  ...(await benchApart('wallet-run')),
  ...(await benchApart('wallet-transfer-run')),
]

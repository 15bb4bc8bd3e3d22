/** Measures a wallet of a million entries: its page with every filter, and its statement as a file. */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchWallet = (): Promise<Table[]> => benchApart('wallet-run')

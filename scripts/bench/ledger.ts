/** Measures the ledger: the time of a transfer, and of reading an account with half a million entries. */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchLedger = (): Promise<Table[]> => benchApart('ledger-run')

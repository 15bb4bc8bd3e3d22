/** Measures the ledger: what a transfer takes, and what an account of half a million entries costs to read. */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchLedger = (): Promise<Table[]> => benchApart('ledger-run')

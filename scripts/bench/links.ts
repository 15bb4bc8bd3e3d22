/** Measures MyLink at its longest: twenty categories of two thousand channels, imported, shown, sorted and exported. */
import { benchApart } from './apart'
import type { Table } from './table'

export const benchLinks = (): Promise<Table[]> => benchApart('links-run')

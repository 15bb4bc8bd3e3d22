/** A search in a wallet's details, as its address states it. */
import { rangeOfForm } from '~/i18n/date-range'
import type { Direction, WalletType } from '~/modules/ledger/ledger.server'
import { readAddress, searchHref, type Asked } from '../search-address'

/** The specification's wallet transaction types; a filter's All (-1) is null. */
export const shownTypes = [0, 1, 2, 3, 4, 5, 6, 7] as const satisfies readonly WalletType[]
export const directions = ['income', 'expense'] as const satisfies readonly Direction[]

export type WalletQuery = Asked & {
  size: number
  type: WalletType | null
  direction: Direction | null
  /** The page continues from this entry number, to older or to newer entries. */
  before: number | null
  after: number | null
}

/** The specification's All. */
const allTypes = -1
/** The highest entry number of a wallet; the API's calls have the same bound. */
const maxEntries = 2_147_483_647

export const parseWalletQuery = (params: URLSearchParams): WalletQuery => {
  const { odd, oneOf, whole, size } = readAddress(params)
  const type = oneOf('type', [allTypes, ...shownTypes])
  const query = {
    size: size(),
    type: type === allTypes ? null : type,
    direction: oneOf('direction', directions),
    range: rangeOfForm(params),
    before: whole('before', maxEntries),
    after: whole('after', maxEntries),
  }
  // A list continues from one entry in one direction only.
  return { ...query, odd: query.before !== null && query.after !== null ? [...odd, 'after'] : odd }
}

export const isFiltered = ({ type, direction, range }: WalletQuery): boolean =>
  type !== null || direction !== null || `${range.from}${range.to}` !== ''

type Change = Partial<Pick<WalletQuery, 'size' | 'direction' | 'before' | 'after'>>
/** The address of the same search, changed; without an entry it begins with the newest. */
export const walletHref = (query: WalletQuery, change: Change = {}, path = '/wallet'): string => {
  const { size, type, direction, range, before, after } = { ...query, before: null, after: null, ...change }
  const { from, to, zone } = range
  return searchHref(path, { type, direction, from, to, zone, size, before, after })
}

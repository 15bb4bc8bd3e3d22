/** A search over a wallet's details, as its address says it. */
import { rangeOfForm, type DateRange } from '~/i18n/date-range'
import type { Direction, WalletType } from '~/modules/ledger/ledger.server'
import { parsePaging } from '../pagination'

/** SPEC.md's wallet transaction types; a filter's All (-1) is null. */
export const shownTypes = [0, 1, 2, 3, 4, 5, 6, 7] as const satisfies readonly WalletType[]
export const directions = ['income', 'expense'] as const satisfies readonly Direction[]

export type WalletQuery = {
  size: number
  type: WalletType | null
  direction: Direction | null
  range: DateRange
  /** The page goes on from this number of an entry, to older or to newer ones. */
  before: number | null
  after: number | null
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/** Anything odd in an address is ignored; an invalid range of days is shown with its error. */
export const parseWalletQuery = (params: URLSearchParams): WalletQuery => ({
  size: parsePaging(params).size,
  type: shownTypes.find((one) => String(one) === params.get('type')) ?? null,
  direction: directions.find((one) => one === params.get('direction')) ?? null,
  range: rangeOfForm(params),
  before: numberOf(params.get('before')),
  after: params.get('before') === null ? numberOf(params.get('after')) : null,
})

export const isFiltered = ({ type, direction, range }: WalletQuery): boolean =>
  type !== null || direction !== null || `${range.from}${range.to}` !== ''

type Change = Partial<Pick<WalletQuery, 'size' | 'direction' | 'before' | 'after'>>
/** The address of the same search, changed; without a place it begins with the newest. */
export const walletHref = (query: WalletQuery, change: Change = {}, path = '/wallet'): string => {
  const { size, type, direction, range, before, after } = { ...query, before: null, after: null, ...change }
  const params = new URLSearchParams()
  if (type !== null) params.set('type', String(type))
  if (direction !== null) params.set('direction', direction)
  for (const end of ['from', 'to'] as const) if (range[end] !== '') params.set(end, range[end])
  if (size !== 10) params.set('size', String(size))
  if (before !== null) params.set('before', String(before))
  if (after !== null) params.set('after', String(after))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

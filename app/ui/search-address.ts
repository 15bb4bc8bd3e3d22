/**
 * Reads the address of a list, in the same way for all lists. A parameter is absent (everything), one of the known
 * values, or something else. Unknown values are named in `odd` and never ignored: a list that shows everything when a
 * part was asked for would be wrong.
 */
import type { DateRange } from '~/i18n/date-range'
import { pageSizes } from './paging'

/** The highest page number; the API's calls have the same bound. */
const maxPages = 1_000_000

export type AddressReader = {
  /** The names of parameters that this list can't answer, in reading order. */
  odd: readonly string[]
  /** Null if the parameter is absent, or has none of these values. */
  oneOf: <T extends string | number>(name: string, known: readonly T[]) => T | null
  /** A whole number from 1 on. */
  whole: (name: string, most: number) => number | null
  /** A text of this shape; empty if it has another. */
  shaped: (name: string, shape: RegExp) => string
  page: () => number
  size: () => (typeof pageSizes)[number]
}

export const readAddress = (params: URLSearchParams): AddressReader => {
  const odd: string[] = []
  const read = <T>(name: string, answer: (text: string) => T | null): T | null => {
    // A form sends an empty text for "all"; a repeated equal value counts once.
    const [asked, ...more] = new Set(params.getAll(name).flatMap((text) => text.trim() || []))
    if (asked === undefined) return null
    const value = more.length > 0 ? null : answer(asked)
    if (value === null) odd.push(name)
    return value
  }
  const oneOf: AddressReader['oneOf'] = (name, known) =>
    read(name, (text) => known.find((one) => String(one) === text) ?? null)
  const whole: AddressReader['whole'] = (name, most) =>
    read(name, (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : null))
  return {
    odd,
    oneOf,
    whole,
    shaped: (name, shape) => read(name, (text) => (shape.test(text) ? text : null)) ?? '',
    page: () => whole('page', maxPages) ?? 1,
    size: () => oneOf('size', pageSizes) ?? pageSizes[0],
  }
}

/** `odd`: parameters that the list can't answer. */
export type Asked = { odd: readonly string[]; range: DateRange }
/** Whether a list can answer its address; otherwise it shows nothing, and says why. */
export const isAnswerable = ({ odd, range }: Asked): boolean => odd.length === 0 && range.errors.length === 0
/** A page that can't answer its address has the status of the API's A0422. */
export const statusFor = (asked: Asked): { status: number } => ({ status: isAnswerable(asked) ? 200 : 422 })

/** The page and size of a list without other filters. */
export type PageQuery = Pick<Asked, 'odd'> & { page: number; size: number }
export const parsePageQuery = (params: URLSearchParams): PageQuery => {
  const { odd, page, size } = readAddress(params)
  return { page: page(), size: size(), odd }
}

/** A list's address: its filters, of which an unused one is null or empty, and its page. */
export type ListQuery = Asked & { page: number; size: number }
const filtersOf = ({ page: _, size: __, odd: ___, range, ...filters }: ListQuery) => ({
  ...(filters as Readonly<Record<string, string | number | null>>),
  from: range.from,
  to: range.to,
  zone: range.zone,
})
/** Whether a search leaves rows out. */
export const isFiltered = (query: ListQuery): boolean => searchHref('', filtersOf(query)) !== ''
/** The address of another page of the same search. */
export const pageHref = (path: string, query: ListQuery, page: number, size: number): string =>
  searchHref(path, { ...filtersOf(query), size, page })
/** The values in a search's fields, as one text. */
export const filledWith = (query: ListQuery): string => Object.values(filtersOf(query)).join(' ')

/** A list's address with its parameters in this order; empty and usual ones (ten rows, the first page) are left out. */
export const searchHref = (path: string, parts: Readonly<Record<string, string | number | null>>): string => {
  const usual: Readonly<Record<string, number>> = { size: pageSizes[0], page: 1 }
  const said = Object.entries(parts).flatMap(([name, value]) =>
    value === null || value === '' || value === usual[name] ? [] : [[name, String(value)]],
  )
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`
}

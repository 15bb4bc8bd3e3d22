/**
 * What the address of a list asks for, read in one way for all of them: nothing (all of it), one of the things that the
 * list knows, or something else. What can't be answered is named in `odd` and never ignored: a list that shows
 * everything where a part was asked for says something untrue.
 */
import type { DateRange } from '~/i18n/date-range'
import { pageSizes } from './pagination'

/** The number of a page; the calls of the API have the same bound. */
const mostPages = 1_000_000

export type AddressReader = {
  /** The names of parameters that this list can't answer, in the order in which they were read. */
  odd: readonly string[]
  /** Null where nothing is asked for, and where it is none of these. */
  oneOf: <T extends string | number>(name: string, known: readonly T[]) => T | null
  /** A whole number from 1 on. */
  whole: (name: string, most: number) => number | null
  /** Of this shape; an empty text where it is not. */
  shaped: (name: string, shape: RegExp) => string
  page: () => number
  size: () => (typeof pageSizes)[number]
}

export const readAddress = (params: URLSearchParams): AddressReader => {
  const odd: string[] = []
  const read = <T>(name: string, answer: (text: string) => T | null): T | null => {
    // A form sends an empty text for "all"; the same twice is once.
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
    page: () => whole('page', mostPages) ?? 1,
    size: () => oneOf('size', pageSizes) ?? pageSizes[0],
  }
}

/** `odd`: parameters that the list can't answer. */
export type Asked = { odd: readonly string[]; range: DateRange }
/** Whether a list can answer its address; else it shows nothing, and says why. */
export const isAnswerable = ({ odd, range }: Asked): boolean => odd.length === 0 && range.errors.length === 0
/** A page that can't answer its address has the status of the API's A0422. */
export const statusFor = (asked: Asked): { status: number } => ({ status: isAnswerable(asked) ? 200 : 422 })

/** The page and size of a list that nothing else narrows down. */
export type PageQuery = Pick<Asked, 'odd'> & { page: number; size: number }
export const parsePageQuery = (params: URLSearchParams): PageQuery => {
  const { odd, page, size } = readAddress(params)
  return { page: page(), size: size(), odd }
}

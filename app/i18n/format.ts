/**
 * Formats numbers, dates, sizes and angles as readers of a language expect them. Each Intl formatter is created once
 * per language, at its first use: creating one costs a hundred times as much as using it. Times are shown in UTC if the
 * reader's time zone is unknown.
 */
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLanguage, directionOf, parseLanguage, type Language } from './languages'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Days from one UTC date to another, matching the dates shown: a month bought on the 1st has 30 or 31. */
export const daysBetween = (from: Date | string | number, to: Date | string | number): number => {
  const dayOf = (at: Date | string | number): number => Math.floor(new Date(at).getTime() / dayMs)
  return dayOf(to) - dayOf(from)
}

/** Computes a value at its first use and keeps it. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/**
 * The month is spelled out: in Arabic, the medium style is three numbers, whose order is ambiguous in right-to-left
 * text.
 */
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
/** Languages whose short units are Latin letters or little known; they spell units out. */
const spelled: ReadonlySet<Language> = new Set(['fa', 'ar'])

/** British English: 21 Nov 2026. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/**
 * Removes the word for "year" after a date. In Russian and Ukrainian it ends with a point, which a sentence would
 * double.
 */
const withoutYearWord = (date: string): string => date.replace(/\s[гр]\.$/, '')

const build = (language: Language) => {
  const locale = localeOf(language)
  const anyNumber = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }))
  const number = (value: number | bigint): string => anyNumber().format(value)
  /** Writes digits as the language does. */
  const own = (text: string): string => text.replace(/\d/g, (digit) => number(Number(digit)))
  /** The decimal sign. */
  const decimal = once(() => number(0.5)[1] ?? '.')
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
  const date = once(() => new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }))
  const dateTime = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        ...day,
        hour: '2-digit',
        minute: '2-digit',
        timeZone: 'UTC',
        timeZoneName: 'short',
      }),
  )
  const time = once(
    () =>
      new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' }),
  )
  const localDateTime = once(() => new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }))
  const localTime = once(() => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }))
  const relativeTime = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const twoDigits = once(() => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false }))
  const list = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const units = once(() =>
    (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map(
      (unit) =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay: unit === 'byte' || spelled.has(language) ? 'long' : 'short',
          maximumFractionDigits: unit === 'byte' ? 0 : 1,
        }),
    ),
  )
  /** The minus with its direction mark. */
  const minus = once(() => anyNumber().format(-1).slice(0, -1))

  /**
   * A number with exactly `digits` decimals, cut and padded but never rounded. A decimal text keeps every digit: it
   * is never converted to a JS number, in any browser.
   */
  const truncated = (value: number | string, digits: number): string => {
    const text = typeof value === 'number' ? value.toFixed(12) : value
    const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
    if (!match) throw new RangeError(`not a decimal number: ${text}`)
    const whole = match[2] ?? '0'
    const decimals = (match[3] ?? '').slice(0, digits).padEnd(digits, '0')
    // No sign if nothing but zeros is left.
    const sign = match[1] === '-' && /[1-9]/.test(whole + decimals) ? minus() : ''
    return `${sign}${number(BigInt(whole))}${digits === 0 ? '' : decimal() + own(decimals)}`
  }

  return {
    language,
    number,
    percent: (fraction: number): string => percent().format(fraction),
    /** For example 21 Nov 2026; the day is in UTC. */
    date: (value: Date | string | number): string => withoutYearWord(date().format(new Date(value))),
    /** With hours and minutes, marked as UTC. */
    dateTime: (value: Date | string | number): string => dateTime().format(new Date(value)),
    /** The hour and minute alone, marked as UTC. */
    time: (value: Date | string | number): string => time().format(new Date(value)),
    /** Names a UTC day near another one "today" or "yesterday", otherwise by its date. */
    day: (value: Date | string | number, now: Date | string | number): string => {
      const away = daysBetween(now, value)
      return away === 0 || away === -1
        ? relativeTime().format(away, 'day')
        : withoutYearWord(date().format(new Date(value)))
    },
    /** "today", "tomorrow", "in 5 days": by UTC days, as dates are shown. */
    inDays: (value: Date | string | number, now: Date | string | number): string =>
      relativeTime().format(daysBetween(now, value), 'day'),
    /** The day of a moment, as 2026-11-21. */
    dayOf: (value: Date | string | number): string => new Date(value).toISOString().slice(0, 10),
    /** In the time zone of the device: for the browser only. */
    localDateTime: (value: Date | string | number): string => localDateTime().format(new Date(value)),
    localTime: (value: Date | string | number): string => localTime().format(new Date(value)),
    /** "2 hours ago", "yesterday", "in 3 days"; whole units, never rounded up. */
    relative: (value: Date | string | number, now: Date | string | number): string => {
      const differenceMs = new Date(value).getTime() - new Date(now).getTime()
      const size = Math.abs(differenceMs)
      const relative = relativeTime()
      if (size < minuteMs) return relative.format(0, 'second')
      if (size < hourMs) return relative.format(Math.trunc(differenceMs / minuteMs), 'minute')
      if (size < dayMs) return relative.format(Math.trunc(differenceMs / hourMs), 'hour')
      if (size < 60 * dayMs) return relative.format(Math.trunc(differenceMs / dayMs), 'day')
      if (size < 730 * dayMs) return relative.format(Math.trunc(differenceMs / (30 * dayMs)), 'month')
      return relative.format(Math.trunc(differenceMs / (365 * dayMs)), 'year')
    },
    /**
     * A size or a size limit, in steps of 1024, as the settings use: 204 800 is 200 kB. Both are rounded up to a tenth
     * in the same way. So what fits never reads as more than its limit, and one byte more than 200 kB reads 200.1.
     */
    bytes: (value: number): string => {
      const tenths = (step: number): number => (step === 0 ? value : Math.ceil((value * 10) / 1024 ** step) / 10)
      let step = 0
      while (step < units().length - 1 && tenths(step) >= 1024) step++
      return (units()[step] ?? anyNumber()).format(tenths(step))
    },
    truncated,
    /** An amount of Mango: four decimals, cut and never rounded; nothing is 0. */
    mango: (value: number | string): string => (/[1-9]/.test(`${value}`) ? truncated(value, 4) : number(0)),
    /** A decimal text with all its decimals. What a provider wrote in another notation stays as it is. */
    exact: (value: string): string => {
      const match = /^(\d+)(?:\.(\d+))?$/.exec(value)
      if (!match) return value
      const [, whole = '0', decimals = ''] = match
      return number(BigInt(whole)) + (decimals === '' ? '' : decimal() + own(decimals))
    },
    /** Minutes and seconds of a countdown: 11:04. */
    clock: (seconds: number): string =>
      [Math.floor(seconds / 60), seconds % 60].map((part) => twoDigits().format(part)).join(':'),
    list: (items: readonly string[]): string => list().format(items),
    /** Items side by side, without a word between the last two. */
    series: (items: readonly string[]): string => items.join(directionOf(language) === 'rtl' ? '، ' : ', '),
    /** An angle without its side, from tenths of a degree: 192 gives 19.2, 3530 gives 7.0. */
    degrees: (angle: number): string => {
      const tenths = angle > 1800 ? 3600 - angle : angle
      return own(`${Math.floor(tenths / 10)}`) + decimal() + own(`${tenths % 10}`)
    },
  }
}

export type Formats = ReturnType<typeof build>

const known = new Map<Language, Formats>()
/** Returns the language's formatters, which are created at first use. */
export const formatsOf = (language: Language): Formats => {
  const made = known.get(language) ?? build(language)
  known.set(language, made)
  return made
}

/** Formats a value inside a sentence: an amount of Mango, or a moment. A missing value gives an empty text. */
export const sentenceValue = (format: Formats, kind: 'amount' | 'moment', value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return kind === 'amount' ? format.mango(value) : format.dateTime(value)
}

/** Returns the formatters of the page's language. */
export const useFormat = (): Formats => formatsOf(parseLanguage(useTranslation().i18n.language) ?? defaultLanguage)

const localDayOf = (value: Date | string | number): string => {
  const at = new Date(value)
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 10)
}
const localFormats = new Map<Language, Formats>()
/** The same formats, whose moments are in the time zone of the device. */
const localFormatsOf = (format: Formats): Formats => {
  const known = localFormats.get(format.language)
  if (known !== undefined) return known
  const local: Formats = { ...format, dateTime: format.localDateTime, time: format.localTime, dayOf: localDayOf }
  localFormats.set(format.language, local)
  return local
}
const neverChanges = () => () => undefined
/** Whether the page's scripts run: false on the server and while the page is hydrated. */
const useIsScripted = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
/** Formats for moments that concern the customer: in their own time zone with scripts, otherwise in UTC, marked so. */
export const useLocalFormat = (): Formats => {
  const format = useFormat()
  return useIsScripted() ? localFormatsOf(format) : format
}

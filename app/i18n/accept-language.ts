/**
 * Which language a request asks for by itself: what its cookie keeps, else the best known one of Accept-Language, else
 * English. One reading for pages, /api and the front's own answers.
 */
import { defaultLanguage, parseLanguage, type Language } from './languages'

/** The cookie that keeps the chosen language's code as plain text (`ua`, not `uk`). */
export const languageCookieName = 'language'

/** Browsers send a dozen languages; nothing behind this is looked at. */
const mostHeaderLength = 1000
/** A weight that can't be read: its language is wanted, less than any other. */
const leastWeight = 0.0005

const weightOf = (parameters: readonly string[]): number => {
  const given = parameters
    .map((parameter) => /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  if (given === undefined) return 1
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : leastWeight
}

/**
 * The known language with the greatest weight, of equal ones the first; a weight of 0 excludes it. Null where none is
 * known.
 */
export const acceptedLanguage = (header: string | null | undefined): Language | null => {
  let best: { language: Language; weight: number } | null = null
  for (const part of (header ?? '').slice(0, mostHeaderLength).split(',')) {
    const [tag = '', ...parameters] = part.split(';')
    const language = parseLanguage(tag)
    if (language === null) continue
    const weight = weightOf(parameters)
    if (weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language ?? null
}

/** The language that a Cookie header keeps; null where there is none that is known. */
export const languageInCookie = (header: string | null | undefined): Language | null => {
  const pair = /(?:^|;\s*)language=([A-Za-z-]{2,8})(?:;|$)/.exec(header ?? '')
  return parseLanguage(pair?.[1])
}

type Asking = { cookie: string | null | undefined; acceptLanguage: string | null | undefined }
/** The cookie's language, else the accepted one, else English. */
export const askedLanguage = ({ cookie, acceptLanguage }: Asking): Language =>
  languageInCookie(cookie) ?? acceptedLanguage(acceptLanguage) ?? defaultLanguage

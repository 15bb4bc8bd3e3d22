/**
 * Determines the language that a request asks for: its cookie, otherwise the best supported language of
 * Accept-Language, otherwise English. Pages, /api and the server's own answers all use this.
 */
import { defaultLanguage, parseLanguage, type Language } from './languages'

/** The cookie that stores the chosen language's code as plain text (`ua`, not `uk`). */
export const languageCookieName = 'language'

/** Browsers send about a dozen languages; anything beyond this length is ignored. */
const maxHeaderLength = 1000
/** Used if a weight can't be read: the language is wanted, but less than any other. */
const minWeight = 0.0005

const weightOf = (parameters: readonly string[]): number => {
  const given = parameters
    .map((parameter) => /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  if (given === undefined) return 1
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : minWeight
}

/**
 * Returns the supported language with the greatest weight, the first among equals. A weight of 0 excludes a language.
 * Null if none is supported.
 */
export const acceptedLanguage = (header: string | null | undefined): Language | null => {
  let best: { language: Language; weight: number } | null = null
  for (const part of (header ?? '').slice(0, maxHeaderLength).split(',')) {
    const [tag = '', ...parameters] = part.split(';')
    const language = parseLanguage(tag)
    if (language === null) continue
    const weight = weightOf(parameters)
    if (weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language ?? null
}

/** Reads the language from a Cookie header; null if it is missing or not supported. */
export const languageInCookie = (header: string | null | undefined): Language | null => {
  const pair = /(?:^|;\s*)language=([A-Za-z-]{2,8})(?:;|$)/.exec(header ?? '')
  return parseLanguage(pair?.[1])
}

type Asking = { cookie: string | null | undefined; acceptLanguage: string | null | undefined }
export const askedLanguage = ({ cookie, acceptLanguage }: Asking): Language =>
  languageInCookie(cookie) ?? acceptedLanguage(acceptLanguage) ?? defaultLanguage

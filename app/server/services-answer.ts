/** A box's services from memory, as the endpoint answers them: an envelope around what lies ready, with the time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '~/i18n/languages'
import type { ReadyServices } from '~/modules/stb/memory'
import { now } from '~/platform/clock.server'
import { matchesEtag } from '~/platform/http.server'
import { languageOf, sentenceOf } from './answer'

export const servicesAddress = '/api/stb/services'

/** `{"code":"0","message":…` by language: eight short texts. */
const beginnings = new Map<Language, string>()
const beginningOf = (language: Language): string => {
  let text = beginnings.get(language)
  if (text === undefined) {
    text = `{"code":"0","message":${JSON.stringify(sentenceOf('0', language))},"data":{"serverTime":"`
    beginnings.set(language, text)
  }
  return text
}

/** Sends them, or 304 to a box that has them. */
export const sendServices = (
  req: IncomingMessage,
  res: ServerResponse,
  { services, proven }: { services: ReadyServices; proven: boolean },
  more: Record<string, string> = {},
): void => {
  const headers: Record<string, string | number> = {
    etag: services.etag,
    'cache-control': 'private, no-cache',
    vary: 'accept-language, cookie, authorization',
    'x-content-type-options': 'nosniff',
    ...more,
  }
  if (matchesEtag(req.headers['if-none-match'] ?? '', services.etag, 'weak')) {
    res.writeHead(304, headers)
    res.end()
    return
  }
  const language = languageOf(req)
  const body = Buffer.from(
    `${beginningOf(language)}${now().toISOString()}","proven":${String(proven)},"services":${services.json}}}`,
  )
  headers['content-type'] = 'application/json; charset=utf-8'
  headers['content-language'] = language
  headers['content-length'] = body.length
  res.writeHead(200, headers)
  res.end(body)
}

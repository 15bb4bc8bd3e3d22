/**
 * Answers a box's services and settings from memory, as their endpoints do: an envelope around the stored text, with
 * the time where the endpoint has one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toBoxView, type ReadyServices } from '~/modules/stb/memory'
import { now } from '~/platform/clock.server'
import { matchesEtag } from '~/platform/http.server'
import { languageOf, sentenceOf } from './answer'

export const servicesAddress = '/api/stb/services'
export const settingsAddress = '/api/stb/settings'

/** Sends the stored text, or 304 to a box that has it. */
const answerServices = (
  req: IncomingMessage,
  res: ServerResponse,
  { etag, data }: { etag: string; data: () => string },
  more: Record<string, string>,
): void => {
  const headers: Record<string, string | number> = {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'accept-language, cookie, authorization',
    'x-content-type-options': 'nosniff',
    ...more,
  }
  if (matchesEtag(req.headers['if-none-match'] ?? '', etag, 'weak')) {
    res.writeHead(304, headers)
    res.end()
    return
  }
  const language = languageOf(req)
  const message = JSON.stringify(sentenceOf('0', language))
  const body = Buffer.from(`{"code":"0","message":${message},"data":${data()}}`)
  headers['content-type'] = 'application/json; charset=utf-8'
  headers['content-language'] = language
  headers['content-length'] = body.length
  res.writeHead(200, headers)
  res.end(body)
}

export const sendServices = (
  req: IncomingMessage,
  res: ServerResponse,
  { services: { etag, json }, proven }: { services: ReadyServices; proven: boolean },
  more: Record<string, string> = {},
): void => {
  const data = (): string => `{"serverTime":"${now().toISOString()}","proven":${String(proven)},"services":${json}}`
  answerServices(req, res, { etag, data }, more)
}

export const sendSettings = (
  req: IncomingMessage,
  res: ServerResponse,
  box: Parameters<typeof toBoxView>[0],
  more: Record<string, string> = {},
): void => {
  const { etag, json } = toBoxView(box)
  answerServices(req, res, { etag, data: () => json }, more)
}

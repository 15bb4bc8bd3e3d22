/** The front's own answers when a request doesn't reach a page or an endpoint: `{code, message, data}` for programs, a short page for people. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf, type Code } from '~/errors/table'
import { instanceFor } from '~/i18n/i18n.server'
import { codeOf, defaultLanguage, directionOf, parseLanguage, type Language } from '~/i18n/languages'
import { endAnswer, hasUnreadBody } from './body'
import { closedPolicy } from './headers'

/** The language of a request that no page looks at: the kept choice, else the first known one of Accept-Language. */
export const languageOf = (req: IncomingMessage): Language => {
  const kept = /(?:^|;\s*)language=([A-Za-z-]{2,8})(?:;|$)/.exec(req.headers.cookie ?? '')
  const chosen = parseLanguage(kept?.[1])
  if (chosen !== null) return chosen
  for (const part of (req.headers['accept-language'] ?? '').split(',')) {
    const language = parseLanguage(part.split(';')[0])
    if (language !== null) return language
  }
  return defaultLanguage
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const isForPrograms = (req: IncomingMessage): boolean => {
  const address = req.url ?? ''
  return address.startsWith('/api/') || address === '/api' || /\bapplication\/json\b/.test(req.headers.accept ?? '')
}

/** The sentence of a code in a language. */
export const sentenceOf = (code: Code, language: Language, values: Record<string, unknown> = {}): string => String(instanceFor(language).t(`errors:${code}`, values))

/** Answers with a code. The connection is closed after it when the request's body was not read to its end. */
export const answerCode = (req: IncomingMessage, res: ServerResponse, code: Code, more: { headers?: Record<string, string>; data?: Record<string, unknown> } = {}): void => {
  const language = languageOf(req)
  const message = sentenceOf(code, language, more.data)
  const headers: Record<string, string | number> = {
    'cache-control': 'no-store',
    'content-language': language,
    'content-security-policy': closedPolicy,
    vary: 'accept-language, cookie',
    ...more.headers,
  }
  let body: string
  if (isForPrograms(req)) {
    headers['content-type'] = 'application/json; charset=utf-8'
    body = JSON.stringify({ code, message, data: more.data ?? null })
  } else {
    headers['content-type'] = 'text/html; charset=utf-8'
    const home = escapeHtml(String(instanceFor(language).t('common:error.home')))
    body = `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-language="${codeOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(message)}</title><main><h1>${escapeHtml(message)}</h1><p><bdi dir="ltr">${code}</bdi></p><p><a href="/home">${home}</a></p></main></html>`
  }
  const bytes = Buffer.from(body)
  headers['content-length'] = bytes.length
  if (hasUnreadBody(req)) headers['connection'] = 'close'
  res.writeHead(statusOf(code), headers)
  endAnswer(req, res, req.method === 'HEAD' ? undefined : bytes)
}

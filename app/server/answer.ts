/**
 * Builds the server's own answers to requests that don't reach a page or an endpoint: `{code, message, data}` for
 * programs, a page for people.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf, type Code } from '~/errors/table'
import { askedLanguage } from '~/i18n/accept-language'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { endAnswer, hasUnreadBody } from './body'
import { makeErrorPage } from './error-page'
import { closedPolicy, plainPagePolicy } from './headers'

/** The language of a request that reaches no page: the stored choice, otherwise Accept-Language. */
export const languageOf = (req: IncomingMessage): Language =>
  askedLanguage({ cookie: req.headers.cookie, acceptLanguage: req.headers['accept-language'] })

const isForPrograms = (req: IncomingMessage): boolean => {
  const address = req.url ?? ''
  return address.startsWith('/api/') || address === '/api' || /\bapplication\/json\b/.test(req.headers.accept ?? '')
}

/** Returns the sentence of a code in a language. */
export const sentenceOf = (code: Code, language: Language, values: Record<string, unknown> = {}): string =>
  String(instanceFor(language).t(`errors:${code}`, values))

/** `language`: the account's, if it is known. */
type AnswerMore = { headers?: Record<string, string>; data?: Record<string, unknown>; language?: Language }

/** When the client may try again, in seconds, from the data or the header. */
const findRetryAfter = ({ headers, data }: AnswerMore): number | undefined => {
  const seconds = data?.['retryAfterSeconds'] ?? headers?.['retry-after']
  return seconds !== undefined && Number.isFinite(Number(seconds)) ? Math.max(1, Math.ceil(Number(seconds))) : undefined
}

/** Answers with a code. If the request's body was not read to its end, the connection is closed afterwards. */
export const answerCode = (req: IncomingMessage, res: ServerResponse, code: Code, more: AnswerMore = {}): void => {
  const language = more.language ?? languageOf(req)
  const forPrograms = isForPrograms(req)
  const retryAfterSeconds = findRetryAfter(more)
  const headers: Record<string, string | number> = {
    'cache-control': 'no-store',
    'content-language': language,
    'content-security-policy': forPrograms ? closedPolicy : plainPagePolicy,
    vary: 'accept, accept-language, cookie',
    ...more.headers,
  }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = retryAfterSeconds
  let body: string
  if (forPrograms) {
    headers['content-type'] = 'application/json; charset=utf-8'
    body = JSON.stringify({ code, message: sentenceOf(code, language, more.data), data: more.data ?? null })
  } else {
    headers['content-type'] = 'text/html; charset=utf-8'
    const limitBytes = more.data?.['limitBytes']
    body = makeErrorPage(req, code, language, {
      ...(typeof limitBytes === 'number' ? { limitBytes } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
  }
  const bytes = Buffer.from(body)
  headers['content-length'] = bytes.length
  if (hasUnreadBody(req)) headers['connection'] = 'close'
  res.writeHead(statusOf(code), headers)
  endAnswer(req, res, req.method === 'HEAD' ? undefined : bytes)
}

/**
 * The structured log: one JSON object per line on standard output. Secrets never enter it: known fields are replaced
 * wherever they occur, and addresses pass through `redactUrl`. The log may be read in a terminal, so nothing in it can
 * control one.
 */
import pino from 'pino'
import { env } from './env.server'
import { forTerminal } from './terminal'

const hidden = '[hidden]'

/** Names whose values are secret, in any spelling of case, `-` and `_`. */
const secretName =
  /(?:password|passwd|secret|token|authorization|cookie|apikey|otp|proof|usercode|verifycode|verificationcode)$/
/**
 * Names that are secret in a query or a form but mean something else in a program's own fields (there `code` is an
 * error's code).
 */
const secretParameter = /^(?:code|vcode|key|nonce|signature|session|sealed|jwe|pin)$/
/** Names of contacts, and of where money goes and why: not secret, but private. */
const personalParameter =
  /(?:email|phone|phonenumber|mobile|mobilenumber|identifier|username|recipient|counterparty|address|note|memo|tag)$/
/**
 * A repeated or nested field (`code[]`, `code[0]`, `user[code]`) is as secret as the name in its last bracket, or the
 * name before an empty or numbered bracket.
 */
const plain = (name: string): string => {
  const bare = name.replace(/(?:\[\d*\]?)+$/, '').replace(/\]+$/, '')
  return (bare.split(/[[\].]/).at(-1) ?? '').toLowerCase().replaceAll(/[-_\s]/g, '')
}

/** No field has a longer name; longer names are not checked. */
const nameCharactersMax = 200

/** True for a field that must not be logged. */
export const isSecretName = (name: string): boolean => name.length > nameCharactersMax || secretName.test(plain(name))

/**
 * True for a form field or query parameter that is never stored, shown again or logged: passwords, codes, tokens,
 * encrypted bodies.
 */
export const isSecretField = (name: string): boolean =>
  isSecretName(name) ||
  secretParameter.test(plain(name)) ||
  /(?:code|pin)$/.test(plain(name).replace(/^(?:area|country|language)code$/, ''))

/** Copies a value for the log with secrets replaced. It is deep but bounded, and safe for circular and large data. */
export const redact = (value: unknown, depth = 6): unknown => {
  if (value instanceof Error) {
    const own = Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'message' && name !== 'stack'))
    const more = depth > 0 ? (redact(own, depth - 1) as object) : {}
    return { ...more, type: value.name, message: value.message, stack: value.stack }
  }
  if (value instanceof Date || value === null || typeof value !== 'object')
    return typeof value === 'bigint' ? value.toString() : value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth <= 0) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretName(name) ? hidden : redact(item, depth - 1)]),
  )
}

/**
 * A share link anywhere in an address: `/s/…` and `/shared/…`, in any case, with or without escapes, in a path or as a
 * return address.
 */
const sharedLink =
  /((?:\/|%2f)(?:s|%[57]3)(?:(?:h|%[46]8)(?:a|%[46]1)(?:r|%[57]2)(?:e|%[46]5)(?:d|%[46]4))?(?:\/|%2f)+)(?:(?!%2f|%3f|%23|%26)[^/?#&])+/gi

/** A token of a box or an API client, wherever a client has put it. */
const bearerToken = /mp[dt]_[\w-]+/g

/** A percent sign that is escaped again, in an address inside another address's query. */
const nestedEscape = /%(?:25)+(?=[\da-f]{2})/gi
/** The query of an address that is a parameter's value, such as the page to return to. */
const nestedQuery = /(\?|%3f).+$/i

/** A longer address is cut before it is checked. */
const urlCharactersMax = 8192

/** Returns a request's address for the log: path and query with secrets replaced, cut at 512 characters. */
export const redactUrl = (whole: string): string => {
  const url = whole
    .slice(0, urlCharactersMax)
    .replaceAll(nestedEscape, '%')
    .replaceAll(sharedLink, `$1${hidden}`)
    .replaceAll(bearerToken, hidden)
  const mark = url.indexOf('?')
  if (mark < 0) return url.slice(0, 512)
  const query = url
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? ''
      let decoded = name
      try {
        decoded = decodeURIComponent(name)
      } catch {
        return `${hidden}`
      }
      return pair.includes('=') && (isSecretField(decoded) || personalParameter.test(plain(decoded)))
        ? `${name}=${hidden}`
        : pair.replace(nestedQuery, `$1${hidden}`)
    })
    .join('&')
  return `${url.slice(0, mark)}?${query}`.slice(0, 512)
}

const common = { level: env.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }

const lines = pino.destination({ fd: 1, sync: true })
/** The program's log. A line is written before the call returns. */
export const log = pino(
  {
    ...common,
    formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) as Record<string, unknown> },
  },
  { write: (line: string) => void lines.write(forTerminal(line)) },
)
/** How long a request's line may wait to be written together with others. */
const flushMs = 100
const requestLines = pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: flushMs })
const logsRequests = log.isLevelEnabled('info')

/** The current time in the log's format, computed once per millisecond. */
let timeMs = 0
let timeText = ''
const timeNow = (): string => {
  const ms = Date.now()
  if (ms !== timeMs) {
    timeMs = ms
    timeText = new Date(ms).toISOString()
  }
  return timeText
}

export type RequestLine = {
  requestId: string
  method: string
  url: string
  status: number
  ms: number
  address: string
  cut: boolean
}
/**
 * Logs a request. Lines are buffered and assembled by hand, because this is by far the most frequent line: a box's
 * fetch costs less than a general logger needs for its line. `url` is redacted here.
 */
export const logRequest = (line: RequestLine): void => {
  if (!logsRequests) return
  const { requestId, method, url, status, ms, address, cut } = line
  requestLines.write(
    `{"level":"info","time":"${timeNow()}","requestId":"${requestId}","method":"${method}","url":${forTerminal(JSON.stringify(redactUrl(url)))},"status":${status},"ms":${ms},"address":${JSON.stringify(address)}${cut ? ',"cut":true' : ''},"msg":"request"}\n`,
  )
}
/** Writes the buffered lines; called at the end of the program. */
export const flushLog = (): void => {
  try {
    requestLines.flushSync()
  } catch {
    // Nobody reads the output any more.
  }
}

/**
 * The sandbox provider: one HTTP server that answers as NOWPayments and as Stripe below /v1 and has pages for people.
 * Calls below /sandbox do the same as the pages' buttons, for tests. It listens on this machine only.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCourier, readExactly, type Courier } from './callbacks'
import { actOnCoins, callCoins, expireCoins, isCoinAct, type Reply } from './nowpayments'
import { coinPage, notFound, overview, payPage, sessionPage, styleText } from './page'
import { callbackModes, openStore, type CardObject, type Fault, type State, type Store } from './state'
import { actOnCards, addBalanceLine, callCards, expireSessions, isCardAct, payOut } from './stripe'

export type SandboxOptions = {
  /** The secret that all its keys are made from: np_…, ipn_…, sk_test_…, whsec_…. */
  secret: string
  port?: number
  /** The file for its state; without one, it stays in memory only. */
  file?: string | null
  /** Where Stripe's callbacks go. */
  webhooks?: readonly string[]
}
export type Sandbox = {
  url: string
  store: Store
  stop(): Promise<void>
}

const maxBytes = 1_048_576
const readBody = async (req: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req) {
    size += (part as Buffer).length
    if (size > maxBytes) throw new RangeError('too long')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The input of a control call, as texts: JSON from tests, a form from the pages. */
const fieldsOf = (req: IncomingMessage, body: string): Record<string, unknown> => {
  if (body === '') return {}
  if (req.headers['content-type']?.startsWith('application/json') === true)
    return JSON.parse(body) as Record<string, unknown>
  return Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value !== ''))
}
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

type Context = { store: Store; courier: Courier; secret: string; url: () => string }

const html = (res: ServerResponse, status: number, text: string): void => {
  res
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    .end(text)
}
const json = (res: ServerResponse, { status, body, headers }: Reply): void => {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body))
}
const go = (res: ServerResponse, to: string): void => {
  res.writeHead(303, { location: to }).end()
}

/** Which provider a path below /v1 belongs to. */
const apiOf = (path: string): Fault['api'] =>
  /^\/(?:auth|min-amount|payment)(?:\/|$)/.test(path) ? 'nowpayments' : 'stripe'

/** Returns the fault that is due for a call, if any, and counts it. */
const faultFor = (state: State, method: string, path: string): Fault['kind'] | null => {
  const due = state.faults.find(
    (one) => one.left > 0 && one.api === apiOf(path) && `${method} ${path}`.includes(one.path),
  )
  if (due === undefined) return null
  due.left -= 1
  return due.kind
}
/** Fails a call in the given way; true if nothing else is to be done. */
const failBy = (kind: Fault['kind'], res: ServerResponse): boolean => {
  switch (kind) {
    case 'timeout':
      return true
    case 'html':
      html(res, 200, '<!doctype html><title>Just a moment…</title><p>Checking your browser')
      return true
    case 'error':
      json(res, { status: 500, body: { statusCode: 500, code: 'INTERNAL_ERROR', message: 'Internal server error' } })
      return true
    case 'busy':
      json(res, {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { statusCode: 429, code: 'TOO_MANY_REQUESTS', message: 'Too many requests' },
      })
      return true
    case 'cut':
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      res.write('{"payment_id":')
      res.destroy()
      return true
    case 'huge':
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(`{"message":"${'x'.repeat(6_000_000)}"}`)
      return true
    case 'lost-answer':
      return false
  }
}

const callApi = async (context: Context, req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
  const { store, courier, secret } = context
  const [method, path] = [req.method ?? 'GET', url.pathname.slice('/v1'.length)]
  const text = await readBody(req)
  const fault = faultFor(store.state, method, path)
  if (fault !== null && failBy(fault, res)) return
  const header = (name: string): string | undefined => {
    const value = req.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const common = { method, path, query: url.searchParams, authorization: header('authorization') }
  let body: unknown = {}
  try {
    if (apiOf(path) === 'nowpayments' && text !== '') body = readExactly(text)
  } catch {
    json(res, { status: 400, body: { statusCode: 400, code: 'BAD_REQUEST', message: 'Unexpected token in JSON' } })
    return
  }
  const coins =
    apiOf(path) === 'nowpayments'
      ? callCoins(store, secret, { ...common, body: body as Record<string, unknown>, apiKey: header('x-api-key') })
      : null
  const cards =
    coins === null
      ? callCards(store, secret, {
          ...common,
          form: new URLSearchParams(text),
          idempotencyKey: header('idempotency-key'),
          publicUrl: context.url(),
        })
      : null
  store.save()
  const unknownPath = {
    error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: /v1${path})` },
  }
  const reply = coins ?? cards?.reply ?? { status: 404, body: unknownPath }
  if (fault === 'lost-answer') res.destroy()
  else json(res, reply)
  // Sent after the answer, as the real provider does: the caller may still be storing it.
  if (cards !== null && cards.callbacks.length > 0) await courier.send(cards.callbacks)
}

const modeOf = (value: unknown) => callbackModes.find((mode) => mode === value)
/** Performs an action on a payment or a session; answers its new state. */
const act = async (
  { store, courier }: Context,
  path: string,
  fields: Record<string, unknown>,
): Promise<Reply | null> => {
  const [, kind, id = '', name = ''] = /^\/sandbox\/(payments|sessions)\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  const amount = textOf(fields['amount'])
  const mode = modeOf(fields['callbacks'])
  if (kind === 'payments' && isCoinAct(name)) {
    const row = store.state.coins[id]
    if (row === undefined) return { status: 404, body: { message: 'no such payment' } }
    const options = { amount, word: textOf(fields['word']), coin: textOf(fields['coin']) }
    const before = new Set(Object.keys(store.state.coins))
    const callbacks = actOnCoins(store, row, name, options)
    store.save()
    await courier.send(callbacks, mode)
    const made = Object.keys(store.state.coins).find((one) => !before.has(one))
    return { status: 200, body: { payment: row, child: made === undefined ? null : store.state.coins[made] } }
  }
  if (kind === 'sessions' && isCardAct(name)) {
    const session = store.state.cards[id]
    if (session?.object !== 'checkout.session') return { status: 404, body: { message: 'no such session' } }
    const callbacks = actOnCards(store, session, name, { amount: amount === undefined ? undefined : Number(amount) })
    if (callbacks === null) return { status: 409, body: { message: `${name} can't happen now`, session } }
    store.save()
    await courier.send(callbacks, mode)
    return { status: 200, body: { session } }
  }
  return null
}

const settings = (state: State, fields: Record<string, unknown>): Reply => {
  const mode = modeOf(fields['callbackMode'])
  if (mode !== undefined) state.callbackMode = mode
  const { expiredPage, refundState } = fields
  if (expiredPage === 'refuses' || expiredPage === 'redirects' || expiredPage === 'pays')
    state.expiredPage = expiredPage
  if (refundState === 'succeeded' || refundState === 'pending' || refundState === 'failed')
    state.refundState = refundState
  if (Array.isArray(fields['off'])) state.off = fields['off'].map(String)
  if (Array.isArray(fields['webhooks'])) state.webhooks = fields['webhooks'].map(String)
  if (typeof fields['portal'] === 'string') state.portal = fields['portal']
  if (typeof fields['rates'] === 'object') state.rates = { ...(fields['rates'] as Record<string, string>) }
  return { status: 200, body: { ok: true } }
}

const control = async (context: Context, path: string, fields: Record<string, unknown>): Promise<Reply | null> => {
  const { store, courier } = context
  const { state } = store
  switch (path) {
    case '/sandbox/settings':
      return settings(state, fields)
    case '/sandbox/faults':
      state.faults = [
        ...state.faults.filter((one) => one.left > 0),
        {
          api: fields['api'] === 'stripe' ? 'stripe' : 'nowpayments',
          path: textOf(fields['path']) ?? '',
          kind: fields['kind'] as Fault['kind'],
          left: Number(fields['times'] ?? 1),
        },
      ]
      return { status: 200, body: { ok: true } }
    case '/sandbox/clock': {
      const at = textOf(fields['at'])
      if (at !== undefined) state.stoppedMs = Date.parse(at)
      if (fields['run'] === true) Object.assign(state, { stoppedMs: null, aheadMs: 0 })
      const ms = Number(fields['advanceMs'] ?? 0)
      if (state.stoppedMs === null) state.aheadMs += ms
      else state.stoppedMs += ms
      await tick(context)
      return { status: 200, body: { now: new Date(store.nowMs()).toISOString() } }
    }
    case '/sandbox/idle':
      await courier.idle()
      return { status: 200, body: { ok: true } }
    case '/sandbox/payout': {
      const amount = textOf(fields['amount'])
      const done = payOut(store, amount === undefined ? undefined : Number(amount))
      if (done === null) return { status: 409, body: { message: 'the balance is less' } }
      store.save()
      await courier.send(done.callbacks, modeOf(fields['callbacks']))
      return { status: 200, body: { payout: done.payout } }
    }
    case '/sandbox/balance-line': {
      const line = addBalanceLine(store, {
        amount: Number(fields['amount'] ?? 0),
        type: textOf(fields['type']) ?? 'adjustment',
        fee: Number(fields['fee'] ?? 0),
        currency: textOf(fields['currency']) ?? 'usd',
        source: textOf(fields['source']) ?? null,
      })
      return { status: 200, body: { line } }
    }
    case '/sandbox/callbacks': {
      const sent = await courier.flush({
        reversed: fields['reversed'] === true || fields['reversed'] === '1',
        copies: Number(fields['copies'] ?? 1),
        forged: fields['forged'] === true,
      })
      return { status: 200, body: { sent } }
    }
    default:
      return act(context, path, fields)
  }
}

/** Expires payments and sessions whose time is over, and sends the callbacks. */
const tick = async ({ store, courier }: Context): Promise<void> => {
  const callbacks = [...expireCoins(store), ...expireSessions(store)]
  if (callbacks.length === 0) return
  store.save()
  await courier.send(callbacks)
}

/** Where the payer returns to: like callbacks, payers are sent to where the portal really listens. */
const backTo = ({ portal }: State, address: string): string => {
  if (portal === null || !URL.canParse(address)) return address
  const { pathname, search } = new URL(address)
  return portal + pathname + search
}

/** The payer's action on the hosted page; then leaves the page, or shows it again with a message. */
const payerActs = async (
  { store, courier }: Context,
  session: CardObject,
  name: string,
  res: ServerResponse,
): Promise<void> => {
  const { state } = store
  const success = backTo(state, String(session['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', session.id))
  if (name === 'cancel') {
    const { cancel_url: cancel } = session
    go(res, typeof cancel === 'string' ? backTo(state, cancel) : '/')
    return
  }
  if (name === 'decline') {
    html(res, 402, payPage(session, false, 'Your card was declined. Nothing was charged.'))
    return
  }
  const callbacks = name === 'pay' || name === 'pay-later' ? actOnCards(store, session, name, {}) : null
  if (callbacks !== null) {
    store.save()
    // The payer may be back at the shop before, while or after the callbacks arrive.
    go(res, success)
    await courier.send(callbacks)
  } else if (session['status'] === 'complete' || state.expiredPage === 'redirects') go(res, success)
  else html(res, 409, payPage(session, false, 'This page has expired. Nothing was charged.'))
}

const pages = async (context: Context, req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
  const { state } = context.store
  const path = url.pathname
  const [, kind = '', id = ''] = /^\/(payment|session|c\/pay)\/(\w+)$/.exec(path) ?? []
  const row = kind === 'payment' ? state.coins[id] : undefined
  const session = state.cards[id]?.object === 'checkout.session' ? state.cards[id] : undefined
  if (path === '/style.css') {
    res.writeHead(200, { 'content-type': 'text/css' }).end(styleText)
  } else if (path === '/healthz') json(res, { status: 200, body: { sandbox: true } })
  else if (path === '/') html(res, 200, overview(state))
  else if (path === '/sandbox/state') json(res, { status: 200, body: state })
  else if (row !== undefined) html(res, 200, coinPage(state, row))
  else if (kind === 'session' && session !== undefined) html(res, 200, sessionPage(state, session))
  else if (kind === 'c/pay' && session !== undefined) {
    if (req.method !== 'POST') html(res, 200, payPage(session, state.expiredPage !== 'refuses', null))
    else await payerActs(context, session, new URLSearchParams(await readBody(req)).get('act') ?? '', res)
  } else html(res, 404, notFound())
}

/**
 * Whether a request is meant for this server. Refuses requests that another site's page causes in a browser on this
 * machine, by a form or through a host name that resolves to here.
 */
const isMeant = ({ method, headers }: IncomingMessage): boolean => {
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '')) return false
  const site = headers['sec-fetch-site']
  return method === 'GET' || site === undefined || site === 'same-origin' || site === 'none'
}

const answer = async (context: Context, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  if (!isMeant(req)) {
    json(res, { status: 403, body: { message: 'from another site' } })
    return
  }
  const url = new URL(req.url ?? '/', 'http://sandbox')
  await tick(context)
  if (url.pathname.startsWith('/v1/')) {
    await callApi(context, req, res, url)
    return
  }
  if (req.method !== 'POST' || !url.pathname.startsWith('/sandbox/')) {
    await pages(context, req, res, url)
    return
  }
  const fields = fieldsOf(req, await readBody(req))
  const reply = (await control(context, url.pathname, fields)) ?? { status: 404, body: { message: 'no such act' } }
  context.store.save()
  const back = textOf(fields['back'])
  // Only paths of this server: the pages send no others.
  if (back !== undefined && /^\/(?!\/)/.test(back)) go(res, back)
  else json(res, reply)
}

/** Starts the sandbox on this machine; resolves when it listens. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const store = openStore(options.file ?? null)
  for (const url of options.webhooks ?? []) if (!store.state.webhooks.includes(url)) store.state.webhooks.push(url)
  const courier = makeCourier(store, options.secret)
  let url = ''
  const context: Context = { store, courier, secret: options.secret, url: () => url }
  const server = createServer((req, res) => {
    answer(context, req, res).catch((error: unknown) => {
      if (res.headersSent) res.destroy()
      else json(res, { status: 400, body: { message: error instanceof Error ? error.message : 'fault' } })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store.save()
  return {
    url,
    store,
    stop: async () => {
      courier.stop()
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

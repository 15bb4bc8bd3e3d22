/**
 * The sandbox provider for tests: in this process, on a free port, with calls for all of its buttons. Give a built
 * server `sandbox.env` and then tell the sandbox where it listens: `await sandbox.setPortal(server.origin)`.
 */
import { startSandbox as start, type Sandbox } from '../../scripts/sandbox/server'
import type { CoinAct } from '../../scripts/sandbox/nowpayments'
import type { CallbackMode, CardObject, CoinRow, Fault, State } from '../../scripts/sandbox/state'
import type { CardAct } from '../../scripts/sandbox/stripe'
import { callbackPaths } from '~/modules/payment/provider'
import type { CardChannel, CoinChannel } from '~/platform/env.server'

export const sandboxSecret = 'sandboxsecret0123456789'
/** Used as the portal's address until a test sets it. */
const nowhere = 'http://portal.test'

export type TestSandbox = {
  url: string
  secret: string
  /** Its stored state. */
  state: State
  /** Settings for a server in demo mode that is to use it. */
  env: Record<string, string>
  /** The same as channels, for adapters in this process. */
  coins: CoinChannel
  cards: CardChannel
  /** The origin for callbacks and payers, whatever address an order names. */
  setPortal(origin: string): Promise<void>
  /** Runs an outcome of a payment: 'pay', 'part', 'late'…; resolves when its callbacks were answered. */
  pay(
    paymentId: string,
    act?: CoinAct,
    options?: { amount?: string; word?: string; coin?: string; callbacks?: CallbackMode },
  ): Promise<{ payment: CoinRow; child: CoinRow | null }>
  /** The outcome of a session and its money; `amount` in cents. */
  card(
    sessionId: string,
    act?: CardAct,
    options?: { amount?: number; callbacks?: CallbackMode },
  ): Promise<{ session: CardObject }>
  /** A click on the hosted page: its status and redirect. */
  click(
    sessionId: string,
    act: 'pay' | 'pay-later' | 'decline' | 'cancel',
  ): Promise<{ status: number; to: string | null }>
  set(settings: {
    callbackMode?: CallbackMode
    expiredPage?: State['expiredPage']
    refundState?: State['refundState']
    off?: readonly string[]
    rates?: Readonly<Record<string, string>>
    webhooks?: readonly string[]
  }): Promise<void>
  /** Makes the next calls fail in this way. */
  fail(fault: { api: Fault['api']; kind: Fault['kind']; path?: string; times?: number }): Promise<void>
  /** Its clock: stopped at a moment, moved, or running again. */
  clock(to: { at?: Date; advanceMs?: number; run?: true }): Promise<void>
  /** Delivers callbacks that were held; returns how many. */
  flush(options?: { reversed?: boolean; copies?: number; forged?: boolean }): Promise<number>
  /**
   * Resolves when every callback so far has been answered; calls and clicks get their answers before callbacks are
   * sent.
   */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Starts a sandbox. A second one on the same file continues where the first stopped. */
export const startSandbox = async ({ file = null }: { file?: string | null } = {}): Promise<TestSandbox> => {
  const sandbox: Sandbox = await start({
    secret: sandboxSecret,
    file,
    webhooks: [nowhere + callbackPaths.stripe],
  })
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said: unknown = await answer.json()
    if (!answer.ok) throw new Error(`the sandbox refuses ${path}: ${JSON.stringify(said)}`)
    return said as T
  }
  return {
    url: sandbox.url,
    secret: sandboxSecret,
    state: sandbox.store.state,
    env: { SANDBOX_URL: sandbox.url, SANDBOX_SECRET: sandboxSecret, CALLBACK_ORIGIN: nowhere },
    coins: {
      url: `${sandbox.url}/v1`,
      apiKey: `np_${sandboxSecret}`,
      ipnSecret: `ipn_${sandboxSecret}`,
      email: 'portal@sandbox.example',
      password: sandboxSecret,
      sandbox: true,
    },
    cards: {
      url: sandbox.url,
      pageOrigin: sandbox.url,
      secretKey: `sk_test_${sandboxSecret}`,
      webhookSecrets: [`whsec_${sandboxSecret}`],
      webWallet: 'link',
      live: false,
      sandbox: true,
    },
    setPortal: async (origin) => {
      await post('/settings', { portal: origin })
    },
    pay: (paymentId, act = 'pay', options = {}) => post(`/payments/${paymentId}/${act}`, options),
    card: (sessionId, act = 'pay', options = {}) => post(`/sessions/${sessionId}/${act}`, options),
    click: async (sessionId, act) => {
      const answer = await fetch(`${sandbox.url}/c/pay/${sessionId}`, {
        method: 'POST',
        body: new URLSearchParams({ act }),
        redirect: 'manual',
      })
      await answer.text()
      return { status: answer.status, to: answer.headers.get('location') }
    },
    set: async (settings) => {
      await post('/settings', settings)
    },
    fail: async (fault) => {
      await post('/faults', fault)
    },
    clock: async ({ at, ...to }) => {
      await post('/clock', { ...to, ...(at !== undefined && { at: at.toISOString() }) })
    },
    flush: async (options = {}) => (await post<{ sent: number }>('/callbacks', options)).sent,
    settled: async () => {
      await post('/idle', {})
    },
    stop: sandbox.stop,
  }
}

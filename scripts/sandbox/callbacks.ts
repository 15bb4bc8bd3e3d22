/** Signs callbacks as the two providers do, and delivers them in the ways that real callbacks arrive. */
import { createHmac } from 'node:crypto'
import type { Callback, CallbackMode, Store } from './state'

/** JSON with sorted keys, for the digest; the sandbox's own code, independent of the portal's. */
const sortedJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return JSON.stringify(value)
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${sortedJson(one)}`).join(',')}}`
}
/** Parses a JSON text and keeps its numbers as written. */
export const readExactly = (text: string): unknown => {
  const exact = JSON as unknown as {
    parse(text: string, revive: (key: string, value: unknown, at: { source?: string }) => unknown): unknown
    rawJSON(text: string): unknown
  }
  return exact.parse(text, (_, value, { source }) => (typeof value === 'number' ? exact.rawJSON(source ?? '0') : value))
}

/** The headers of a callback, signed (or, `forged`, with a key that is not ours). */
export const headersFor = (
  { to, body }: Pick<Callback, 'to' | 'body'>,
  secret: string,
  atMs: number,
  forged: boolean,
): Record<string, string> => {
  const key = forged ? 'another-secret' : secret
  if (to === 'nowpayments') {
    const digest = createHmac('sha512', `ipn_${key}`)
      .update(sortedJson(readExactly(body)))
      .digest('hex')
    return { 'x-nowpayments-sig': digest }
  }
  const seconds = Math.floor(atMs / 1000)
  const digest = createHmac('sha256', `whsec_${key}`).update(`${seconds}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${seconds},v1=${digest}`, 'user-agent': 'Stripe/1.0 (sandbox)' }
}

/** NOWPayments waits three seconds for an answer, Stripe ten. */
const patienceMs = { nowpayments: 3_000, stripe: 10_000 } as const
/** When a callback that got no 2xx is sent again. */
const repeatsMs = [2_000, 15_000, 60_000] as const

export type Courier = {
  /**
   * Delivers the callbacks of one action, in the given or the configured mode; resolves when all have been answered.
   */
  send(callbacks: readonly Callback[], mode?: CallbackMode): Promise<void>
  /** Resolves when no callback is on its way; callbacks that wait for a repeat do not count. */
  idle(): Promise<void>
  /** Delivers the held callbacks. */
  flush(options: { reversed?: boolean; copies?: number; forged?: boolean }): Promise<number>
  stop(): void
}

export const makeCourier = (store: Store, secret: string): Courier => {
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false
  const deliver = async (callback: Callback, forged: boolean, repeat = 0): Promise<void> => {
    let status = 0
    let word = 'no answer'
    try {
      const { portal } = store.state
      const url = portal === null ? callback.url : portal + new URL(callback.url).pathname
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersFor(callback, secret, store.nowMs(), forged) },
        body: callback.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs[callback.to]),
      })
      await answer.body?.cancel()
      status = answer.status
      word = String(status)
    } catch {
      // No listener, or too slow: it is sent again below.
    }
    store.state.sent.push({ url: callback.url, about: callback.about, word, status, atMs: store.nowMs() })
    store.save()
    const pauseMs = repeatsMs[repeat]
    if ((status >= 200 && status < 300) || forged || pauseMs === undefined || stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(callback, forged, repeat + 1)
    }, pauseMs)
    timer.unref()
    timers.add(timer)
  }
  const underWay = new Set<Promise<void>>()
  const allInTurn = async (callbacks: readonly Callback[], copies: number, forged: boolean): Promise<void> => {
    for (const callback of callbacks) for (let copy = 0; copy < copies; copy++) await deliver(callback, forged)
  }
  const inTurn = async (callbacks: readonly Callback[], copies: number, forged: boolean): Promise<void> => {
    const work = allInTurn(callbacks, copies, forged)
    underWay.add(work)
    await work.finally(() => underWay.delete(work))
  }
  return {
    send: async (callbacks, mode = store.state.callbackMode) => {
      if (mode === 'never') return
      if (mode === 'held') {
        store.state.held.push(...callbacks)
        return
      }
      await inTurn(
        mode === 'reversed' ? [...callbacks].reverse() : callbacks,
        mode === 'twice' ? 2 : 1,
        mode === 'forged',
      )
    },
    flush: async ({ reversed = false, copies = 1, forged = false }) => {
      const held = store.state.held.splice(0)
      await inTurn(reversed ? held.reverse() : held, copies, forged)
      return held.length
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    stop: () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * The endpoints to which payment providers send their events. The signature over the raw bytes is the only access
 * check. An event is stored and answered, and processed afterwards.
 */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { callbackMostBytes, takeCallback } from '~/modules/payment/payment.server'
import { secondMs } from '~/platform/clock.server'
import { networkOf, slotRules } from '~/platform/limits.server'
import { later } from '~/platform/timer.server'
import { fail, ok, type Result } from '~/errors/table'
import { done, endpoint, type Answer, type Call, type Endpoint } from './endpoint'

type CallbackPlaces = {
  /** Takes a slot; `cut` stops reading this callback. Returns a function that gives the slot back, once. */
  enter(network: string, cut: () => void): () => void
}

/**
 * Slots for callbacks that are still being read. A callback's sender is unknown before its last byte, so a new one is
 * never turned away. If its network's slots are taken, that network's oldest half-read callback is cut off. If all
 * slots are taken, it is the oldest of the network with the most. A provider sends its few KB at once, before
 * that can happen, so only senders that hold slots without sending lose them.
 */
export const makeCallbackPlaces = (
  maxOfNetwork: number = slotRules['payment-callback'].places,
  maxOfAll: number = slotRules['payment-callback-all'].places,
): CallbackPlaces => {
  /** The callbacks being read, by network, oldest first. */
  const reading = new Map<string, Set<() => void>>()
  let all = 0
  const cutOldest = (places: Set<() => void>): void => {
    const [oldest] = places
    oldest?.()
  }
  const largest = (): Set<() => void> => {
    let most = new Set<() => void>()
    for (const places of reading.values()) if (places.size > most.size) most = places
    return most
  }
  return {
    enter: (network, cut) => {
      const own = reading.get(network)
      if (own !== undefined && own.size >= maxOfNetwork) cutOldest(own)
      else if (all >= maxOfAll) cutOldest(largest())
      const leave = (): void => {
        const places = reading.get(network)
        if (places?.delete(end) !== true) return
        all -= 1
        if (places.size === 0) reading.delete(network)
      }
      const end = (): void => {
        leave()
        cut()
      }
      reading.set(network, (reading.get(network) ?? new Set()).add(end))
      all += 1
      return leave
    },
  }
}

/** A provider sends its few KB at once; NOWPayments waits three seconds for the answer. */
const readWithinMs = 5 * secondMs

const places = makeCallbackPlaces()

const readRaw = async (stream: Readable): Promise<Result<Buffer>> => {
  const stopLimit = later(readWithinMs, () => stream.destroy())
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length
      if (size > callbackMostBytes) return fail('A0413', { data: { limitBytes: callbackMostBytes } })
      chunks.push(chunk as Buffer)
    }
  } catch {
    // Cut off, or too slow: the provider sends it again.
    return fail('A0400')
  } finally {
    stopLimit()
  }
  return ok(Buffer.concat(chunks, size))
}

const receive = async (
  provider: 'nowpayments' | 'stripe',
  header: string,
  { stream, headers, address }: Call<unknown>,
): Promise<Answer<null>> => {
  const signature = headers.get(header)
  if (signature === null || signature === '') return fail('A0403')
  const leave = places.enter(networkOf(address), () => stream.destroy())
  const raw = await readRaw(stream).finally(leave)
  if (!raw.ok) return raw
  return done(await takeCallback(provider, raw.value, signature))
}

const callback = (provider: 'nowpayments' | 'stripe', name: string, header: string) =>
  endpoint(`POST /payment/callback/${provider}`, {
    summary: `For ${name}: a signed event, as it sends them. It is stored once and answered; the portal then asks the provider about it.`,
    access: { who: 'provider', header },
    act: false,
    stream: { maxBytes: callbackMostBytes },
    output: z.null(),
    codes: ['A0403'],
    handler: (call) => receive(provider, header, call),
  })

export const paymentCallbackEndpoints: readonly Endpoint[] = [
  callback('nowpayments', 'NOWPayments', 'x-nowpayments-sig'),
  callback('stripe', 'Stripe', 'stripe-signature'),
]

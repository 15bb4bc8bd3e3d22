/**
 * Slots for callbacks that are still being read. A callback's sender is unknown before its last byte, so a new one is
 * never turned away. If its network's slots are taken, that network's oldest half-read callback is cut off. If all
 * slots are taken, it is the oldest of the network with the most. A provider sends its few KB at once, before
 * that can happen, so only senders that hold slots without sending lose them.
 */
import { slotRules } from '~/platform/limits.server'

export type CallbackPlaces = {
  /** Takes a slot; `cut` stops reading this callback. Returns a function that gives the slot back, once. */
  enter(network: string, cut: () => void): () => void
}

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

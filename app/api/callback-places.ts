/**
 * Places for callbacks that are still being read. Nobody knows whose one is before its last byte, so a newcomer is
 * never turned away: where its network's places or all of them are taken, the oldest half-read one makes room, of its
 * own network or of the one that holds most. A provider sends its few KB at once and is done before anybody could push
 * it out; whoever holds places with bytes that do not come loses them.
 */
import { slotRules } from '~/platform/limits.server'

export type CallbackPlaces = {
  /** Takes a place; `cut` ends this callback's reading. Returns how to give the place back, once. */
  enter(network: string, cut: () => void): () => void
}

export const makeCallbackPlaces = (
  mostOfNetwork: number = slotRules['payment-callback'].places,
  mostOfAll: number = slotRules['payment-callback-all'].places,
): CallbackPlaces => {
  /** What each network has under way, oldest first. */
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
      if (own !== undefined && own.size >= mostOfNetwork) cutOldest(own)
      else if (all >= mostOfAll) cutOldest(largest())
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

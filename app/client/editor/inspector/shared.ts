/** What several channels have in common. */

/** More channels than this are not read one by one; use the page of one field for them. */
export const maxRead = 100

/** The value that all of them have; undefined if they differ, or there are none. */
export const sharedValue = <From, T>(channels: readonly From[], read: (channel: From) => T): T | undefined => {
  const [first, ...others] = channels
  if (first === undefined) return undefined
  const value = read(first)
  return others.every((channel) => read(channel) === value) ? value : undefined
}

/** How many of them have it: a state for buttons, such as aria-pressed. */
export type Share = 'true' | 'false' | 'mixed'
export const shareOf = (places: readonly number[], has: (place: number) => boolean): Share => {
  const having = places.reduce((sum, place) => (has(place) ? sum + 1 : sum), 0)
  return having === 0 ? 'false' : having === places.length ? 'true' : 'mixed'
}

/** Whether a channel is in a favourite group, of up to 32. */
export const isIn = (favourites: number, group: number): boolean => Math.floor(favourites / 2 ** group) % 2 === 1

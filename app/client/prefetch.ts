/** Takes the answers that the page's head requested before its scripts ran. */

type AskedWindow = Window & { askedAhead?: Record<string, Promise<Response> | undefined> }

/**
 * Returns the response that is already on its way, or fetches. It is used once: later the address may answer
 * differently.
 */
export const prefetch = (address: string): Promise<Response> => {
  const { askedAhead }: AskedWindow = window
  const early = askedAhead?.[address]
  if (askedAhead === undefined || early === undefined) return fetch(address)
  delete askedAhead[address]
  // A failed early request is repeated once.
  return early.catch(() => fetch(address))
}

/** Takes the answers that the page's head asked for before its scripts ran. */

type AskedWindow = Window & { askedAhead?: Record<string, Promise<Response> | undefined> }

/**
 * The answer that is on its way already, or a fetch. It is taken once: what an address answers may change afterwards.
 */
export const fetchAhead = (address: string): Promise<Response> => {
  const { askedAhead }: AskedWindow = window
  const early = askedAhead?.[address]
  if (askedAhead === undefined || early === undefined) return fetch(address)
  delete askedAhead[address]
  // One that was lost on its way is asked for once more.
  return early.catch(() => fetch(address))
}

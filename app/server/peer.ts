/**
 * Finds out who is at the other end: the client's address and the origin that it used. Forwarded headers count only
 * from trusted proxies.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type Peer = { address: string; origin: string; host: string; https: boolean }

/** Parses settings such as "10.0.0.0/8, ::1, 192.0.2.7". Throws RangeError on anything else. */
export const parseProxies = (entries: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const prefix = bits === undefined ? most : Number(bits)
    if (family === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most || bits === '')
      throw new RangeError(`not an address or block: ${entry}`)
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Converts an IPv4 address that arrived through an IPv6 socket to its usual form. */
const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address

export const isTrusted = (proxies: BlockList, address: string): boolean => {
  if (proxies.rules.length === 0) return false
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/

/** A cache of origins; a client that invents hosts can only empty it. */
const origins = new Map<string, { origin: string; host: string } | null>()
const maxOrigins = 1000

const readOrigin = (scheme: string, host: string): { origin: string; host: string } | null => {
  const text = `${scheme}://${host}`
  const known = origins.get(text)
  if (known !== undefined) return known
  const lower = host.toLowerCase()
  const url = hostPattern.test(lower) && URL.canParse(`${scheme}://${lower}`) ? new URL(`${scheme}://${lower}`) : null
  const found = url === null ? null : { origin: url.origin, host: url.host }
  if (origins.size >= maxOrigins) origins.clear()
  origins.set(text, found)
  return found
}

/** HTTP/1.0 has no Host header: such a request is for the address that it reached, or for the configured one. */
const hostOfOldRequest = (req: IncomingMessage, publicOrigin: string | null): string | undefined => {
  if (req.httpVersionMajor > 1 || req.httpVersionMinor > 0) return undefined
  if (publicOrigin !== null) return new URL(publicOrigin).host
  const { localAddress = '', localPort } = req.socket
  const address = plainAddress(localAddress)
  return isIP(address) === 6 ? `[${address}]:${localPort ?? 80}` : `${address}:${localPort ?? 80}`
}

/**
 * Finds the client's address and origin; null if the Host header is invalid, or missing in HTTP/1.1. In X-Forwarded-For
 * the last address that is not a trusted proxy counts; everything before it was written by the client.
 */
export const findPeer = (req: IncomingMessage, proxies: BlockList, publicOrigin: string | null): Peer | null => {
  const socketAddress = plainAddress(req.socket.remoteAddress ?? '')
  const trusted = isTrusted(proxies, socketAddress)
  let address = socketAddress
  let host = req.headers.host ?? hostOfOldRequest(req, publicOrigin)
  let scheme = publicOrigin === null ? 'http' : publicOrigin.slice(0, publicOrigin.indexOf(':'))
  if (trusted) {
    const chain = (single(req.headers['x-forwarded-for']) ?? '').split(',').map((part) => plainAddress(part.trim()))
    while (chain.length > 0) {
      const next = chain.pop() ?? ''
      if (isIP(next) === 0) break
      address = next
      if (!isTrusted(proxies, next)) break
    }
    const forwardedHost = single(req.headers['x-forwarded-host'])?.split(',').at(-1)?.trim()
    if (forwardedHost !== undefined && forwardedHost !== '') host = forwardedHost
    const forwardedScheme = single(req.headers['x-forwarded-proto'])?.split(',').at(-1)?.trim().toLowerCase()
    if (forwardedScheme === 'https' || forwardedScheme === 'http') scheme = forwardedScheme
  }
  const read = host === undefined ? null : readOrigin(scheme, host)
  return read === null ? null : { address, origin: read.origin, host: read.host, https: scheme === 'https' }
}

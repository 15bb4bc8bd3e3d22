/** Decides which addresses count as one client. */
import { isIPv6 } from 'node:net'

/**
 * The eight groups of an IPv6 address. An IPv4 address is returned as plain text, including one written as
 * ::ffff:1.2.3.4.
 */
export const groupsOf = (address: string): number[] | string => {
  if (!isIPv6(address)) return address
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...rest].map((group) =>
    Number.parseInt(group, 16),
  )
}
const prefixOf = (groups: readonly number[], bits: 48 | 56 | 64): string => {
  const kept = groups.slice(0, Math.ceil(bits / 16))
  if (bits === 56) kept[3] = (kept[3] ?? 0) & 0xff00
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The network of an address: an IPv6 client owns at least a /64, which counts as one client. IPv4 is unchanged. */
export const networkOf = (address: string): string => {
  const groups = groupsOf(address)
  return typeof groups === 'string' ? groups : prefixOf(groups, 64)
}
/** The largest network that one customer of a provider gets: a /56. IPv4 is unchanged. */
export const siteOf = (address: string): string => {
  const groups = groupsOf(address)
  return typeof groups === 'string' ? groups : prefixOf(groups, 56)
}
/**
 * The network that one company gets, and that a bulk sender easily has: a /48, or a /24 for IPv4. For limits on actions
 * that cost money.
 */
export const wideNetworkOf = (address: string): string => {
  const groups = groupsOf(address)
  if (typeof groups !== 'string') return prefixOf(groups, 48)
  const parts = groups.split('.')
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : groups
}

/** Versions of boxes' software, compared as people read them: part by part, numbers by their value. */

const partsOf = (version: string): string[] => {
  const parts = version.toLowerCase().match(/\d+|\p{L}+/gu) ?? []
  while (parts.length > 1 && /^0+$/.test(parts.at(-1) ?? '')) parts.pop()
  return parts
}
const isNumber = (part: string): boolean => /^\d/.test(part)

/**
 * Below 0 where `a` is older than `b`, above 0 where it is newer, 0 where nothing tells them apart. Where one begins
 * like the other, it goes on with a number when it is newer (2.14 and 2.14.1), but for noughts (2.14.0), and with a
 * word when it is not yet that version (2.14-beta and 2.14).
 */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [one, other] = [left[at], right[at]]
    if (one === undefined) return isNumber(other ?? '') ? -1 : 1
    if (other === undefined) return isNumber(one) ? 1 : -1
    if (isNumber(one) !== isNumber(other)) return isNumber(one) ? 1 : -1
    const order = isNumber(one) ? Number(BigInt(one) - BigInt(other)) : one < other ? -1 : one > other ? 1 : 0
    if (order !== 0) return Math.sign(order)
  }
  return 0
}

/** What is known of a box's software: nothing is said of a box that has not reported its own. */
export const isNewerAvailable = (own: string | null, latest: string | null): boolean =>
  own !== null && latest !== null && compareVersions(own, latest) < 0

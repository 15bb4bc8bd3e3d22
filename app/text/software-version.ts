/** Compares versions of box software as people read them: part by part, numbers by value. */

const partsOf = (version: string): string[] => {
  const parts = version.toLowerCase().match(/\d+|\p{L}+/gu) ?? []
  while (parts.length > 1 && /^0+$/.test(parts.at(-1) ?? '')) parts.pop()
  return parts
}
const isNumber = (part: string): boolean => /^\d/.test(part)

/**
 * Below 0 if `a` is older than `b`, above 0 if it is newer, 0 if they are equal. If one version begins like the other
 * and continues with a number, it is newer (2.14.1 than 2.14), except for zeros (2.14.0). If it continues with a word,
 * it is older (2.14-beta than 2.14).
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

/** True if a newer version is known. Always false for a box that has not reported its own. */
export const isNewerAvailable = (own: string | null, latest: string | null): boolean =>
  own !== null && latest !== null && compareVersions(own, latest) < 0

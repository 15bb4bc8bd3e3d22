/** Replaces bytes in a file by patches. */

export type Patch = { start: number; end: number; bytes: Uint8Array }

export const asciiBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * The file with its patches applied. Patches never overlap; insertions at one place keep the order in which they were
 * made.
 */
export const patched = (source: Uint8Array, patches: readonly Patch[]): Uint8Array => {
  if (patches.length === 0) return source
  const sorted = patches
    .map((patch, made) => ({ ...patch, made }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.made - b.made)
  const size = sorted.reduce((sum, { start, end, bytes }) => sum + bytes.length - (end - start), source.length)
  const all = new Uint8Array(size)
  let from = 0
  let to = 0
  for (const { start, end, bytes } of sorted) {
    all.set(source.subarray(from, start), to)
    to += start - from
    all.set(bytes, to)
    to += bytes.length
    from = end
  }
  all.set(source.subarray(from), to)
  return all
}

/** The last entry that passes. */
export const lastOf = <T>(entries: readonly T[], passes: (entry: T) => boolean): T | undefined => {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    if (entry !== undefined && passes(entry)) return entry
  }
  return undefined
}

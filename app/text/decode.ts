/**
 * Decodes the text of a file that a person saved: marked UTF-16 and UTF-8, and the Windows encodings for Western,
 * Cyrillic and Arabic scripts, told apart by their letters.
 */

const marks = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const
/** How many bytes are examined to tell encodings apart. */
const sampleBytes = 65_536

/**
 * Bytes above ASCII stand alone or in pairs in Western texts, and in runs in Cyrillic and Arabic ones. Among the bytes
 * of those runs, the ones that are French letters in the Arabic encoding are the most common Cyrillic small letters. A
 * text of Cyrillic capitals alone has none of the Arabic letters after them.
 */
const guess = (bytes: Uint8Array): 'windows-1252' | 'windows-1251' | 'windows-1256' => {
  let [high, runs, french, behind] = [0, 0, 0, 0]
  let before = 0
  for (const byte of bytes.subarray(0, sampleBytes)) {
    if (byte >= 0xc0) {
      high++
      if (before < 0xc0) runs++
      if ([0xe0, 0xe2, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xee, 0xef, 0xf4, 0xf9, 0xfb, 0xfc].includes(byte)) french++
      else if (byte >= 0xe0) behind++
    }
    before = byte
  }
  if (high === 0 || high / runs < 2) return 'windows-1252'
  return french / high > 0.05 || behind === 0 ? 'windows-1251' : 'windows-1256'
}

/** Decodes bytes to text; a byte order mark is removed. */
export const decodeText = (bytes: Uint8Array): string => {
  for (const [label, [first, second]] of Object.entries(marks))
    if (bytes[0] === first && bytes[1] === second) return new TextDecoder(label).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(guess(bytes)).decode(bytes)
  }
}

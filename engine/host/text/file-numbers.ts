/**
 * Reads what an upload in another dialect has besides a list, from the text converted from it: its channels' numbers,
 * by record, and how many more groups it has than a list can. Boxes' own `.chl` files have neither.
 */
const headOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
// Converted text names the upload's dialect in its first line.
const made = /^\{"Type":"index"[^\n]*,"Dialect":"/

export const readGroupsBeyond = (bytes: Uint8Array): number => {
  const head = headOf(bytes)
  return made.test(head) ? Number(/^[^\n]*,"FavBeyond":(\d{1,9})[,}]/.exec(head)?.[1] ?? 0) : 0
}

const sign = ',"Number":'

export const readFileNumbers = (bytes: Uint8Array): ReadonlyMap<number, number> => {
  const numbers = new Map<number, number>()
  if (!made.test(headOf(bytes))) return numbers
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.includes(sign)) return numbers
  let record = 0
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (text.startsWith('{"Type":"ch"', start)) {
      // A quotation mark inside a text follows a backslash, so this can only be a key.
      const number = /,"Number":(\d{1,9})[,}]/.exec(text.slice(start, end))?.[1]
      if (number !== undefined) numbers.set(record, Number(number))
      record++
    }
    start = end + 1
  }
  return numbers
}

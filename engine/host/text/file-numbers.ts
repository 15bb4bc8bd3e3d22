/**
 * Reads what an upload in another dialect has besides a list, from the text converted from it: its channels' numbers,
 * and how many more groups it has than a list can. Boxes' own `.chl` files have neither.
 */
const headOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
// Converted text names the upload's dialect in its first line.
const made = /^\{"Type":"index"[^\n]*,"Dialect":"/

export const readGroupsBeyond = (bytes: Uint8Array): number => {
  const head = headOf(bytes)
  return made.test(head) ? Number(/^[^\n]*,"FavBeyond":(\d{1,9})[,}]/.exec(head)?.[1] ?? 0) : 0
}

/** `unread`: numbers that no list can hold, such as “10.1”. `record` and `offset` count from 0. */
export type FileNumbers = {
  numbers: ReadonlyMap<number, number>
  unread: readonly { record: number; offset: number; value: string }[]
}

const sign = ',"Number'

export const readFileNumbers = (bytes: Uint8Array): FileNumbers => {
  const numbers = new Map<number, number>()
  const unread: { record: number; offset: number; value: string }[] = []
  if (!made.test(headOf(bytes))) return { numbers, unread }
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.includes(sign)) return { numbers, unread }
  let record = 0
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (text.startsWith('{"Type":"ch"', start)) {
      // A quotation mark inside a text follows a backslash, so these can only be keys.
      const line = text.slice(start, end)
      const number = /,"Number":(\d{1,9})[,}]/.exec(line)?.[1]
      if (number !== undefined) numbers.set(record, Number(number))
      const value = /,"NumberText":"([ !#-[\]-~]*)"/.exec(line)?.[1]
      if (value !== undefined) unread.push({ record, offset: start, value })
      record++
    }
    start = end + 1
  }
  return { numbers, unread }
}

/**
 * The numbers that an upload in another dialect gives its channels, as the text made of it says them, by record. Boxes'
 * own `.chl` files have none.
 */
const sign = ',"Number":'

export const readFileNumbers = (bytes: Uint8Array): ReadonlyMap<number, number> => {
  const numbers = new Map<number, number>()
  // Made text names the upload's dialect in its first line.
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (!/^\{"Type":"index"[^\n]*,"Dialect":"/.test(head)) return numbers
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.includes(sign)) return numbers
  let record = 0
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (text.startsWith('{"Type":"ch"', start)) {
      // A quotation mark within a text stands behind a backslash, so this can only be a key.
      const number = /,"Number":(\d{1,9})[,}]/.exec(text.slice(start, end))?.[1]
      if (number !== undefined) numbers.set(record, Number(number))
      record++
    }
    start = end + 1
  }
  return numbers
}

/** Recognises a PDF by its content, with the checks of every PDF reader; ignores its name and declared type. */

/** Some writers add a line or two after the end; readers look this far back. */
const tailBytes = 1024
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The first line names the format version, and the end points to a cross-reference table inside the file. */
export const isPdf = (bytes: Uint8Array): boolean => {
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(textOf(bytes.subarray(0, 9)))) return false
  const place = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(textOf(bytes.subarray(-tailBytes)).replace(/\0+$/, ''))?.[1]
  return place !== undefined && Number(place) < bytes.length
}

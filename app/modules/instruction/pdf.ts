/** Whether bytes are a PDF, by what every reader of such files looks for; a name or a sent type counts for nothing. */

/** Writers add a line or two behind the end; readers look back so far. */
const tailBytes = 1024
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** Its first line names the format's version, its end says where the table of contents stands, inside of the file. */
export const isPdf = (bytes: Uint8Array): boolean => {
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(textOf(bytes.subarray(0, 9)))) return false
  const place = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(textOf(bytes.subarray(-tailBytes)).replace(/\0+$/, ''))?.[1]
  return place !== undefined && Number(place) < bytes.length
}

/** Small complete PDF files for the tests: one page of lines, with an exact cross-reference table. */

/** Letters of Western Europe, as in the fonts that every reader has; others become a question mark. */
const literal = (line: string): string =>
  [...line]
    .map((letter) => (letter.charCodeAt(0) > 255 ? '?' : letter))
    .join('')
    .replaceAll(/[\\()]/g, '\\$&')
    .replaceAll(/[\u0080-\u00ff]/g, (letter) => `\\${letter.charCodeAt(0).toString(8)}`)

/** The first line is the page's title. */
export const makePdf = (title: string, lines: readonly string[] = []): Uint8Array => {
  const text = [
    `/F2 22 Tf 0 0 Td (${literal(title)}) Tj`,
    ...lines.map((line, index) => `/F1 12 Tf 0 ${index === 0 ? -36 : -22} Td (${literal(line)}) Tj`),
  ].join('\n')
  const content = `BT\n72 740 Td\n${text}\nET`
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

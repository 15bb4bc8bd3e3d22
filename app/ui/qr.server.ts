/** Computes the path of a QR code, so that the library stays out of the browser's bundle. */
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { QrPath } from './qr'

export const makeQr = (text: string): QrPath => {
  const code = generate(text, { minCorrectionLevel: correction.M })
  return { path: toSvgPath(code), size: code.size }
}

/** The correct answers of captchas, and how a given answer is checked. Pure code. */
import { dropUnseen } from '~/text/unseen'
import { rotateToleranceDegrees, slideTolerancePx } from './captcha.schema'

export type RightAnswer =
  | { kind: 'text'; digits: string }
  /** Where the piece's upper left corner belongs. */
  | { kind: 'slider'; x: number; y: number }
  /** How far the picture was turned clockwise when it was drawn. */
  | { kind: 'rotate'; degrees: number }

/** Converts digits of any script to 0–9: a Persian keyboard types Persian digits. */
const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/** True if `given` answers the challenge within the documented tolerances. Malformed answers are wrong. */
export const isRightAnswer = (right: RightAnswer, given: string): boolean => {
  const text = latinDigits(dropUnseen(given).trim())
  if (right.kind === 'text') return text === right.digits
  if (right.kind === 'slider') {
    const match = /^(-?\d{1,4})_(-?\d{1,4})$/.exec(text)
    if (match === null) return false
    return (
      Math.abs(Number(match[1]) - right.x) <= slideTolerancePx &&
      Math.abs(Number(match[2]) - right.y) <= slideTolerancePx
    )
  }
  if (!/^\d{1,3}(?:\.\d{1,6})?$/.test(text)) return false
  const away = Math.abs(Number(text) - right.degrees) % 360
  return Math.min(away, 360 - away) <= rotateToleranceDegrees
}

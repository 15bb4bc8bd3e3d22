/**
 * What server, pages and browser share about captchas: purposes, kinds, sizes and the answer format. Plain data without
 * a library, so that the browser's dialog can load it.
 */

/**
 * What a captcha can be required for. A pass is valid for only one of these. `sign-in-guarded` follows several wrong
 * passwords for one name or from one network, before anything is locked.
 */
export const captchaPurposes = [
  'sign-in',
  'sign-in-guarded',
  'register',
  'send-code',
  'recover',
  'pay',
  'redeem',
] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]
export const captchaKinds = ['text', 'slider', 'rotate'] as const
export type CaptchaKind = (typeof captchaKinds)[number]
const withoutText = ['slider', 'rotate'] as const satisfies readonly CaptchaKind[]
/**
 * The captcha kinds for each purpose. A small program can learn to read digits, so they are used only where slowing a
 * program down is enough: never before a lock, or before a message that costs money.
 */
export const kindsOf: Record<CaptchaPurpose, readonly CaptchaKind[]> = {
  'sign-in': captchaKinds,
  'sign-in-guarded': withoutText,
  register: captchaKinds,
  'send-code': withoutText,
  recover: withoutText,
  pay: withoutText,
  redeem: withoutText,
}

/** Sizes of the pictures in pixels, and where the slider's piece starts (its upper left corner). */
export const canvas = { width: 300, height: 200 } as const
export const rotateSize = 250
export const pieceSize = 50
export const pieceStart = { x: 0, y: 150 } as const
export const textSize = { width: 240, height: 96 } as const
/** The number of digits in the text kind. */
export const textLength = 4

/** Tolerance of a dropped piece, in pixels on each axis. A hand, or a click without scripts, is no more precise. */
export const slideTolerancePx = 8
/** Tolerance of a rotated picture, in degrees. */
export const rotateToleranceDegrees = 9
export const challengeLifetimeMs = 120_000
/** A solved captcha can be used once, within this time. */
export const passLifetimeMs = 120_000

/** The longest answer that is examined. */
export const maxAnswerLength = 16

export const isCaptchaPurpose = (text: string | null | undefined): text is CaptchaPurpose =>
  captchaPurposes.some((purpose) => purpose === text)
export const isCaptchaKind = (text: string | null | undefined): text is CaptchaKind =>
  captchaKinds.some((kind) => kind === text)

/**
 * The answer of a rotation, as programs and pages send it: the angle missing to a full turn, or how far the picture was
 * turned back.
 */
export const rotateAnswer = (rotationDegrees: number): number =>
  rotationDegrees > 0 ? Math.abs(rotationDegrees - 360) : Math.abs(rotationDegrees)
/** The answer of a slide: the piece's upper left corner. */
export const slideAnswer = (x: number, y: number): string => `${Math.round(x)}_${Math.round(y)}`

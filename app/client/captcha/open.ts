/** Opens Operation Verification from anywhere in the page. The dialog itself is loaded when first needed. */
import type { CaptchaPurpose } from '~/modules/captcha/captcha.schema'

export type CaptchaRequest = { purpose: CaptchaPurpose; done(passed: boolean): void }
type Listener = (request: CaptchaRequest) => void

let listener: Listener | null = null
let open: { purpose: CaptchaPurpose; passed: Promise<boolean> } | null = null

/** Called by the one host in the frame; returns a function that unsubscribes. */
export const listenForCaptcha = (hear: Listener): (() => void) => {
  listener = hear
  return () => {
    if (listener === hear) listener = null
  }
}

/**
 * Shows the dialog for a purpose (data.purpose of B0005). True: solved, repeat the call; false: closed, or no dialog
 * can be shown.
 */
export const openCaptcha = (purpose: CaptchaPurpose): Promise<boolean> => {
  if (open?.purpose === purpose) return open.passed
  const hear = listener
  if (hear === null || open !== null) return Promise.resolve(false)
  const passed = new Promise<boolean>((resolve) => hear({ purpose, done: resolve })).finally(() => {
    open = null
  })
  open = { purpose, passed }
  return passed
}

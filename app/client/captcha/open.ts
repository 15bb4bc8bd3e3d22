/** Opens Operation Verification from anywhere in the page. The dialog itself is loaded when first needed. */
import type { CaptchaPurpose } from '~/modules/captcha/captcha.schema'

export type CaptchaRequest = { purpose: CaptchaPurpose; done(passed: boolean): void }
type Listener = (request: CaptchaRequest) => void

let listener: Listener | null = null
let open: { purpose: CaptchaPurpose; passed: Promise<boolean> } | null = null

/** Called by the one host in the frame; returns a function that unsubscribes. */
export const listenForCaptcha = (onOpen: Listener): (() => void) => {
  listener = onOpen
  return () => {
    if (listener === onOpen) listener = null
  }
}

/**
 * Shows the dialog for a purpose (data.purpose of B0005). True: solved, repeat the call; false: closed, or no dialog
 * can be shown.
 */
export const openCaptcha = (purpose: CaptchaPurpose): Promise<boolean> => {
  if (open?.purpose === purpose) return open.passed
  const onOpen = listener
  if (onOpen === null || open !== null) return Promise.resolve(false)
  const passed = new Promise<boolean>((resolve) => onOpen({ purpose, done: resolve })).finally(() => {
    open = null
  })
  open = { purpose, passed }
  return passed
}

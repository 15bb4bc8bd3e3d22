/**
 * Sends a form encrypted. If the answer asks for a captcha or a new key, provides that and sends the same form once
 * more. It is loaded when a person comes to such a form.
 */
import { openCaptcha } from '~/client/captcha/open'
import { purposeOf } from '~/client/captcha/purpose'
import { showToast } from '~/client/toast'
import type { CheckNeeded } from '~/ui/check-needed'
import { bodyOf, type FormFields } from './form-fields'
import { tryEncrypt } from './encrypt'

export type Sending = { action: string; fields: FormFields; keepScroll: boolean }
type Submit = (body: URLSearchParams, options: { action: string; method: 'post'; preventScrollReset: boolean }) => void

/** If captchas are solved and the server asks again and again, it stays in doubt. */
const maxCaptchas = 3

let last: { sending: Sending; captchas: number; renewed: boolean } | null = null

/** The sent form is no longer held: it was accepted, or the page was left. */
export const forgetSending = (): void => {
  last = null
}

/** False: nothing was sent, and the page says why. */
const submitEncrypted = async (sending: Sending, submit: Submit): Promise<boolean> => {
  const encrypted = await tryEncrypt(new URL(sending.action, location.href).pathname, sending.fields)
  if (encrypted.is === 'failed') {
    showToast('problem', encrypted.message)
    return false
  }
  const body = encrypted.is === 'encrypted' ? new URLSearchParams({ sealed: encrypted.jwe }) : bodyOf(sending.fields)
  submit(body, { action: sending.action, method: 'post', preventScrollReset: sending.keepScroll })
  return true
}

/** Sends a form for the first time. */
export const sendForm = (sending: Sending, submit: Submit): Promise<boolean> => {
  last = { sending, captchas: 0, renewed: false }
  return submitEncrypted(sending, submit)
}

/** The answer requires something first. True: done, and the same form was sent again. */
export const sendAgain = async ({ code, purpose }: CheckNeeded, submit: Submit): Promise<boolean> => {
  if (last === null) return false
  if (code === 'A0424') {
    if (last.renewed) return false
    last.renewed = true
  } else {
    if (last.captchas >= maxCaptchas || !(await openCaptcha(purposeOf(purpose)))) return false
    last.captchas++
  }
  return submitEncrypted(last.sending, submit)
}

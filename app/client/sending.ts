/**
 * Shows on the pressed button that its form is being sent, from a moment after the press until the answer: on a slow
 * line that takes seconds. Another press sends nothing unless the form was changed. `data-sending-text` is the button's
 * text meanwhile; without it a ring turns.
 */
import { contentOf } from '~/ui/form-content'

const patienceMs = 120

/** Told to a form whose request got no answer: what it holds is unsent again. */
export const unsentEvent = 'portal-unsent'

type Sending = {
  form: HTMLFormElement
  button: HTMLElement | null
  content: string
  timer: ReturnType<typeof setTimeout>
}
let sending: Sending | null = null

/** Ends the display: the answer is there, or nothing was sent. */
export const endSending = (): void => {
  if (sending === null) return
  clearTimeout(sending.timer)
  sending.button?.removeAttribute('data-sending')
  sending.button?.removeAttribute('aria-disabled')
  sending = null
}

/** No answer came: the form holds what was typed, unsent. False if no form of this page was being sent. */
export const takeBackSending = (): boolean => {
  const form = sending?.form
  endSending()
  if (form?.isConnected !== true) return false
  form.dispatchEvent(new CustomEvent(unsentEvent, { bubbles: true }))
  return true
}

export const isSending = (form: HTMLFormElement, button: HTMLElement | null): boolean =>
  sending !== null && button !== null && sending.button === button && sending.content === contentOf(form)

export const showSending = (form: HTMLFormElement, button: HTMLElement | null): void => {
  endSending()
  const show = (): void => {
    button?.setAttribute('data-sending', button.dataset.sendingText ?? '')
    button?.setAttribute('aria-disabled', 'true')
  }
  sending = { form, button, content: contentOf(form), timer: setTimeout(show, patienceMs) }
}

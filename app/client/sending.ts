/**
 * Shows on the pressed button that its form is being sent, from a moment after the press until the answer: on a slow
 * line that takes seconds. Another press sends nothing unless the form was changed. `data-sending-text` is the button's
 * text in the meantime; without it a ring turns.
 */
const patienceMs = 120
/** A second press within this time is a double click, even if the answer came in between. */
const doubleClickMs = 500

/** Told to a form whose request got no answer: what it holds is unsent again. */
export const unsentEvent = 'portal-unsent'

type Sending = {
  form: HTMLFormElement
  button: HTMLElement | null
  content: string
  timer: ReturnType<typeof setTimeout>
}
let sending: Sending | null = null
/** The newest press of a form marked `data-once`. */
let pressed: { form: HTMLFormElement; content: string; atMs: number } | null = null

/** What a form would send, as text, so that a corrected form is recognised as another one. */
const contentOf = (form: HTMLFormElement): string =>
  new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  ).toString()

/** Ends the display: the answer is there, or nothing was sent. */
export const endSending = (): void => {
  if (sending === null) return
  clearTimeout(sending.timer)
  sending.button?.removeAttribute('data-sending')
  sending.button?.removeAttribute('aria-disabled')
  sending = null
}

/** No answer came: the form holds what was typed, unsent, and may be sent at once again. */
export const noteUnsent = (form: HTMLFormElement): void => {
  pressed = null
  form.dispatchEvent(new CustomEvent(unsentEvent, { bubbles: true }))
}

/** No answer came to the form that was being sent. False if no form of this page was. */
export const takeBackSending = (): boolean => {
  const form = sending?.form
  endSending()
  if (form?.isConnected !== true) return false
  noteUnsent(form)
  return true
}

/** True for the second press of a double click that would send the same again. */
export const isDoubleClick = (form: HTMLFormElement, atMs: number): boolean => {
  const content = contentOf(form)
  const isSecond = pressed?.form === form && pressed.content === content && atMs - pressed.atMs < doubleClickMs
  if (!isSecond) pressed = { form, content, atMs }
  return isSecond
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

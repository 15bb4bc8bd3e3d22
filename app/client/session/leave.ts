/**
 * Ends a session in this browser: data held by scripts is discarded, and the page is left by submitting a form as a
 * full page load, so that nothing stays in memory and the next page can say why.
 */
import { showToast } from '~/client/toast'
import { forgetStored } from './storage'
import { heldSession, holdSession } from './tokens'
import { fieldsTyped } from './typed'

/** Long enough to notice that something happened; the next page repeats the message. */
const beforeLoginMs = 500

let leaving = false

/** True once the page is being left because its session ends. */
export const isLeaving = (): boolean => leaving

/** The page is about to be left by another form (Exit): answers that arrive now are ignored. */
export const beginLeaving = (): void => {
  leaving = true
  holdSession(null)
  forgetStored()
}

/**
 * Leaves the page. `reason` is what this page knows (idle, exit, or a code of the API); the server's own reason takes
 * precedence if it still has the session. Typed text is sent along, stored for its author only, and shown again after
 * signing in.
 */
export const leave = (reason: string): void => {
  if (leaving) return
  const typed = reason === 'exit' ? {} : fieldsTyped()
  beginLeaving()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/logout'
  for (const [name, value] of [
    ['reason', reason],
    ['page', location.pathname + location.search],
    ['typed', JSON.stringify(typed)],
  ] as const) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

/**
 * The poll of unread messages was refused: shows the message for half a second, then leaves. The server ends what is
 * left of the session.
 */
export const leavePolled = (message: string): void => {
  showToast('problem', message)
  setTimeout(() => leave('poll'), beforeLoginMs)
}

let ended = false
/**
 * An answer said that nobody is signed in here any more: shows the message for half a second, then goes to /login.
 * Counts once.
 */
export const endHere = (code: string, message: string): void => {
  if (ended || leaving) return
  ended = true
  const session = heldSession()
  showToast('note', message)
  setTimeout(() => {
    ended = false
    // The router may have gone to a signed-out page in the meantime; then there is nothing to leave.
    if (heldSession() === session) leave(code)
  }, beforeLoginMs)
}

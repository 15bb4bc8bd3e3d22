/**
 * The end of a session in this browser: what scripts held is forgotten, and the page is left by a form that goes to the
 * server as a whole page, so that nothing of it stays in memory and the next page can say why.
 */
import { showToast } from '~/client/toast'
import { forgetStored } from './storage'
import { heldSession, holdSession } from './tokens'
import { fieldsTyped } from './typed'

/** Enough for eyes to see that something happened; the next page says it again. */
const beforeLoginMs = 500

let leaving = false

/** True from the moment that the page is being left because its session ends. */
export const isLeaving = (): boolean => leaving

/** The page is about to be left by somebody else's form (Exit): answers that come now count for nothing. */
export const beginLeaving = (): void => {
  leaving = true
  holdSession(null)
  forgetStored()
}

/**
 * Leaves the page. `reason` is what this page knows (idle, exit, or a code of the API); the server knows better where
 * it still has the session. What is typed goes along, is kept for its person only, and comes back after signing in.
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
 * The poll of unread messages was refused: the message, half a second, then out. The server ends what is left of the
 * session.
 */
export const leavePolled = (message: string): void => {
  showToast('problem', message)
  setTimeout(() => leave('poll'), beforeLoginMs)
}

let ended = false
/** An answer said that nobody is signed in here any more: the message, half a second, then /login. Counts once. */
export const endHere = (code: string, message: string): void => {
  if (ended || leaving) return
  ended = true
  const session = heldSession()
  showToast('note', message)
  setTimeout(() => {
    ended = false
    // The router may have gone to a signed-out page meanwhile; then there is nothing to leave.
    if (heldSession() === session) leave(code)
  }, beforeLoginMs)
}

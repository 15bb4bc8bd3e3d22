/** The end of a session in this browser: what scripts held is forgotten, and the page is left by a full load, so that nothing of it stays in memory. */
import { forgetStored } from './storage'
import { holdSession } from './tokens'

let leaving = false

/** True from the moment that the page is being left because its session ended. */
export const isLeaving = (): boolean => leaving

/** Forgets the session here and goes to an address of this site. Counts once. */
export const leaveFor = (address: string): void => {
  if (leaving) return
  leaving = true
  holdSession(null)
  forgetStored()
  location.replace(address)
}

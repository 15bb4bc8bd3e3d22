/**
 * Short messages from scripts: passed to the page's message region, which groups equal ones and removes them after
 * three seconds.
 */
import { toastEvent, type Toast } from '~/ui/toast'

let counted = 0

/** Shows a message. */
export const showToast = (kind: Toast['kind'], text: string, next?: Toast['next']): void => {
  counted++
  const detail: Toast = { id: `script-${counted}`, kind, text, ...(next && { next }) }
  document.dispatchEvent(new CustomEvent<Toast>(toastEvent, { detail }))
}

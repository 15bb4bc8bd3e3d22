/**
 * Short messages from scripts: passed to the page's message region, which groups equal ones and removes them after
 * three seconds.
 */
import { toastEvent, type Toast } from '~/ui/toast'

let counted = 0

/** Shows a message. */
export const showToast = (kind: Toast['kind'], text: string): void => {
  counted++
  document.dispatchEvent(new CustomEvent<Toast>(toastEvent, { detail: { id: `script-${counted}`, kind, text } }))
}

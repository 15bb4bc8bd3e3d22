/**
 * Opens a native dialog when it mounts, and closes it before it unmounts: only then does the browser restore the focus.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react'

export const useModal = (): RefObject<HTMLDialogElement> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return dialog
}

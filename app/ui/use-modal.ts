/**
 * Opens a native dialog when it is drawn, and closes it before it leaves the page: only then does the browser give the
 * focus back.
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

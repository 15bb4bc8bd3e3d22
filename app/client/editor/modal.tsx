/**
 * A small dialog over the editor: a native dialog that opens when it mounts, and returns the focus when it unmounts.
 */
import { useId, type ReactNode } from 'react'
import { useModal } from '~/ui/use-modal'

type ModalProps = { title: ReactNode; wide?: boolean; onClose(): void; children: ReactNode }

export const Modal = ({ title, wide, onClose, children }: ModalProps) => {
  const dialog = useModal()
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog ed-dialog ed-dialog-wide' : 'dialog ed-dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

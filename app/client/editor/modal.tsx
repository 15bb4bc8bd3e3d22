/**
 * A small dialog over the editor: a native dialog that opens when it mounts, and returns the focus when it unmounts.
 */
import { useId, type ReactNode } from 'react'
import { useModal } from '~/ui/use-modal'

/** `title` is shown; `label` is for screen readers only. */
type ModalProps = { title?: string; label?: string; className?: string; onClose(): void; children: ReactNode }

export const Modal = ({ title, label, className = 'ed-dialog', onClose, children }: ModalProps) => {
  const dialog = useModal()
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={label}
      aria-labelledby={title ? titleId : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {title && <h2 id={titleId}>{title}</h2>}
      {children}
    </dialog>
  )
}

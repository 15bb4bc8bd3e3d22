/**
 * Text for screen readers; focusable parts become visible while they have the focus. It begins with a space: without
 * styles it is visible, and must not run into the text before it.
 */
import type { ReactNode } from 'react'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <>
    {' '}
    <span className="hidden-visually">{children}</span>
  </>
)

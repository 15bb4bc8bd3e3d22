/**
 * Words for those who listen to the page; a part that takes the focus shows while it has it. They begin with a space:
 * where no styles are read they are seen, and must not run into what stands before them.
 */
import type { ReactNode } from 'react'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <>
    {' '}
    <span className="hidden-visually">{children}</span>
  </>
)

/** Words for those who listen to the page; a part that takes the focus shows while it has it. */
import type { ReactNode } from 'react'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="hidden-visually">{children}</span>

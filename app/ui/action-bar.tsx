/** The night bar over the page's bottom edge: what can be done with what is selected. */
import type { ReactNode } from 'react'

export const ActionBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="actions" role="group" aria-label={label}>
    {children}
  </div>
)

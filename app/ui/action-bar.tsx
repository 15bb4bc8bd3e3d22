/** The dark bar at the page's bottom edge with the actions for the selection. */
import type { ReactNode } from 'react'

export const ActionBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="actions" role="group" aria-label={label}>
    {children}
  </div>
)

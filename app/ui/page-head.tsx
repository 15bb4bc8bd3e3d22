/** A page's only title, a sentence about it, and its actions. */
import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from './breadcrumb'

export type PageHeadProps = { title: ReactNode; lead?: ReactNode; crumbs?: readonly Crumb[]; actions?: ReactNode }

export const PageHead = ({ title, lead, crumbs, actions }: PageHeadProps) => (
  <div className="page-head">
    <div className="page-head-text">
      {crumbs && crumbs.length > 0 ? <Breadcrumb items={crumbs} /> : null}
      <h1>{title}</h1>
      {lead ? <p className="page-head-lead">{lead}</p> : null}
    </div>
    {actions ? <div className="page-head-actions">{actions}</div> : null}
  </div>
)

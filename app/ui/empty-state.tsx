/** An empty state: what would be here, and the one action that fills it. */
import type { ReactElement, ReactNode } from 'react'
import { EmptyDrawing, type Drawing } from './empty-drawings'

export type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  art?: Drawing | 'none' | ReactElement
  level?: 1 | 2 | 3
}

export const EmptyState = ({ title, text, action, art = 'dish', level = 2 }: EmptyStateProps) => {
  const Heading = `h${level}` as const
  return (
    <div className="empty">
      {art === 'none' ? null : typeof art === 'string' ? <EmptyDrawing kind={art} /> : art}
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  )
}

/** A card on the page. Its title is a heading, so that screen readers can navigate by headings. */
import { useId, type ReactNode } from 'react'

export type CardProps = {
  title?: ReactNode
  actions?: ReactNode
  tone?: 'plain' | 'danger' | 'flat'
  level?: 2 | 3
  id?: string
  className?: string
  children?: ReactNode
}

export const Card = ({ title, actions, tone = 'plain', level = 2, id, className, children }: CardProps) => {
  const titleId = useId()
  const Heading = `h${level}` as const
  const look = ['card', tone === 'plain' ? '' : `card-${tone}`, className ?? ''].filter(Boolean).join(' ')
  return (
    <section className={look} id={id} aria-labelledby={title ? titleId : undefined}>
      {title || actions ? (
        <div className="card-head">
          {title ? <Heading id={titleId}>{title}</Heading> : null}
          {actions ? <div className="row">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}

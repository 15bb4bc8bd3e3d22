/** An empty state in the message centre: what would be here, and the one action. */
import type { ReactNode } from 'react'
import { NewsArt, type NewsArtKind } from './news-art'

export const NewsEmpty = ({
  art,
  title,
  text,
  action,
}: {
  art: NewsArtKind
  title: string
  text: string
  action?: ReactNode
}) => (
  <div className="empty">
    <NewsArt kind={art} />
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
  </div>
)

/**
 * The card with what a search found, a page at a time: the rows, or why there are none. The list is empty, nothing
 * matches, or its address asks for something that it can't answer.
 */
import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Card } from './card'
import { EmptyState } from './empty-state'
import { OddSearch } from './odd-search'
import { Pagination } from './pagination'
import { isAnswerable, type Asked } from './search-address'

type FoundCardProps = {
  title?: ReactNode
  query: Asked & { page: number; size: number }
  total: number
  /** The address of the whole list, and of one of its pages. */
  all: string
  href: (page: number, size: number) => string
  /** Whether the search leaves rows out, and what it says if nothing matches. */
  filtered: boolean
  none: { title: ReactNode; text: ReactNode; all: ReactNode }
  /** Shown while the list has no rows at all. */
  empty: ReactNode
  /** The rows; null if there are none. */
  children: ReactNode
}

export const FoundCard = ({ title, query, total, all, href, filtered, none, empty, children }: FoundCardProps) => {
  // Below a card's title its texts are one level deeper.
  const level = title === undefined ? 2 : 3
  return (
    <Card title={title}>
      {!isAnswerable(query) ? (
        <OddSearch odd={query.odd} all={all} level={level} />
      ) : children !== null ? (
        children
      ) : filtered ? (
        <EmptyState
          art="none"
          level={level}
          title={none.title}
          text={none.text}
          action={<ButtonLink href={all}>{none.all}</ButtonLink>}
        />
      ) : (
        empty
      )}
      <Pagination page={query.page} size={query.size} total={total} href={href} />
    </Card>
  )
}

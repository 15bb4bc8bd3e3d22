/**
 * What a search found, a page at a time: the search, and a card with the rows, or why there are none. The list is
 * empty, nothing matches, or its address asks for something that it can't answer.
 */
import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Card } from './card'
import { EmptyState } from './empty-state'
import { OddSearch } from './odd-search'
import { Pagination } from './pagination'
import { isAnswerable, isFiltered, pageHref, type ListQuery } from './search-address'

type FoundCardProps = {
  title?: ReactNode
  query: ListQuery
  total: number
  /** The address of the whole list. */
  path: string
  /** Shown unless the list is empty without a search. */
  search: ReactNode
  /** What it says if nothing matches. */
  none: { title: ReactNode; text: ReactNode; all: ReactNode }
  /** Shown while the list has no rows at all. */
  empty: ReactNode
  /** The rows; null if there are none. */
  children: ReactNode
}

export const FoundCard = ({ title, query, total, path, search, none, empty, children }: FoundCardProps) => {
  // Below a card's title its texts are one level deeper.
  const level = title === undefined ? 2 : 3
  const isOdd = !isAnswerable(query)
  const filtered = isFiltered(query)
  return (
    <>
      {total > 0 || filtered || isOdd ? search : null}
      <Card title={title}>
        {isOdd ? (
          <OddSearch odd={query.odd} all={path} level={level} />
        ) : children !== null ? (
          children
        ) : filtered ? (
          <EmptyState
            art="none"
            level={level}
            title={none.title}
            text={none.text}
            action={<ButtonLink href={path}>{none.all}</ButtonLink>}
          />
        ) : (
          empty
        )}
        <Pagination {...query} total={total} href={(page, size) => pageHref(path, query, page, size)} />
      </Card>
    </>
  )
}

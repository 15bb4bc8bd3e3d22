/** The channels of a list, to be ticked and added as links. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { Code } from '../code'
import { EmptyState } from '../empty-state'
import { Field, SelectField } from '../field'
import { Pagination } from '../pagination'
import { SearchForm } from '../search-form'
import type { LockView } from '../service/locked'
import { Table, type Column } from '../table'
import { TickedError } from '../ticked-error'
import { LinkFrame } from './frame'
import { useLinkKept, type Kept } from './kept'
import { searchMax } from './query'
import { useRowColumns } from './row-columns'
import type { ShelfView } from './view'
import { crumbsOf, wordsOf } from './words'

/** `target`: where the link would lead; null if a link can't lead to the channel. */
export type PickRow = { id: number; position: number; name: string; target: string | null }
export type PickView = {
  shelf: ShelfView
  lists: { id: string; name: string }[]
  list: string
  /** The source file that the ids belong to. */
  source: string
  /** Channels selected in the list, as written in a URL; empty: all that the search finds. */
  ids: string
  search: string
  page: number
  size: number
  total: number
  rows: PickRow[]
  lock: LockView | null
  batch: string
}

const pathOf = ({ shelf }: PickView): string => `${shelf.path}/from-list`
const hrefOf = (view: PickView, page: number, size: number): string => {
  const { list, ids, source, search } = view
  const shown: Record<string, string> = ids !== '' ? { ids, source } : search === '' ? {} : { search }
  return `${pathOf(view)}?${new URLSearchParams({ list, ...shown, page: String(page), size: String(size) }).toString()}`
}

const useColumns = ({ rows, ids }: PickView, kept: Kept): Column<PickRow>[] => {
  const { t } = useTranslation('mylink')
  const ticked = new Set(kept.values('id'))
  const first = rows.find(({ target }) => target !== null)
  const isTicked = ({ id }: PickRow): boolean => (kept.refused ? ticked.has(String(id)) : ids !== '')
  const { pick, number } = useRowColumns(kept, first, isTicked)
  return [
    { ...pick, cell: (row) => (row.target === null ? null : pick.cell(row)) },
    number,
    { key: 'name', header: t('column.name'), kind: 'name', cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'target',
      header: t('column.address'),
      phone: 'full',
      cell: ({ target }) =>
        target === null ? <span className="muted">{t('pick.unresolved')}</span> : <Code>{target}</Code>,
    },
  ]
}

const PickForm = ({ view, kept }: { view: PickView; kept: Kept }) => {
  const { t } = useTranslation('mylink')
  const columns = useColumns(view, kept)
  const { lists, list, source, ids, search, page, size, total, rows, batch } = view
  if (lists.length === 0)
    return (
      <Card>
        <EmptyState
          art="none"
          title={t('pick.none')}
          action={<ButtonLink href="/features">{t('features')}</ButtonLink>}
        />
      </Card>
    )
  return (
    <div className="stack">
      <SearchForm
        label={t('find.search')}
        action={pathOf(view)}
        isFiltered={search + ids !== ''}
        filledWith={`${list} ${search}`}
      >
        <SelectField
          name="list"
          label={t('pick.list')}
          defaultValue={list}
          options={lists.map((one) => ({ value: one.id, label: one.name }))}
        />
        <Field
          name="search"
          type="search"
          label={t('find.search')}
          defaultValue={search}
          maxLength={searchMax}
          dir="auto"
          autoComplete="off"
        />
      </SearchForm>
      <Card>
        {rows.length === 0 ? (
          <EmptyState art="none" title={t('find.none')} text={t('find.noneText')} />
        ) : (
          <form noValidate method="post" action={hrefOf(view, page, size)} className="stack link-lines">
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="source" value={source} />
            <input type="hidden" name="batch" value={batch} />
            <TickedError name="id" error={kept.error('id')} />
            <Table caption={t('column.channels')} rows={rows} rowKey={({ id }) => String(id)} columns={columns} />
            <Pagination page={page} size={size} total={total} href={(to, rowsEach) => hrefOf(view, to, rowsEach)} />
            <div className="form-actions">
              <Button variant="primary" icon="plus">
                {t('pick.submit')}
              </Button>
            </div>
          </form>
        )}
      </Card>
    </div>
  )
}

export const PickPage = () => {
  const view = useLoaderData<PickView>()
  const { t } = useTranslation(wordsOf[view.shelf.service].texts)
  const kept = useLinkKept()
  return (
    <LinkFrame title={t('mylink:pick.title')} crumbs={crumbsOf(t, view.shelf)} lock={view.lock}>
      {view.lock === null ? <PickForm view={view} kept={kept} /> : null}
    </LinkFrame>
  )
}

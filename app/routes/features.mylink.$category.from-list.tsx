/** Adds channels of the account’s lists, to be ticked, to a category of MyLink or to the audio sources. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { EmptyState } from '~/ui/empty-state'
import { Field, SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { LinkFrame } from '~/ui/mylink/frame'
import { useLinkKept, type Kept } from '~/ui/mylink/kept'
import { useRowColumns } from '~/ui/mylink/row-columns'
import { crumbsOf, linkTexts, searchMax, sheetsOf } from '~/ui/mylink/view'
import { Pagination } from '~/ui/pagination'
import { SearchForm } from '~/ui/search-form'
import { Table, type Column } from '~/ui/table'
import { TickedError } from '~/ui/ticked-error'
import type { PickRow, PickView } from '~/web/mylink/pick.server'

export { actOnPick as action, loadPick as loader } from '~/web/mylink/pick.server'
export const handle = { i18n: linkTexts, title: 'mylink:pick.title' }
export const links = sheetsOf(listStyles, styles)

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
            <Table caption={t('of.mylink.caption')} rows={rows} rowKey={({ id }) => String(id)} columns={columns} />
            <Pagination page={page} size={size} total={total} href={(to, rowsEach) => hrefOf(view, to, rowsEach)} />
            <FormActions submit={t('pick.submit')} icon="plus" />
          </form>
        )}
      </Card>
    </div>
  )
}

const PickPage = () => {
  const view = useLoaderData<PickView>()
  const { t } = useTranslation(linkTexts)
  const kept = useLinkKept()
  return (
    <LinkFrame title={t('pick.title')} crumbs={crumbsOf(t, view.shelf)} lock={view.lock}>
      {view.lock === null ? <PickForm view={view} kept={kept} /> : null}
    </LinkFrame>
  )
}
export default PickPage

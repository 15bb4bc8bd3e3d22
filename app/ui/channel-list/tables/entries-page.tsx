/** The page of a list's favourite groups or categories: the entries in order, with steps, and a form to add one. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { FailureShape } from '~/ui/form-errors'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { StepButtons } from '~/ui/step-buttons'
import { Table, type Column } from '~/ui/table'
import {
  Arranged,
  channelsColumn,
  EntryNameField,
  type TableList,
  TablePage,
  tablePath,
  type TableVersion,
  useKept,
  Version,
} from './parts'

type Entry = { id: number; channels: number }
type EntriesPageProps<E extends Entry> = {
  list: TableList
  version: TableVersion
  kind: 'groups' | 'categories'
  entries: readonly E[]
  /** How many a list can have. */
  most: number
  nameOf: (entry: E) => string
  /** Columns before the name. */
  before?: readonly Column<E>[]
  failure: FailureShape | null | undefined
  /** Further cards. */
  children?: ReactNode
}

export const EntriesPage = <E extends Entry>({
  list,
  version,
  kind,
  entries,
  most,
  nameOf,
  before = [],
  failure,
  children,
}: EntriesPageProps<E>) => {
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const kept = useKept(failure, 'add')
  const here = tablePath(list, `/${kind}`)
  const isFull = entries.length >= most
  const actions: Column<E> = {
    key: 'actions',
    header: t('lists:column.actions'),
    kind: 'actions',
    cell: (row) => (
      <StepButtons
        id={row.id}
        href={`${here}/${row.id}`}
        name={nameOf(row)}
        first={row === entries[0]}
        last={row === entries.at(-1)}
      />
    ),
  }
  const name: Column<E> = {
    key: 'name',
    header: t('lists:column.name'),
    kind: 'name',
    cell: (row) => (
      <a href={`${here}/${row.id}`}>
        <bdi>{nameOf(row)}</bdi>
      </a>
    ),
  }
  return (
    <TablePage
      list={list}
      title={t(`${kind}.title`)}
      lead={t(`${kind}.lead`, { number: entries.length, most })}
      failure={failure}
    >
      {entries.length === 0 ? (
        <EmptyState title={t(`${kind}.empty`)} art="none" />
      ) : (
        <Arranged list={list} version={version} action={here}>
          <Table
            caption={t(`${kind}.title`)}
            rows={entries}
            rowKey={(row) => row.id}
            columns={[...before, name, channelsColumn(t, format), ...(list.canChange ? [actions] : [])]}
          />
        </Arranged>
      )}
      {list.canChange && isFull && <Notice tone="info">{t(`${kind}.full`, { most })}</Notice>}
      {list.canChange && (!isFull || kept.refused) && (
        <Card title={t(`${kind}.add`)} id="add">
          <form noValidate method="post" action={here} className="form" key={version.revision}>
            <Version {...version} />
            <EntryNameField kept={kept} present="" />
            <FormActions submit={t(`${kind}.addSubmit`)} icon="plus" intent="add" />
          </form>
        </Card>
      )}
      {children}
    </TablePage>
  )
}

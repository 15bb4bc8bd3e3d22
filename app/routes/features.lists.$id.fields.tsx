/**
 * Sets one field of many selected channels: asks for the field and the value, shows before and after, and only then
 * changes it.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { batchFields } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { BatchValue, ValueText } from '~/ui/channel-list/tables/batch-value'
import { fieldLabel } from '~/ui/channel-list/tables/field-label'
import { TablePage, tablePath, useKept } from '~/ui/channel-list/tables/parts'
import { SelectField } from '~/ui/field'
import { CancelLink, FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getT } from '~/request/language.server'
import { newBatch } from '~/web/form/form.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerBatch, readBatchPage } from '~/web/lists/tables/batch-fields.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t) => t('tables:batch.title', { channels: t('lists:channels.count', { count: data?.count ?? 0 }) }),
} satisfies RouteHandle<{ count: number }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const page = await readBatchPage(user, params['id'], request, await getT(request, context))
  if (page.replaced) throw redirectWithFlash(context, page.back, { kind: 'problem', key: 'lists:done.replaced' })
  return json({ ...page, batch: newBatch() })
}

export const action = (args: ActionFunctionArgs) => answerBatch(args)

const FieldsPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const failure = answer?.failure ?? data.refusal
  const problems = useKept(failure)
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={data.list} />
  const { list, count, names, field, given, kept, changes, changed, here, back, batch } = data
  const channels = t('lists:channels.count', { count })
  const path = tablePath(list, '/fields')
  const hidden = kept.map(([name = '', value = '']) => <input key={name} type="hidden" name={name} value={value} />)
  const nameOf = (name: string): string => (name === '' ? t('lists:row.unnamed') : name)
  return (
    <TablePage list={list} title={t('batch.title', { channels })} failure={failure}>
      <Card className="stack">
        <ul className="marked">
          {names.map((name, index) => (
            <li key={index}>
              <bdi>{nameOf(name)}</bdi>
            </li>
          ))}
          {count > names.length && (
            <li className="muted">{t('lists:remove.more', { number: count - names.length })}</li>
          )}
        </ul>
        <form noValidate method="get" action={path} className="form">
          {hidden}
          <SelectField
            name="field"
            label={t('batch.field')}
            defaultValue={field ?? 'type'}
            options={batchFields.map((name) => ({ value: name, label: fieldLabel(name, t) }))}
          />
          <FormActions variant={field === null ? 'primary' : 'plain'} submit={t('batch.choose')} />
        </form>
      </Card>
      {field !== null && (
        <Card title={fieldLabel(field, t)}>
          <form noValidate method="get" action={path} className="form" key={field}>
            {hidden}
            <input type="hidden" name="field" value={field} />
            <BatchValue
              field={field}
              given={given}
              error={problems.error('value')}
              choices={data.choices}
              categories={data.categories}
            />
            <FormActions variant={given === null ? 'primary' : 'plain'} submit={t('batch.show')} />
          </form>
        </Card>
      )}
      {field !== null && given !== null && data.refusal === null && changed === 0 && (
        <Notice tone="info">{t('batch.same')}</Notice>
      )}
      {field !== null && given !== null && data.refusal === null && changed > 0 && (
        <Card title={t('batch.changes', { channels: t('lists:channels.count', { count: changed }) })}>
          <div className="stack">
            <Table
              caption={fieldLabel(field, t)}
              rows={changes}
              rowKey={(row) => row.id}
              columns={[
                {
                  key: 'name',
                  header: t('lists:column.channel'),
                  kind: 'name',
                  cell: (row) => <bdi>{nameOf(row.name)}</bdi>,
                },
                {
                  key: 'before',
                  header: t('lists:report.now'),
                  phone: 'full',
                  phoneLabel: 'drawn',
                  cell: (row) => <ValueText value={row.before} />,
                },
                {
                  key: 'after',
                  header: t('lists:report.then'),
                  phone: 'full',
                  phoneLabel: 'drawn',
                  cell: (row) => <ValueText value={row.after} />,
                },
              ]}
            />
            {changed > changes.length && (
              <p className="muted">{t('lists:remove.more', { number: changed - changes.length })}</p>
            )}
            <form noValidate method="post" action={here} className="form-actions">
              <input type="hidden" name="batch" value={batch} />
              <input type="hidden" name="field" value={field} />
              <input type="hidden" name="value" value={given} />
              <Button variant="primary">{t('batch.apply')}</Button>
              <CancelLink href={back} />
            </form>
          </div>
        </Card>
      )}
    </TablePage>
  )
}
export default FieldsPage

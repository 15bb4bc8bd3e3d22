/**
 * Turns pasted names or numbers into a favourite group's channels or the list's order. First shows what each line means
 * and lists lines that match no channel or several; nothing changes until the user agrees.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { useFormat } from '~/i18n/format'
import { readList } from '~/modules/channel-list/channel-list.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { groupName } from '~/ui/channel-list/group-name'
import { isolate, joined } from '~/ui/channel-list/joined'
import { ListToolPage, useListErrors } from '~/ui/channel-list/list-tool-page'
import { Version } from '~/ui/channel-list/version'
import { SelectField, TextAreaField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { fail } from '~/errors/table'
import { invalid, newBatch } from '~/web/form/form.server'
import { answerEdit, listPathOf, refuseForm, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'
import { previewPasted, operationsForPasted, readPasteTargets, type PastePreview } from '~/web/lists/paste.server'
import { pasteForm } from '~/web/lists/number-forms.server'

export const handle = { i18n: ['lists', 'numbers', 'problems'], title: 'numbers:paste.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const to = new URL(request.url).searchParams.get('to')
  return json({
    list: { id: list.id, name: list.name, canChange: list.canChange },
    groups: requireValue(
      await readList(user, list.id, {}, (view) =>
        view.favouriteGroups().map(({ id, index, name }) => ({ id, index, name })),
      ),
    ),
    to: to ?? '0',
    batch: newBatch(),
  })
}

type PasteAnswer = EditAnswer & { look?: PastePreview }

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, user, t, list, read } = await readListForm({ request, params, context }, pasteForm)
  if (!read.ok) return invalid(read)
  const form = read.value
  const refused = (field: string | null, reason: string) =>
    refuseForm(fail('C1106', { ...(field ? { field } : {}), data: { reason } }), read.values)
  if (form.intent === 'look') {
    if (form.text.trim() === '') return refused('text', 'nothing-pasted')
    return json<PasteAnswer>({ look: requireValue(await previewPasted(user, list.id, form)) })
  }
  if (form.intent === 'again') return json<PasteAnswer>({ failure: { values: read.values, errors: [] } })
  if (form.id.length === 0) return refused(null, 'nothing-selected')
  const targets = await readPasteTargets(user, list.id, form.base)
  const operations = operationsForPasted(targets, form)
  const channels = t('lists:channels.count', { count: form.id.length })
  const group = targets.groups.find(({ id }) => String(id) === form.to)
  if (form.to !== 'order' && group === undefined) return refused('to', 'unknown-group')
  return answerEdit({
    ...ask,
    base: form.base,
    source: form.source,
    batch: form.batch,
    operations,
    to: `${listPathOf(list.id)}${group === undefined ? '' : `?favourite=${group.index}`}#channels`,
    done:
      group === undefined
        ? { key: 'lists:done.order' }
        : { key: 'lists:done.favouriteAdd', params: { channels, group: groupName(group.name, group.index, t) } },
    values: read.values,
  })
}

type Group = { id: number; index: number; name: string }
type Line = PastePreview['lines'][number]
/** Each line with the channel that it means, those that it may mean, or none. */
const LineTable = ({ lines }: { lines: readonly Line[] }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const channelText = ({ position, name, place }: Line['candidates'][number]): string =>
    joined([format.number(position), name || t('lists:row.unnamed'), place])
  const rows = lines.map((line, at) => ({ ...line, at }))
  return (
    <Table
      caption={t('paste.lines')}
      rows={rows}
      rowKey={({ at }) => at}
      columns={[
        { key: 'text', header: t('paste.says'), kind: 'name', cell: ({ text }) => <bdi>{text}</bdi> },
        {
          key: 'channel',
          header: t('lists:column.channel'),
          phone: 'full',
          cell: ({ at, text, channel, candidates, again }) =>
            channel !== null ? (
              <>
                <input type="hidden" name="id" value={channel.id} />
                {channelText(channel)}
              </>
            ) : candidates.length > 0 ? (
              <SelectField
                id={`pick-${at}`}
                name="id"
                label={t('paste.which', { text: isolate(text) })}
                options={[
                  { value: '', label: t('paste.none') },
                  ...candidates.map((one) => ({ value: String(one.id), label: channelText(one) })),
                ]}
              />
            ) : (
              <Tag tone={again ? 'quiet' : 'bad'}>{t(again ? 'paste.isTwice' : 'paste.isMissing')}</Tag>
            ),
        },
      ]}
    />
  )
}

type LookProps = { look: PastePreview; path: string; groups: readonly Group[]; batch: string }
/** What every line means, and the one button that applies it. */
const PastePreviewCard = ({ look, path, groups, batch }: LookProps) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const target = groups.find(({ id }) => String(id) === look.to)
  const group = target === undefined ? null : groupName(target.name, target.index, t)
  const missing = look.lines.filter((line) => line.channel === null && line.candidates.length === 0 && !line.again)
  const found = look.lines.filter((line) => line.channel !== null)
  const again = look.lines.filter((line) => line.again)
  const unclear = look.lines.filter((line) => line.candidates.length > 0)
  return (
    <Card title={t('paste.found')}>
      <form noValidate method="post" action={`${path}/paste`} className="form">
        <input type="hidden" name="intent" value="apply" />
        <input type="hidden" name="to" value={look.to} />
        <Version revision={look.revision} source={look.source} batch={batch} />
        <p>{t('paste.counts', { found: format.number(found.length), all: format.number(look.lines.length) })}</p>
        {missing.length > 0 && (
          <Notice title={t('paste.missing', { number: format.number(missing.length) })}>
            <p>
              {format.series(missing.slice(0, 30).map(({ text }) => isolate(text)))}
              {missing.length > 30 ? '…' : ''}
            </p>
          </Notice>
        )}
        {unclear.length > 0 && <p>{t('paste.unclear', { number: format.number(unclear.length) })}</p>}
        {again.length > 0 && <p>{t('paste.twice', { number: format.number(again.length) })}</p>}
        <LineTable lines={look.lines} />
        <div className="form-actions">
          <Button variant="primary">
            {group === null ? t('paste.doOrder') : t('paste.doGroup', { group: isolate(group) })}
          </Button>
        </div>
      </form>
      <form noValidate method="post" action={`${path}/paste`} className="form-actions">
        <input type="hidden" name="intent" value="again" />
        <input type="hidden" name="to" value={look.to} />
        <input type="hidden" name="text" value={look.text} />
        <Button variant="quiet">{t('paste.again')}</Button>
      </form>
    </Card>
  )
}

const PastePage = () => {
  const { list, groups, to, batch } = useLoaderData<typeof loader>()
  const answer = useActionData<PasteAnswer>()
  const { t } = useTranslation(['numbers', 'lists'])
  const { errors, of } = useListErrors(answer?.failure)
  const path = `/features/lists/${list.id}`
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const kept = answer?.failure?.values
  return (
    <ListToolPage list={list} title={t('paste.title')} lead={t('paste.lead')} errors={errors}>
      {answer?.look ? (
        <PastePreviewCard look={answer.look} path={path} groups={groups} batch={batch} />
      ) : (
        <Card>
          <form noValidate method="post" action={`${path}/paste`} className="form">
            <input type="hidden" name="intent" value="look" />
            <TextAreaField
              name="text"
              label={t('paste.text')}
              hint={t('paste.hint')}
              error={of('text')}
              rows={12}
              dir="auto"
              defaultValue={typeof kept?.['text'] === 'string' ? kept['text'] : ''}
            />
            <SelectField
              name="to"
              label={t('paste.to')}
              defaultValue={typeof kept?.['to'] === 'string' ? kept['to'] : to}
              options={[
                { value: 'order', label: t('paste.order') },
                ...groups.map(({ id, index, name }) => ({ value: String(id), label: groupName(name, index, t) })),
              ]}
            />
            <FormActions submit={t('paste.look')} />
          </form>
        </Card>
      )}
    </ListToolPage>
  )
}
export default PastePage

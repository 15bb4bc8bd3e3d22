/**
 * Orders a list like something else: another list, one of its favourite groups, an earlier version, or a spreadsheet.
 * Shows line by line what was found before anything changes.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { orderOperations, previewOrder } from '~/modules/channel-list/channel-list.server'
import { lineMeanings } from '~/modules/channel-list/merge/other.schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { groupName } from '~/ui/channel-list/group-name'
import { isolate, joined } from '~/ui/channel-list/joined'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { OtherChoice } from '~/ui/channel-list/other-choice'
import { Version } from '~/ui/channel-list/version'
import { SelectField } from '~/ui/field'
import { CancelLink } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { invalid } from '~/web/form/form.server'
import { answerEdit, listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { readListForm } from '~/web/lists/list-form.server'
import { orderFromForm } from '~/web/lists/merge-forms.server'
import { answerHeldFile, answerFailure, isUpload, openWithOther } from '~/web/lists/other.server'
import { shortened } from '~/web/lists/shortened.server'

export const handle = { i18n: ['merge', 'lists', 'problems'], title: 'merge:order.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

const groupIn = (search: URLSearchParams): number | null => {
  const group = search.get('group') ?? ''
  return /^\d{1,2}$/.test(group) ? Number(group) : null
}

export const loader = async (args: LoaderFunctionArgs) => {
  const askedOf = (params: URLSearchParams) => ({
    group: groupIn(params),
    as: lineMeanings.find((one) => one === params.get('as')) ?? 'auto',
    odd: params.get('show') === 'odd',
  })
  const { search, value, page } = await openWithOther(args, {
    lines: true,
    read: ({ user, id, other, search, paging }) => previewOrder(user, id, { other, ...askedOf(search), ...paging }),
    totalOf: ({ total }) => total,
  })
  // The page shows lines; the order itself is as long as the list.
  const shownOf = ({ order: _, groups, lines, ...rest }: NonNullable<typeof value>) => ({
    ...rest,
    groups: groups.map((one) => ({ ...one, name: shortened(one.name) })),
    lines: lines.map(({ text, name, ...line }) => ({
      ...line,
      text: shortened(text),
      name: name === null ? null : shortened(name),
    })),
  })
  return json({
    ...page,
    ...askedOf(search),
    meanings: [...lineMeanings],
    result: value && shownOf(value),
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const { request, params, context } = args
  if (await isUpload(args)) return answerHeldFile(args, 'order-from', { mayBeLines: true })
  const { ask, user, list, read } = await readListForm({ request, params, context }, orderFromForm)
  if (!read.ok) return invalid(read)
  const { base, source, batch, with: other, group, as } = read.value
  const made = await orderOperations(user, list.id, { base, source, other, group: group ?? null, as })
  if (!made.ok) return answerFailure(ask, made, read.values)
  const { operations, found, behind } = made.value
  return answerEdit({
    ...ask,
    base,
    source,
    batch,
    operations,
    to: `${listPathOf(list.id)}#channels`,
    done: { key: 'merge:order.done', params: { found, behind } },
    values: read.values,
  })
}

const outcomeTones = { found: 'ok', several: 'warn', unclear: 'bad', again: 'quiet', missing: 'bad' } as const

type Data = SerializeFrom<typeof loader>
type PartProps = { data: Data; result: NonNullable<Data['result']> }

/** Which part of the other list, or of the file's lines, gives the order. */
const GuideForm = ({ data, result }: PartProps) => {
  const { t } = useTranslation(['merge', 'lists'])
  const { list, chosen, as, group, meanings } = data
  const here = `/features/lists/${list.id}/order-from`
  return result.other.kind === 'lines' ? (
    <form noValidate method="get" action={here} className="row" data-keep-scroll="">
      <input type="hidden" name="with" value={chosen ?? ''} />
      <SelectField
        name="as"
        label={t('merge:order.as')}
        defaultValue={as}
        options={meanings.map((value) => ({ value, label: t(`merge:order.meaning.${value}`) }))}
      />
      <Button>{t('merge:order.read')}</Button>
    </form>
  ) : (
    result.groups.length > 0 && (
      <form noValidate method="get" action={here} className="row" data-keep-scroll="">
        <input type="hidden" name="with" value={chosen ?? ''} />
        <SelectField
          name="group"
          label={t('merge:order.group')}
          defaultValue={group === null ? '' : String(group)}
          options={[
            { value: '', label: t('merge:order.wholeList') },
            ...result.groups.map(({ index, name, channels }) => ({
              value: String(index),
              label: joined([groupName(name, index, t), t('lists:channels.count', { count: channels })]),
            })),
          ]}
        />
        <Button>{t('merge:order.read')}</Button>
      </form>
    )
  )
}

/** The channel that was found for each line. */
const LineTable = ({ lines }: { lines: PartProps['result']['lines'] }) => {
  const { t } = useTranslation(['merge', 'lists'])
  const format = useFormat()
  return (
    <Table
      caption={t('merge:order.lines')}
      rows={lines}
      rowKey={(row) => row.line}
      columns={[
        {
          key: 'line',
          header: t('merge:order.line'),
          kind: 'number',
          phone: 'lead',
          cell: (row) => format.number(row.line),
        },
        { key: 'text', header: t('merge:order.text'), kind: 'name', cell: (row) => <bdi>{row.text}</bdi> },
        {
          key: 'channel',
          header: t('lists:column.channel'),
          phone: 'sub',
          cell: (row) =>
            row.name === null ? (
              <span className="muted">–</span>
            ) : (
              <bdi>{row.name === '' ? t('lists:row.unnamed') : row.name}</bdi>
            ),
        },
        {
          key: 'outcome',
          header: t('merge:order.outcome'),
          phone: 'end',
          cell: (row) => <Tag tone={outcomeTones[row.outcome]}>{t(`merge:order.is.${row.outcome}`)}</Tag>,
        },
      ]}
    />
  )
}

/** The resulting order, and the button to apply it. */
const ResultCard = ({ data, result }: PartProps) => {
  const { t } = useTranslation(['merge', 'lists'])
  const format = useFormat()
  const { list, chosen, group, as, odd, page, size, batch } = data
  const path = `/features/lists/${list.id}`
  const here = `${path}/order-from`
  const hrefOf = (isOdd: boolean, more: Record<string, number> = {}): string =>
    `${searchHref(here, { with: chosen, group, as: as === 'auto' ? '' : as, show: isOdd ? 'odd' : '', ...more })}#lines`
  const oddCount = result.counts.several + result.counts.unclear + result.counts.again + result.counts.missing
  return (
    <Card id="lines" title={t('merge:order.result', { name: isolate(result.other.name || t('merge:other.file')) })}>
      <div className="stack">
        <GuideForm data={data} result={result} />
        {result.found === 0 ? (
          <Notice>{t('merge:order.nothing')}</Notice>
        ) : (
          <p>{t('merge:order.summary', { found: result.found, behind: result.behind, moved: result.moved })}</p>
        )}
        {list.canChange && result.found > 0 && (
          <form noValidate method="post" action={here} className="form-actions">
            <Version revision={result.revision} source={result.source} batch={batch} />
            <input type="hidden" name="with" value={chosen ?? ''} />
            <input type="hidden" name="as" value={as} />
            {group !== null && <input type="hidden" name="group" value={group} />}
            <Button variant="primary">{t('merge:order.apply')}</Button>
            <CancelLink href={path} />
          </form>
        )}
        <div className="row">
          <a className="chip" href={hrefOf(false)} aria-current={odd ? undefined : 'true'}>
            {t('merge:order.all')} <span className="muted">{format.number(result.counts.found + oddCount)}</span>
          </a>{' '}
          {oddCount > 0 && (
            <a className="chip" href={hrefOf(true)} aria-current={odd ? 'true' : undefined}>
              {t('merge:order.odd')} <span className="muted">{format.number(oddCount)}</span>
            </a>
          )}
        </div>
        <LineTable lines={result.lines} />
        <Pagination
          page={page}
          size={size}
          total={result.total}
          href={(toPage, toSize) => hrefOf(odd, { page: toPage, size: toSize })}
        />
      </div>
    </Card>
  )
}

const OrderFromPage = () => {
  const data = useLoaderData<typeof loader>()
  const { list, options, chosen, failure, result } = data
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists'])
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const path = `/features/lists/${list.id}`
  const here = `${path}/order-from`
  const errors = listErrorsOf([...(answer?.failure?.errors ?? []), ...(failure === null ? [] : [failure])], t)
  return (
    <div className="stack stack-wide">
      <ListPageHead list={list} title={t('merge:order.title')} lead={t('merge:order.lead')} errors={errors} />
      {result !== null && <ResultCard data={data} result={result} />}
      <OtherChoice options={options} chosen={chosen} action={here} lines errors={errors} />
    </div>
  )
}
export default OrderFromPage

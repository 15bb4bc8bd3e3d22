/**
 * Builds “my list”: the list's first numbers are the channels taken so far, the rest is shown next to them. Rows are
 * taken in the order of the numbers typed in them, or as they are ticked; each press is an edit that can be undone. At
 * the end the user chooses whether the other channels stay at the end or are left out.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { formatsOf, useFormat } from '~/i18n/format'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { ListToolPage, useListErrors } from '~/ui/channel-list/list-tool-page'
import { useKept, type Kept } from '~/ui/channel-list/tables/parts'
import { Field } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { CancelLink, FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { numberInput } from '~/ui/number-input'
import { Pagination } from '~/ui/pagination'
import { Radio } from '~/ui/radio'
import { shortAngleText } from '~/ui/sky-arc/angle'
import { searchHref } from '~/ui/search-address'
import { Table } from '~/ui/table'
import { tickColumn } from '~/ui/tick-column'
import { TickedError, tickedBox } from '~/ui/ticked-error'
import { getLanguage, getT } from '~/request/language.server'
import { newBatch } from '~/web/form/form.server'
import { requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { answerMine, mineHref, readMine, parseMine } from '~/web/lists/mine.server'

export const handle = {
  i18n: ['lists', 'numbers', 'problems', 'tables'],
  title: 'numbers:mine.title',
} satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  if (!list.canChange) throw redirect(`/features/lists/${list.id}`)
  const url = new URL(request.url)
  const query = parseMine(url)
  // The rest is already at the end, so that choice only leads to the list.
  if (url.searchParams.get('rest') === 'end') throw redirect(`/features/lists/${list.id}#channels`)
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  const format = formatsOf(language)
  const angleText = (tenths: number | null): string => shortAngleText(tenths, t, format)
  const page = requireValue(await readMine(user, list.id, query, angleText))
  const path = `/features/lists/${list.id}`
  return json({
    list: { id: list.id, name: list.name },
    ...page,
    query,
    here: mineHref(path, { ...query, taken: page.taken, page: page.page }),
    canUndo: list.undoTo !== null && query.before !== null,
    batch: newBatch(),
  })
}

export const action = (args: ActionFunctionArgs) => answerMine(args)

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const Version = ({ data }: { data: Pick<Data, 'revision' | 'source' | 'batch' | 'taken'> }) => (
  <>
    <input type="hidden" name="base" value={data.revision} />
    <input type="hidden" name="source" value={data.source} />
    <input type="hidden" name="batch" value={data.batch} />
    <input type="hidden" name="taken" value={data.taken} />
  </>
)

/** The channels taken so far, scrolled to the last ones. */
const Taken = ({ data, kept }: { data: Data; kept: Kept }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const { taken, mine } = data
  return (
    <Card title={t('mine.taken', { number: format.number(taken) })}>
      {taken === 0 ? (
        <p className="muted">{t('mine.empty')}</p>
      ) : (
        <form noValidate method="post" action={data.here} className="stack">
          <Version data={data} />
          <TickedError name="id" error={kept.error('id')} />
          <ul className="taken">
            {mine.map((row) => (
              <li key={row.id}>
                <label className="choice">
                  <input
                    type="checkbox"
                    name="id"
                    value={row.id}
                    {...(kept.refused ? tickedBox('id', kept.error('id'), row === mine[0]) : {})}
                  />{' '}
                  <span>{format.number(row.position)}</span>{' '}
                  <bdi>{row.name === '' ? t('lists:row.unnamed') : row.name}</bdi>
                </label>
              </li>
            ))}
          </ul>
          <FormActions variant="plain" submit={t('mine.giveBack')} intent="give-back">
            {data.canUndo && (
              <Button name="intent" value="undo" icon="undo">
                {t('lists:action.undo')}
              </Button>
            )}
          </FormActions>
        </form>
      )}
    </Card>
  )
}

const Rest = ({ data, kept }: { data: Data; kept: Kept }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const { list, query, rows, matched, page, taken } = data
  const path = `/features/lists/${list.id}`
  const ticked = new Set(kept.values('id'))
  return (
    <Card title={t('mine.rest')}>
      <form noValidate method="get" action={`${path}/mine`} className="filters" role="search">
        <input type="hidden" name="taken" value={taken} />
        {query.before !== null && <input type="hidden" name="before" value={query.before} />}
        <Field
          type="search"
          name="search"
          label={t('lists:filter.search')}
          placeholder={t('lists:filter.searchHint')}
          defaultValue={query.search}
          maxLength={100}
        />
        <FormActions variant="plain" icon="search" submit={t('lists:filter.submit')} />
      </form>
      <form noValidate method="post" action={data.here} className="stack" key={`${data.revision} ${data.here}`}>
        <Version data={data} />
        <TickedError name="id" error={kept.error('id')} />
        <Table
          caption={t('mine.rest')}
          rowKey={(row) => row.id}
          rows={rows}
          columns={[
            tickColumn({
              t,
              texts: 'lists',
              isTicked: ({ id }) => ticked.has(String(id)),
              error: kept.refused ? kept.error('id') : null,
              first: kept.refused ? rows[0] : undefined,
            }),
            {
              key: 'as',
              header: t('mine.as'),
              phone: 'end',
              cell: (row) => (
                <>
                  <span className="cell-label">{t('mine.as')} </span>
                  <input
                    {...numberInput()}
                    size={4}
                    name={`n.${row.id}`}
                    className="input input-code"
                    defaultValue={kept.value(`n.${row.id}`, '')}
                    {...tickedBox(`n.${row.id}`, kept.error(`n.${row.id}`), kept.error(`n.${row.id}`) !== null)}
                    aria-label={t('mine.asOf', { name: row.name || t('lists:row.unnamed') })}
                  />
                  <TickedError name={`n.${row.id}`} error={kept.error(`n.${row.id}`)} />
                </>
              ),
            },
            {
              key: 'name',
              header: t('lists:column.channel'),
              kind: 'name',
              cell: (row) => (
                <bdi className={row.name === '' ? 'muted' : 'name'}>
                  {row.name === '' ? t('lists:row.unnamed') : row.name}
                </bdi>
              ),
            },
            {
              key: 'number',
              header: t('lists:column.number'),
              kind: 'number',
              cell: (row) => format.number(row.position),
            },
            {
              key: 'place',
              header: t('lists:column.transponder'),
              kind: 'quiet',
              cell: (row) => <bdi dir="ltr">{row.place}</bdi>,
            },
          ]}
        />
        <Pagination
          page={page}
          size={query.size}
          total={matched}
          href={(page, size) => searchHref(`${path}/mine`, { taken, search: query.search, page, size })}
        />
        <FormActions submit={t('mine.take')} intent="take" />
      </form>
    </Card>
  )
}

/** What happens to the channels that were not taken. */
const Others = ({ data }: { data: Data }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const { list, query, taken, total } = data
  const path = `/features/lists/${list.id}`
  const channels = t('lists:channels.count', { count: total - taken })
  if (taken === 0 || taken >= total) return null
  return (
    <Card title={t('mine.others')}>
      <div className="stack">
        <p>{channels}</p>
        {query.ask ? (
          <form noValidate method="post" action={data.here} className="stack">
            <Version data={data} />
            <Notice>{t('mine.sure', { channels })}</Notice>
            <FormActions variant="danger" icon="trash" submit={t('mine.delete')} intent="delete-rest">
              <CancelLink href={`${path}/mine?taken=${taken}`} />
            </FormActions>
          </form>
        ) : (
          <form noValidate method="get" action={`${path}/mine`} className="stack">
            <input type="hidden" name="taken" value={taken} />
            <FieldGroup legend={t('mine.others')} legendHidden>
              {(['end', 'out'] as const).map((rest) => (
                <Radio key={rest} name="rest" value={rest} checked={rest === 'end'}>
                  {t(`mine.ends.${rest}`)}
                  <br />
                  <span className="muted small">{t(`mine.endHints.${rest}`)}</span>
                </Radio>
              ))}
            </FieldGroup>
            <FormActions variant="plain" submit={t('mine.finish')} />
          </form>
        )}
      </div>
    </Card>
  )
}

const MinePage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['numbers', 'lists'])
  const { errors } = useListErrors(answer?.failure)
  const taking = useKept(answer?.failure, 'take')
  const givingBack = useKept(answer?.failure, 'give-back')
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={data.list} />
  return (
    <ListToolPage list={data.list} title={t('mine.title')} lead={t('mine.lead')} errors={errors} wide>
      <div className="aside">
        <Rest data={data} kept={taking} />
        <div className="stack">
          <Taken data={data} kept={givingBack} />
          <Others data={data} />
        </div>
      </div>
    </ListToolPage>
  )
}
export default MinePage

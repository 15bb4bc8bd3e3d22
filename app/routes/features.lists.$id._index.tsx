/**
 * A list's channels: the sky arc, search and filters, the paged table, one action bar. Everything works as links and
 * forms; where scripts and WebAssembly run, the editor replaces the plain parts.
 */
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { editorAhead, EditorTakeover } from '~/client/editor/takeover'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { compareBeside } from '~/modules/channel-list/channel-list.server'
import editorStyles from '~/styles/editor.css'
import styles from '~/styles/lists.css'
import { ButtonLink } from '~/ui/button'
import { BesideNotice, type Beside } from '~/ui/channel-list/beside-notice'
import { ChannelTable } from '~/ui/channel-list/channel-table'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorText } from '~/ui/channel-list/error-text'
import { FilterForm } from '~/ui/channel-list/filter-form'
import { groupName } from '~/ui/channel-list/group-name'
import { isolate, joined } from '~/ui/channel-list/joined'
import { listHref, parseIds, parseListQuery, parsePageSize, defaultPageSize, isFiltered } from '~/ui/channel-list/query'
import { SelectionBar } from '~/ui/channel-list/selection-bar'
import { UndoButtons } from '~/ui/channel-list/undo-buttons'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { Pagination } from '~/ui/pagination'
import { PlacedMessages } from '~/ui/placed-messages'
import { angleText, plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'
import { SkyArc } from '~/ui/sky-arc/sky-arc'
import { Tag } from '~/ui/tag'
import { requireUser } from '~/request/caller.server'
import { invalid, readForm } from '~/web/form/form.server'
import { getT } from '~/request/language.server'
import { requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { answerChannelsForm, requireList } from '~/web/lists/channels-action.server'
import { channelsForm } from '~/web/lists/forms.server'
import { readChannelsPage } from '~/web/lists/channels.server'
import { editorChunks } from '~/web/lists/editor-chunks.server'
import { readRowsCookie, writeRowsCookie } from '~/web/lists/rows-cookie.server'

export const handle = {
  i18n: ['lists', 'editor', 'problems'],
  title: (data) => data?.list.name ?? '',
  ahead: ({ list }) => editorAhead(list.id),
} satisfies RouteHandle<{ list: { id: string; name: string } }>

/**
 * The editor's own style sheet loads with the page's: applied later, it would make the browser restyle the whole page.
 */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: editorStyles },
]

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const url = new URL(request.url)
  const query = parseListQuery(url.searchParams)
  const size = query.size ?? parsePageSize(readRowsCookie(request)) ?? defaultPageSize
  const page = requireValue(
    await readChannelsPage(user, params['id'] ?? '', { ...query, size }, await getT(request, context)),
  )
  // Ticks from another file refer to none of this one's channels.
  const ofSource = url.searchParams.get('source')
  const selected = ofSource === null || ofSource === page.source ? url.searchParams.get('selected') : null
  const headers = new Headers()
  if (query.size !== null) headers.set('set-cookie', writeRowsCookie(context, query.size))
  const { beside } = page.list
  // Where long lists have to wait, the notice is shown without its counts.
  const compared = beside === null ? null : await compareBeside(user, page.list.id, { show: null, page: 1, size: 0 })
  const counts =
    compared?.ok &&
    compared.value !== null &&
    compared.value.revision === page.revision &&
    compared.value.beside.revision === beside?.revision
      ? compared.value.counts
      : null
  return json(
    {
      ...page,
      counts,
      filter: query.filter,
      selected: selected === 'all' ? ('all' as const) : parseIds(selected),
      userId: user.userId,
      chunks: editorChunks(),
    },
    { headers },
  )
}

/**
 * The editor's scripts are requested with the page's own. The page is first painted once it is complete: painted in
 * pieces, it would be laid out several times while the scripts wait.
 */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { tagName: 'link', rel: 'expect', href: '#foot', blocking: 'render' },
  ...(data?.chunks ?? []).map((href) => ({ tagName: 'link', rel: 'modulepreload', href })),
]

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, list, read] = await Promise.all([
    getT(request, context),
    requireList(user, params['id']),
    readForm(request, context, channelsForm),
  ])
  if (!read.ok) return invalid(read)
  const url = new URL(request.url)
  return answerChannelsForm({
    actor: user,
    context,
    t,
    list,
    form: read.value,
    filter: parseListQuery(url.searchParams).filter,
    url,
    values: read.values,
  })
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

const ListPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { list, filter, satellites, revision } = data
  const path = `/features/lists/${list.id}`
  const satelliteTexts = useMemo(
    () =>
      new Map(
        satellites.map((entry) => [
          entry.index,
          {
            name: plainSatelliteName(entry.name) || t('satellite.unnamed'),
            angle: shortAngleText(entry.angle, t, format),
          },
        ]),
      ),
    [satellites, t, format],
  )
  const groups = useMemo(() => data.groups.map((name, index) => groupName(name, index, t)), [data.groups, t])
  const groupChoices = groups.map((label, index) => ({ value: String(index), label }))

  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />

  const failure = answer?.failure
  const errors = (failure?.errors ?? []).map((error) => ({ field: error.field, message: listErrorText(error, t) }))
  const kept = failure?.values
  const selectedIds = kept ? [kept['id'] ?? []].flat().map(Number) : data.selected === 'all' ? [] : data.selected
  const allSelected = kept ? kept['all'] !== undefined : data.selected === 'all'
  /** Page links, filters and edits of the plain page return to the rows. */
  const placed = (href: string): string => `${href}#channels`
  const here = placed(listHref(path, filter, { page: data.page, size: data.size }))

  // The editor passes the number of channels after its edits.
  const headingOf = (channels: number) => (
    <PageHead
      title={<bdi>{list.name}</bdi>}
      crumbs={[{ href: '/features', label: t('title') }]}
      lead={
        <>
          {list.kind !== 'user' && (
            <>
              <Tag tone={list.kind === 'system' ? 'info' : 'quiet'}>{t(`kind.${list.kind}`)}</Tag>{' '}
            </>
          )}
          {joined([
            t('channels.count', { count: channels }),
            t('counts.satellites', { count: satellites.length }),
            t('counts.transponders', { count: data.transponderCount }),
            t('page.from', { format: isolate([t(`dialect.${list.dialect}`), list.version].filter(Boolean).join(' ')) }),
          ])}
        </>
      }
    />
  )
  /** The counts are known for the version that this page was made of; the editor may show a newer one. */
  const besideNotice = ({ beside, revision: shown }: { beside: Beside; revision: number }) => (
    <BesideNotice
      listPath={path}
      beside={beside}
      counts={shown === revision && beside.revision === list.beside?.revision ? data.counts : null}
    />
  )
  const tools = (
    <div className="list-ways">
      {!list.canChange && (
        <ButtonLink href={`${path}/copy`} variant="primary">
          {t('action.saveAsMine')}
        </ButtonLink>
      )}
      <ButtonLink href={`${path}/export`} icon="download">
        {t('action.export')}
      </ButtonLink>
      <ButtonLink href={`${path}/history`} icon="history" variant="quiet">
        {t('action.history')}
      </ButtonLink>
      <ButtonLink href={`${path}/report`} variant="quiet">
        {t('action.report')}
      </ButtonLink>
      {list.canChange && (
        <ButtonLink href={`${path}/sort`} variant="quiet">
          {t('action.sort')}
        </ButtonLink>
      )}
    </div>
  )
  const table = (
    <>
      <ChannelTable
        rows={data.rows}
        satellites={satelliteTexts}
        groups={groups}
        listPath={path}
        canSelect={list.canChange}
        selected={new Set(selectedIds)}
      />
      <Pagination
        page={data.page}
        size={data.size}
        total={data.matched}
        href={(page, size) => placed(listHref(path, filter, { page, size }))}
      />
    </>
  )
  return (
    <>
      <EditorTakeover
        list={{ id: list.id, revision, canEdit: list.canChange, name: list.name }}
        userId={data.userId}
        listPath={path}
        heading={(live) => headingOf(live.channels)}
        links={tools}
        notice={besideNotice}
      >
        <div className="stack stack-wide">
          <div className="list-head">
            {headingOf(data.total)}
            <div className="list-tools">
              <Tag tone="ok" icon="check">
                {t('page.revision', { number: revision })}
              </Tag>
              {list.canChange && <UndoButtons action={here} base={revision} undo={data.undo} redo={data.redo} />}
              {tools}
            </div>
          </div>
          {!list.canChange && <Notice tone="info">{t('page.readOnly')}</Notice>}
          {list.beside && besideNotice({ beside: list.beside, revision })}
          {satellites.length > 0 && (
            <section className="card sky-card" aria-label={t('satellite.label')}>
              <SkyArc
                label={t('satellite.label')}
                chosen={filter.satellite === undefined ? null : String(filter.satellite)}
                all={{
                  href: placed(listHref(path, { ...filter, satellite: undefined, transponder: undefined })),
                  channels: data.total,
                }}
                satellites={satellites
                  .filter((entry) => entry.channels > 0)
                  .map((entry) => ({
                    key: String(entry.index),
                    name: entry.name,
                    angle: entry.angle,
                    channels: entry.channels,
                    href: placed(
                      listHref(path, {
                        ...filter,
                        transponder: undefined,
                        satellite: entry.index === filter.satellite ? undefined : entry.index,
                      }),
                    ),
                  }))}
              />
            </section>
          )}
          <section className="card channels-card" id="channels" aria-label={t('page.channels')}>
            <PlacedMessages />
            <ErrorSummary errors={errors} />
            <FilterForm
              listPath={path}
              filter={filter}
              satellites={satellites.map((entry) => ({
                value: String(entry.index),
                label: joined([
                  plainSatelliteName(entry.name) || t('satellite.unnamed'),
                  angleText(entry.angle, t, format),
                ]),
              }))}
              transponders={data.transponders.map((entry) => ({ value: String(entry.index), label: entry.text }))}
              groups={groupChoices}
            />
            {data.matched === 0 ? (
              <EmptyState
                title={t(isFiltered(filter) ? 'page.noMatch' : 'page.empty')}
                text={isFiltered(filter) ? t('page.noMatchText') : undefined}
                art="none"
              />
            ) : list.canChange ? (
              <form
                noValidate
                method="post"
                action={here}
                className="channels-form"
                data-keep-scroll=""
                key={`${revision}.${here}`}
              >
                <input type="hidden" name="base" value={revision} />
                <input type="hidden" name="source" value={data.source} />
                {data.matched > 1 && (
                  <label className="check-all">
                    <input type="checkbox" name="all" value="1" defaultChecked={allSelected} />{' '}
                    {t('bar.allMatching', { channels: t('channels.count', { count: data.matched }) })}
                  </label>
                )}
                {table}
                <SelectionBar
                  groups={groupChoices}
                  to={textOf(kept?.['to'])}
                  toError={errors.find((error) => error.field === 'to')?.message}
                />
              </form>
            ) : (
              table
            )}
          </section>
        </div>
      </EditorTakeover>
    </>
  )
}
export default ListPage

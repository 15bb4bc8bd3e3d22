/**
 * A list's channels as a workspace, rows first: a line at the top, the list's parts at the side, the search, the paged
 * table, one action bar. Everything works with links and forms; if scripts and WebAssembly run, the editor replaces the
 * plain parts.
 */
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorPage } from '~/client/editor/editor'
import { editorPrefetches, EditorTakeover } from '~/client/editor/takeover'
import { formatsOf, useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { compareConflictCopy } from '~/modules/channel-list/channel-list.server'
import editorStyles from '~/styles/editor.css'
import styles from '~/styles/lists.css'
import workspaceStyles from '~/styles/workspace.css'
import { ConflictCopyNotice } from '~/ui/channel-list/conflict-copy-notice'
import { ChannelTable } from '~/ui/channel-list/channel-table'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { countTexts } from '~/ui/channel-list/difference-text'
import { FilterForm } from '~/ui/channel-list/filter-form'
import { groupName, namesByBit } from '~/ui/channel-list/group-name'
import { ListAbout } from '~/ui/channel-list/list-about'
import { ListHead, ListWays } from '~/ui/channel-list/list-head'
import { useSatelliteTexts } from '~/ui/channel-list/list-satellites'
import {
  placed,
  listHref,
  parseIds,
  writeIds,
  parseListQuery,
  parsePageSize,
  channelPageSize,
  isFiltered,
} from '~/ui/channel-list/query'
import { Rail } from '~/ui/channel-list/rail'
import { railSections, skyDots } from '~/ui/channel-list/rail-sections'
import { SelectionBar } from '~/ui/channel-list/selection-bar'
import { UndoButtons } from '~/ui/channel-list/undo-buttons'
import { ViewOrderNotice } from '~/ui/channel-list/view-order'
import { isolate, joined } from '~/ui/channel-list/joined'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary, type FormError } from '~/ui/error-summary'
import { OddSearch } from '~/ui/odd-search'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { PlacedMessages } from '~/ui/placed-messages'
import { VersionTag } from '~/ui/channel-list/version-tag'
import { Version } from '~/ui/channel-list/version'
import { LockedNotice } from '~/ui/service/locked'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { findBoxesUsing } from '~/web/box/put-boxes.server'
import { findLock } from '~/web/service/locked.server'
import type { FormFailure } from '~/web/form/form'
import { invalid, newBatch } from '~/web/form/form.server'
import { getT } from '~/request/language.server'
import { requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { answerChannelsForm } from '~/web/lists/channels-action.server'
import { channelsForm } from '~/web/lists/forms.server'
import { oddInAddress } from '~/web/lists/list-address.server'
import { readChannelsPage } from '~/web/lists/channels.server'
import { editorChunks } from '~/web/lists/editor-chunks.server'
import { readListForm } from '~/web/lists/list-form.server'
import { readRowsCookie, writeRowsCookie } from '~/web/lists/rows-cookie.server'

export const handle = {
  i18n: ['lists', 'editor', 'problems', 'parts'],
  title: (data) => data?.list.name ?? '',
  ahead: ({ list }) => editorPrefetches(list.id),
} satisfies RouteHandle<{ list: { id: string; name: string } }>

/**
 * The editor's own style sheet loads with the page's: applied later, it would make the browser restyle the whole page.
 */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: workspaceStyles },
  { rel: 'stylesheet', href: editorStyles },
]

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const url = new URL(request.url)
  const query = parseListQuery(url.searchParams)
  const size = query.size ?? parsePageSize(readRowsCookie(request)) ?? channelPageSize
  const ticked = parseIds(url.searchParams.get('selected'))
  const page = requireValue(
    await readChannelsPage(user, params['id'] ?? '', { ...query, size, ticked }, await getT(request, context)),
  )
  // Ticked ids from another file are not this file's channels.
  const ofSource = url.searchParams.get('source')
  const isOfFile = ofSource === null || ofSource === page.source
  const selected = isOfFile ? url.searchParams.get('selected') : null
  const oddAddress = oddInAddress(url.searchParams)
  const headers = new Headers()
  if (query.size !== null) headers.set('set-cookie', writeRowsCookie(context, query.size))
  const { beside } = page.list
  // If work on long lists has to wait, the notice is shown without its counts.
  const compared =
    beside === null ? null : await compareConflictCopy(user, page.list.id, { show: null, page: 1, size: 0 })
  const t = await getT(request, context)
  const language = await getLanguage(request, context)
  const differs =
    compared?.ok &&
    compared.value !== null &&
    compared.value.revision === page.revision &&
    compared.value.beside.revision === beside?.revision
      ? joined(countTexts(compared.value.counts, t, formatsOf(language))) || t('lists:compare.same')
      : null
  const lock = page.list.canChange ? await findLock(user, 'chmax', language) : null
  return json(
    {
      ...page,
      unseen: isOfFile ? page.unseen : [],
      sort: query.sort,
      // Without the service, the account's own list is read-only too.
      list: lock === null ? page.list : { ...page.list, canChange: false },
      lock,
      differs,
      filter: query.filter,
      selected: selected === 'all' ? ('all' as const) : parseIds(selected),
      boxes: await findBoxesUsing(user.userId, page.list),
      userId: user.userId,
      batch: newBatch(),
      chunks: editorChunks(),
      oddAddress,
    },
    { headers, status: oddAddress.length > 0 ? 422 : 200 },
  )
}

/**
 * Requests the editor's scripts together with the page's own. The page is first painted once it is complete: painted in
 * pieces, it would be laid out several times while the scripts wait.
 */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { tagName: 'link', rel: 'expect', href: '#foot', blocking: 'render' },
  ...(data?.chunks ?? []).map((href) => ({ tagName: 'link', rel: 'modulepreload', href })),
]

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, read } = await readListForm({ request, params, context }, channelsForm)
  if (!read.ok) return invalid(read)
  const url = new URL(request.url)
  return answerChannelsForm({
    ...ask,
    form: read.value,
    filter: parseListQuery(url.searchParams).filter,
    sort: parseListQuery(url.searchParams).sort,
    url,
    values: read.values,
  })
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

type Data = SerializeFrom<typeof loader>
type ChannelsPartProps = { data: Data; path: string; failure: FormFailure | undefined; errors: readonly FormError[] }

/** The filter and the rows; for users who may change the list, inside the form of its actions. */
const ChannelsPart = ({ data, path, failure, errors }: ChannelsPartProps) => {
  const { t } = useTranslation('lists')
  const { list, filter, sort, revision } = data
  const satellites = useSatelliteTexts(data.satellites)
  const groups = useMemo(() => namesByBit(data.groups).map((name, bit) => groupName(name, bit, t)), [data.groups, t])
  // A filter uses the group's bit, an edit its id: another group may have the bit by the time the edit is made.
  const groupChoices = data.groups.map(({ index, id }) => ({ value: String(index), id, label: groups[index] ?? '' }))
  const kept = failure?.values
  const selectedIds = kept ? [kept['id'] ?? []].flat().map(Number) : data.selected === 'all' ? [] : data.selected
  const here = hereOf(path, data)
  const pages = (
    <Pagination
      page={data.page}
      size={data.size}
      total={data.matched}
      href={(page, size) => placed(withTicked(listHref(path, filter, { sort, page, size }), data))}
    />
  )
  const allText =
    data.matched > 1 ? t('bar.allMatching', { channels: t('channels.count', { count: data.matched }) }) : null
  const table = (
    <ChannelTable
      rows={data.rows}
      satellites={satellites.byIndex}
      groups={groups}
      listPath={path}
      canSelect={list.canChange}
      selected={new Set(selectedIds)}
      all={allText}
      sort={sort}
      sortHref={(next) => placed(listHref(path, filter, { sort: next, size: data.size }))}
      allSelected={kept ? kept['all'] !== undefined : data.selected === 'all'}
    />
  )
  return (
    <section className="ws-main" id="channels" aria-label={t('page.channels')}>
      <PlacedMessages />
      {/* For paper only, and drawn by the style sheet: text browsers would show a text in the markup. */}
      {data.rows.length < data.total && <p className="only-print" data-printed={t('page.printedPart')} />}
      <FilterForm
        listPath={path}
        filter={filter}
        satellites={satellites.choices}
        transponders={data.transponders.map((entry) => ({ value: String(entry.index), label: isolate(entry.text) }))}
        groups={groupChoices}
        sort={sort}
        choices={data.choices}
        categories={data.categories.map(({ id, name }) => ({
          value: String(id),
          label: data.categoryNames[name] ?? name,
        }))}
        ticked={
          data.selected === 'all' || data.selected.length === 0
            ? null
            : { selected: writeIds(data.selected), source: data.source }
        }
      />
      {data.oddAddress.length > 0 ? (
        <OddSearch odd={data.oddAddress} all={placed(path)} level={2} />
      ) : data.matched === 0 ? (
        <>
          {data.unseen.length > 0 && <UnseenNames unseen={data.unseen} />}
          <EmptyState
            title={t(isFiltered(filter) ? 'page.noMatch' : 'page.empty')}
            text={isFiltered(filter) ? t('page.noMatchText') : undefined}
            art="none"
            action={
              isFiltered(filter) ? (
                <ButtonLink href={placed(listHref(path, {}))}>{t('filter.reset')}</ButtonLink>
              ) : (
                list.canChange && (
                  <ButtonLink href={`${path}/channels/add`} variant="primary">
                    {t('tool.adding')}
                  </ButtonLink>
                )
              )
            }
          />
        </>
      ) : list.canChange ? (
        <form
          noValidate
          method="post"
          action={here}
          className="channels-form"
          data-keep-scroll=""
          key={`${revision}.${here}`}
        >
          <Version revision={revision} source={data.source} batch={data.batch} />
          {sort && (
            <ViewOrderNotice sort={sort}>
              <ButtonLink href={placed(listHref(path, filter, { size: data.size }))} data-keep-scroll="">
                {t('editor:look.back')}
              </ButtonLink>
              <Button name="intent" value="take-order" variant="quiet">
                {t('editor:look.take')}
              </Button>
            </ViewOrderNotice>
          )}
          {table}
          {data.unseen.length > 0 && <Unseen unseen={data.unseen} />}
          {pages}
          <SelectionBar
            groups={groupChoices.map(({ id, label }) => ({ value: String(id), label }))}
            to={textOf(kept?.['to'])}
            messageOf={(field) => errors.find((error) => error.field === field)?.message ?? null}
          />
        </form>
      ) : (
        <>
          {table}
          {pages}
        </>
      )}
    </section>
  )
}

/** Rows that the address marks as ticked stay ticked on another page. */
const withTicked = (href: string, { selected, source }: Pick<Data, 'selected' | 'source'>): string => {
  if (selected === 'all' || selected.length === 0) return href
  const params = new URLSearchParams({ selected: writeIds(selected), source })
  return `${href}${href.includes('?') ? '&' : '?'}${params.toString()}`
}

/** Ticked channels that are not among these rows: named, and left out unless the user includes them. */
const Unseen = ({ unseen }: { unseen: Data['unseen'] }) => {
  const { t } = useTranslation('lists')
  return (
    <Notice>
      <UnseenNames unseen={unseen} />
      <label className="choice">
        <input type="checkbox" name="also" value={unseen.map(({ id }) => id).join('.')} /> <span>{t('bar.also')}</span>
      </label>
    </Notice>
  )
}
const UnseenNames = ({ unseen }: { unseen: Data['unseen'] }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const named = unseen.slice(0, maxUnseenNamed).map(({ name }) => isolate(name === '' ? t('row.unnamed') : name))
  return (
    <p>
      {t('bar.unseen', { channels: t('channels.count', { count: unseen.length }) })} {format.series(named)}
      {unseen.length > named.length ? '…' : ''}
    </p>
  )
}
/** How many unseen channels are named one by one. */
const maxUnseenNamed = 5

const PlainRail = ({ data, path }: { data: Data; path: string }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { total, filter, sort, satellites, groups, odd } = data
  const facts = {
    total,
    filter,
    satellites,
    groups,
    categories: data.categories,
    categoryNames: data.categoryNames,
    odd,
    hrefOf: (next: typeof filter) => placed(listHref(path, next, { sort })),
  }
  return <Rail sections={railSections(facts, t, format)} sky={skyDots(facts)} />
}

/**
 * Where the plain page's forms are answered. A success continues at the rows; errors appear at the page's top, so the
 * address has no fragment.
 */
const hereOf = (path: string, { filter, sort, page, size }: Pick<Data, 'filter' | 'sort' | 'page' | 'size'>): string =>
  listHref(path, filter, { sort, page, size })

const ListPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { list, satellites, revision } = data
  const path = `/features/lists/${list.id}`
  const failure = answer?.failure
  // The summary takes the focus whenever its errors change, so the errors of one answer must stay the same object.
  const errors = useMemo(() => listErrorsOf(failure?.errors, t), [failure, t])

  if (answer?.clash)
    return (
      <div className="ws-page">
        <ClashPanel clash={answer.clash} list={list} />
      </div>
    )

  const ways = <ListWays path={path} canChange={list.canChange} kind={list.kind} />
  const standing = data.lock ? <LockedNotice lock={data.lock} /> : <Notice tone="info">{t('page.readOnly')}</Notice>
  const page: EditorPage = {
    list,
    ways,
    standing,
    categoryNames: data.categoryNames,
    // The differences are known for the version that this page was made from; the editor may show a newer one.
    notice: ({ beside, revision: shown }) => (
      <ConflictCopyNotice
        listPath={path}
        beside={beside}
        base={shown}
        batch={data.batch}
        differs={shown === revision && beside.revision === list.beside?.revision ? data.differs : null}
      />
    ),
    about: ({ hint, ...counts }) => (
      <ListAbout list={list} {...counts}>
        {list.canChange && list.publication && (
          <p className="small">
            {list.publication.revision === null
              ? t('page.unpublished')
              : t('page.published', { number: list.publication.revision })}{' '}
            <a href={`${path}/publish`}>{t('action.publish')}</a>
          </p>
        )}
        {data.boxes.all.length > 0 && (
          <p className="small">
            {list.canChange && data.boxes.following.length > 0 && (
              <>{t('putOnBox.follows', { boxes: format.list(data.boxes.following.map((name) => isolate(name))) })} </>
            )}
            <a href={`${path}/put-on-box`}>{t('action.putOnBox')}</a>
          </p>
        )}
        {hint && <p className="small">{hint}</p>}
      </ListAbout>
    ),
  }
  const plain = (
    <div className="ws">
      <ErrorSummary errors={errors} />
      <ListHead
        list={list}
        state={<VersionTag revision={revision} />}
        undo={
          list.canChange && (
            <UndoButtons
              action={hereOf(path, data)}
              base={revision}
              batch={data.batch}
              undo={data.undo}
              redo={data.redo}
            />
          )
        }
        ways={ways}
      />
      <div className="ws-notices">
        {!list.canChange && standing}
        {list.beside && page.notice({ beside: list.beside, revision })}
      </div>
      <div className="ws-body">
        <PlainRail data={data} path={path} />
        <ChannelsPart data={data} path={path} failure={failure} errors={errors} />
        <aside className="ws-side" aria-label={t('rail.about')}>
          <div className="side-inner" tabIndex={0}>
            {page.about({
              channels: data.total,
              satellites: satellites.length,
              transponders: data.transponderCount,
              hint: null,
            })}
          </div>
        </aside>
      </div>
    </div>
  )
  // The editor would ignore the odd parameters and show the whole list.
  if (data.oddAddress.length > 0) return plain
  return (
    <EditorTakeover list={list} userId={data.userId} listPath={path} page={page}>
      {plain}
    </EditorTakeover>
  )
}
export default ListPage

/**
 * Channel lists: the account's own with the boxes that load them, ready-made ones, deleted ones, and a link to upload.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadForm } from '~/client/upload/upload-form'
import { useFormat, useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { limits } from '~/engine/types'
import {
  findDeleted,
  findListRoom,
  findLists,
  restoreList,
  type ListSummary,
} from '~/modules/channel-list/channel-list.server'
import { listBoxes } from '~/modules/device/device.server'
import { listHeldUploads } from '~/modules/held-upload/held-upload.server'
import { dayMs, now } from '~/platform/clock.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { boxText } from '~/ui/channel-list/box-text'
import { PutOnBox } from '~/ui/channel-list/put-on-box'
import { isolate, joined } from '~/ui/channel-list/joined'
import { listsPerAccount, restoreDays } from '~/ui/channel-list/limits'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Icon } from '~/ui/icon'
import { Menu } from '~/ui/menu'
import { LinkCards } from '~/ui/mylink/link-cards'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { Pagination, parsePaging } from '~/ui/pagination'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { LockedNotice } from '~/ui/service/locked'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { putBoxesOf } from '~/web/box/put-boxes.server'
import { findLock } from '~/web/service/locked.server'
import { redirectDone } from '~/request/flash.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { restoreForm } from '~/web/lists/forms.server'
import { readLinkCards } from '~/web/mylink/cards.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['lists', 'problems', 'mylink'], title: 'lists:title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

type BoxesOfList = {
  loaded: readonly string[]
  waiting: readonly string[]
  all: ReturnType<typeof putBoxesOf>
}

/** What a card or row of this page shows of a list. */
const viewOf = (list: ListSummary, boxes: BoxesOfList = { loaded: [], waiting: [], all: [] }) => ({
  id: list.id,
  name: list.name,
  kind: list.kind,
  revision: list.revision,
  dialect: list.dialect,
  version: list.version,
  channels: list.channels,
  tv: list.tv,
  radio: list.radio,
  satellites: list.satellites,
  errors: list.errors,
  warnings: list.warnings,
  overLimit: list.overLimit,
  beside: list.beside,
  vno: list.vno,
  canChange: list.canChange,
  editedAt: list.updatedAt.toISOString(),
  boxes,
})

/** The kind of list that an account's uploads become, if the account publishes for others. */
const publishedKind = (role: string): 'system' | 'vno' | null =>
  role === 'administrator' ? 'system' : role === 'vno' ? 'vno' : null

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const search = new URL(request.url).searchParams
  const paging = parsePaging(search)
  const language = await getLanguage(request, context)
  const [own, system, vno, deleted, boxes, held, room, lock, more] = await Promise.all([
    findLists(user, { kind: 'user', page: 1, size: 100 }),
    findLists(user, { kind: 'system', ...paging }),
    findLists(user, { kind: 'vno', ...paging }),
    findDeleted(user, { page: 1, size: 100 }),
    listBoxes(user.userId),
    listHeldUploads(user.userId),
    findListRoom(user.userId),
    findLock(user, 'chmax', language),
    readLinkCards(user, language),
  ])
  const readyTotal = Math.max(system.total, vno.total)
  requirePage(request, { ...paging, total: readyTotal })
  /** The boxes that this list is chosen for: those that have loaded it, and those that will at their next update. */
  const boxesOf = (id: string): BoxesOfList => {
    const all = putBoxesOf(boxes, id)
    const named = (isLoaded: boolean): string[] =>
      all.flatMap(({ name, hasList }, at) => (hasList && (boxes[at]?.fetchedListId === id) === isLoaded ? [name] : []))
    return { loaded: named(true), waiting: named(false), all }
  }
  const publishes = publishedKind(user.role)
  const ready = [...system.items, ...vno.items]
  const isPublished = (list: ListSummary): boolean => list.kind === publishes && list.canChange
  return json({
    now: now().toISOString(),
    role: user.role,
    lock,
    more,
    publishes,
    ...paging,
    room,
    own: own.items.filter((list) => list.owned).map((list) => viewOf(list, boxesOf(list.id))),
    published: ready.filter(isPublished).map((list) => viewOf(list)),
    shared: ready.filter((list) => !isPublished(list)).map((list) => viewOf(list, boxesOf(list.id))),
    readyTotal,
    held: held.map(({ id, fileName, name, expiresAt }) => ({
      id,
      file: fileName ?? name,
      expiresAt: expiresAt.toISOString(),
    })),
    deleted: deleted.items.map((list) => ({
      id: list.id,
      name: list.name,
      channels: list.channels,
      deletedAt: (list.deletedAt ?? now()).toISOString(),
      goneAt: new Date((list.deletedAt ?? now()).getTime() + restoreDays * dayMs).toISOString(),
    })),
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, restoreForm)
  if (!read.ok) return invalid(read)
  const { id, name } = read.value
  const restored = await restoreList(user, id, name === undefined ? {} : { name })
  if (!restored.ok)
    return refused(
      restored.code === 'C1125' || restored.code === 'C1110' ? { ...restored, field: 'restore-name' } : restored,
      read.values,
    )
  return redirectDone(context, listPathOf(restored.value.id), 'lists:done.listRestored', { name: restored.value.name })
}

type View = ReturnType<typeof viewOf>

const useListText = () => {
  const { t } = useTranslation('lists')
  return {
    counts: (list: Pick<View, 'tv' | 'radio' | 'channels'>): string => {
      const other = list.channels - list.tv - list.radio
      return joined([
        t('counts.tv', { number: list.tv }),
        list.radio > 0 && t('counts.radio', { number: list.radio }),
        other > 0 && t('counts.other', { number: other }),
      ])
    },
    format: (list: Pick<View, 'dialect' | 'version'>): string =>
      [t(`dialect.${list.dialect}`), list.version].filter(Boolean).join(' '),
  }
}

const OwnList = ({ list, now: shownAt }: { list: View; now: string }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const text = useListText()
  const path = `/features/lists/${list.id}`
  return (
    <li className="card list-card">
      <div className="list-card-head">
        <h3>
          <a href={path}>
            <bdi>{list.name}</bdi>
          </a>
        </h3>
        <Menu
          label={
            <>
              <Icon name="down" />
              <span className="hidden-visually">{t('own.more', { name: isolate(list.name) })}</span>
            </>
          }
          className="btn quiet"
        >
          <a className="menu-item" href={`${path}/export`}>
            {t('action.export')}
          </a>{' '}
          <a className="menu-item" href={`${path}/rename`}>
            {t('action.rename')}
          </a>{' '}
          <a className="menu-item" href={`${path}/copy`}>
            {t('action.copy')}
          </a>{' '}
          <a className="menu-item" href={`${path}/history`}>
            {t('action.history')}
          </a>{' '}
          <a className="menu-item" href={`${path}/report`}>
            {t('action.report')}
          </a>{' '}
          <a className="menu-item" href={`${path}/delete`}>
            {t('action.delete')}
          </a>
        </Menu>
      </div>
      <p className="list-card-count">
        <strong>{t('channels.count', { count: list.channels })}</strong>{' '}
        {list.tv < list.channels && <span className="muted">{text.counts(list)}</span>}
      </p>
      <p className="muted small">
        {joined([
          text.format(list),
          t('counts.satellites', { count: list.satellites }),
          t('own.revision', { number: list.revision }),
        ])}
        {' · '}
        <Time value={list.editedAt} now={shownAt} />
      </p>
      <p className="row list-card-tags">
        {list.kind !== 'user' ? (
          <Tag tone={list.kind === 'system' ? 'info' : 'quiet'}>
            <bdi>{list.vno ?? t(`kind.${list.kind}`)}</bdi>
          </Tag>
        ) : list.boxes.loaded.length + list.boxes.waiting.length === 0 ? (
          <span className="muted small">{t('own.noBox')}</span>
        ) : (
          <>
            {list.boxes.loaded.length > 0 && (
              <Tag tone="ok" icon="box">
                {t('own.loadedBy', { boxes: format.list(list.boxes.loaded.map((box) => isolate(box))) })}
              </Tag>
            )}
            {list.boxes.waiting.length > 0 && (
              <Tag tone="quiet" icon="box">
                {t('own.chosenFor', { boxes: format.list(list.boxes.waiting.map((box) => isolate(box))) })}
              </Tag>
            )}
          </>
        )}
        {list.errors > 0 && (
          <>
            {' '}
            <a href={`${path}/report`} className="tag bad">
              {t('report.errors', { count: list.errors })}
            </a>
          </>
        )}
        {list.warnings > 0 && (
          <>
            {' '}
            <a href={`${path}/report`} className="tag warn">
              {t('report.warnings', { count: list.warnings })}
            </a>
          </>
        )}
        {list.beside !== null && (
          <>
            {' '}
            <a href={`${path}/compare`} className="tag warn">
              {t('beside.waits', { box: boxText(list.beside, t) })}
            </a>
          </>
        )}
        {list.overLimit && <Tag tone="warn">{t('own.overLimit', { number: limits.channelsPerList })}</Tag>}
      </p>
      <div className="row list-card-actions">
        <ButtonLink href={path} aria-label={`${t('action.open')}: ${list.name}`}>
          {t('action.open')}
        </ButtonLink>
        {list.kind === 'user' && <PutOnBox list={list} boxes={list.boxes.all} />}
      </div>
    </li>
  )
}

type Data = SerializeFrom<typeof loader>

const ListCards = ({ lists, now: shownAt }: { lists: readonly View[]; now: string }) => (
  <ul className="list-cards">
    {lists.map((list) => (
      <OwnList key={list.id} list={list} now={shownAt} />
    ))}
  </ul>
)
const NoList = ({ text }: { text: string }) => {
  const { t } = useTranslation('lists')
  return (
    <div className="card">
      <EmptyState title={t('own.emptyTitle')} text={text} />
    </div>
  )
}

const OwnLists = ({ data, isFirst }: { data: Data; isFirst: boolean }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <section aria-labelledby="own-title" className="stack">
      <h2 id="own-title">{t('own.title')}</h2>
      {data.own.length === 0 ? (
        <NoList text={t(isFirst ? 'own.firstText' : 'own.emptyText')} />
      ) : (
        <ListCards lists={data.own} now={data.now} />
      )}
      {data.room.usedBytes > 0 && (
        <p className="muted small">
          {t('own.room', { used: format.bytes(data.room.usedBytes), limit: format.bytes(data.room.limitBytes) })}
        </p>
      )}
    </section>
  )
}

const SharedTable = ({ lists, now: shownAt }: { lists: readonly View[]; now: string }) => {
  const { t } = useTranslation('lists')
  const text = useListText()
  return (
    <Table
      caption={t('shared.title')}
      rows={lists}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          header: t('column.name'),
          kind: 'name',
          cell: (row) => (
            <>
              <a href={`/features/lists/${row.id}`}>
                <bdi>{row.name}</bdi>
              </a>
              {row.vno !== null && (
                <>
                  {' '}
                  <Tag>
                    <bdi>{row.vno}</bdi>
                  </Tag>
                </>
              )}
            </>
          ),
        },
        { key: 'channels', header: t('column.channels'), kind: 'quiet', cell: (row) => text.counts(row) },
        {
          key: 'edited',
          header: t('column.edited'),
          kind: 'quiet',
          phone: 'hide',
          cell: (row) => <Time value={row.editedAt} now={shownAt} />,
        },
        {
          key: 'actions',
          header: t('column.actions'),
          kind: 'actions',
          cell: (row) => (
            <span className="row row-end">
              <ButtonLink
                href={`/features/lists/${row.id}/put-on-box`}
                variant="quiet"
                aria-label={`${t('action.putOnBox')}: ${row.name}`}
              >
                {t('action.putOnBox')}
              </ButtonLink>
              <ButtonLink
                href={`/features/lists/${row.id}/export`}
                variant="quiet"
                aria-label={`${t('action.export')}: ${row.name}`}
              >
                {t('action.export')}
              </ButtonLink>
              <ButtonLink
                href={`/features/lists/${row.id}/copy`}
                variant="quiet"
                aria-label={`${t('action.saveAsMine')}: ${row.name}`}
              >
                {t('action.saveAsMine')}
              </ButtonLink>
            </span>
          ),
        },
      ]}
    />
  )
}

/** The ready-made lists; `pages` is their pagination. */
const SharedLists = ({ data, pages }: { data: Data; pages: ReactNode }) => {
  const { t } = useTranslation('lists')
  return (
    <Card id="ready" title={t('shared.title')}>
      {data.shared.length === 0 ? (
        <EmptyState level={3} title={t('shared.empty')} text={t('shared.emptyText')} />
      ) : (
        <div className="stack">
          <p className="muted">{t('shared.lead')}</p>
          <SharedTable lists={data.shared} now={data.now} />
          {pages}
        </div>
      )}
    </Card>
  )
}

type DeletedProps = { lists: Data['deleted']; failure: EditAnswer['failure'] }

/** The deleted lists. If another list has a deleted list's name by now, the form asks for a new one. */
const DeletedLists = ({ lists, failure }: DeletedProps) => {
  const { t } = useTranslation('lists')
  const format = useLocalFormat()
  const isNameRefused = (failure?.errors ?? []).some((error) => error.field === 'restore-name')
  return (
    <Card title={t('deleted.title')}>
      <div className="stack">
        <p className="muted">{t('deleted.lead', { number: restoreDays })}</p>
        <ul className="deleted-lists">
          {lists.map((list) => {
            const asksName = failure?.values['id'] === list.id && isNameRefused
            return (
              <li key={list.id} className="split">
                <div>
                  <p className="strong">
                    <bdi>{list.name}</bdi>
                  </p>
                  <p className="muted small">
                    {t('channels.count', { count: list.channels })} ·{' '}
                    {t('deleted.until', { date: format.date(format.dayOf(list.goneAt)) })}
                  </p>
                </div>
                <form noValidate method="post" action="/features?index" className="row">
                  <input type="hidden" name="id" value={list.id} />
                  {asksName && (
                    <input
                      id="field-restore-name"
                      name="name"
                      className="input restore-name"
                      aria-label={t('upload.name')}
                      aria-invalid="true"
                      defaultValue={typeof failure?.values['name'] === 'string' ? failure.values['name'] : list.name}
                      dir="auto"
                    />
                  )}
                  <Button name="intent" value="restore" aria-label={`${t('action.restore')}: ${list.name}`}>
                    {t('action.restore')}
                  </Button>
                </form>
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}

/** Leads to the form; with scripts it asks for the file at once. */
const chooseFile = () => document.querySelector<HTMLInputElement>('#field-file')?.click()

/** The title, how many more lists there is room for, and the first thing to do. */
const FeaturesHead = ({ data, room, isFirst }: { data: Data; room: number; isFirst: boolean }) => {
  const { t } = useTranslation('lists')
  return (
    <PageHead
      title={t('title')}
      lead={
        data.publishes !== null
          ? t(`features.publishes.${data.publishes}`)
          : room > 0
            ? t('features.room', { count: room })
            : t('features.full', { number: listsPerAccount })
      }
      actions={
        isFirst ? (
          <>
            <ButtonLink href="#ready" variant="primary">
              {t('features.ready')}
            </ButtonLink>
            <ButtonLink href="#field-file" icon="upload" onClick={chooseFile}>
              {t('features.upload')}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink href="#field-file" variant="primary" icon="upload" onClick={chooseFile}>
            {t('features.upload')}
          </ButtonLink>
        )
      }
    />
  )
}

const FeaturesPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const format = useLocalFormat()
  const room = Math.max(0, listsPerAccount - data.own.length)
  const failure = answer?.failure
  const errors = listErrorsOf(failure?.errors, t)
  const isCustomer = data.role === 'customer'
  // A newcomer has no file yet: a ready-made list is a good start.
  const isFirst = data.publishes === null && data.own.length === 0 && data.shared.length > 0
  const pages = (
    <Pagination
      page={data.page}
      size={data.size}
      total={data.readyTotal}
      href={(page, size) => `/features?page=${page}&size=${size}`}
    />
  )
  return (
    <div className="stack stack-wide features">
      <FeaturesHead data={data} room={room} isFirst={isFirst} />
      <LockedNotice lock={data.lock} />
      <ErrorSummary errors={errors} />
      {data.held.map((held) => (
        <Notice key={held.id} tone="info">
          {t('held.lead', { file: isolate(held.file), time: format.dateTime(held.expiresAt) })}{' '}
          <a href={`/features/uploads/${held.id}`}>{t('held.goOn', { file: isolate(held.file) })}</a>
        </Notice>
      ))}
      {data.publishes !== null && (
        <section aria-labelledby="published-title" className="stack">
          <h2 id="published-title">{t(`published.${data.publishes}`)}</h2>
          {data.published.length === 0 ? (
            <NoList text={t('published.emptyText')} />
          ) : (
            <ListCards lists={data.published} now={data.now} />
          )}
          {data.shared.length === 0 && pages}
        </section>
      )}
      {(data.publishes === null || data.own.length > 0) && <OwnLists data={data} isFirst={isFirst} />}
      <LinkCards cards={data.more} />
      <div className="aside">
        <div className="stack stack-wide">
          {(data.publishes === null || data.shared.length > 0) && <SharedLists data={data} pages={pages} />}
          {data.deleted.length > 0 && <DeletedLists lists={data.deleted} failure={failure} />}
        </div>
        <Card id="upload" title={t('upload.title')}>
          {room === 0 && isCustomer && <p className="notice">{t('features.full', { number: listsPerAccount })}</p>}
          <UploadForm role={data.role} failure={null} />
        </Card>
      </div>
    </div>
  )
}
export default FeaturesPage

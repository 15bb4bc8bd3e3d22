/** Chooses a list for one of the reader's boxes, one press for each box, and shows what every box has of it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { findChoosableList } from '~/modules/channel-list/channel-list.server'
import { setActiveList } from '~/modules/device/device.server'
import { now } from '~/platform/clock.server'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { FetchedText, FetchTag } from '~/ui/box-state'
import { follows, type BoxView } from '~/ui/box-view'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { isolate } from '~/ui/channel-list/joined'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { PutButton } from '~/ui/channel-list/put-on-box'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'
import { nameBoxes } from '~/web/box/box-names.server'
import { findBoxView, findBoxViews } from '~/web/box/box-view.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { requireList } from '~/web/lists/channels-action.server'
import { putOnBoxForm } from '~/web/lists/forms.server'
import { requireUserAndList } from '~/web/lists/list-form.server'

export const handle = { i18n: ['lists', 'terminal'], title: 'lists:putOnBox.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [list, boxes] = await Promise.all([requireList(user, params['id']), findBoxViews(user)])
  const names = nameBoxes(boxes)
  const rows = await Promise.all(
    boxes.map(async (box, at) => ({
      box: { ...box, name: names[at]?.name ?? box.name },
      // A brand's ready-made list is for its own boxes only.
      canLoad: (await findChoosableList(user.userId, box.sn, list.id)) !== null,
    })),
  )
  return json({ list: { id: list.id, name: list.name, kind: list.kind }, rows, now: now().toISOString() })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const read = await readForm(request, context, putOnBoxForm)
  if (!read.ok) return invalid(read)
  const { sn } = read.value
  const chosen = await setActiveList(user.userId, sn, list.id)
  if (!chosen.ok) return refused(chosen, read.values)
  const box = await findBoxView(user, sn)
  return redirectWithFlash(context, `${listPathOf(list.id)}/put-on-box`, {
    kind: 'done',
    key: box === null || follows(box, list) ? 'terminal:flash.list' : 'lists:putOnBox.chosen',
    params: { name: box?.name ?? sn, list: list.name },
  })
}

type Row = { box: BoxView; canLoad: boolean }
type ShownList = { id: string; kind: string }

/** What the box has now, and what stops it from loading the list by itself. */
const BoxNow = ({ box, list, now: shownAt }: { box: BoxView; list: ShownList; now: string }) => {
  const { t } = useTranslation('lists')
  const { activeList, state } = box
  const hasList = activeList?.id === list.id
  return (
    <>
      {hasList ? (
        <>
          <FetchTag state={box.state} />{' '}
          <span className="muted small">
            {t('common:label', { label: t('terminal:fetch.label') })}{' '}
            <FetchedText fetched={box.fetched} now={shownAt} />
          </span>
        </>
      ) : (
        <span className="muted">
          {activeList === null ? t('terminal:list.none') : t('putOnBox.now', { list: isolate(activeList.name) })}
        </span>
      )}
      {hasList && follows(box, list) && box.state !== 'current' && <p className="small">{t('terminal:list.hint')}</p>}
      {!follows(box, list) && (
        <p className="small">
          {t(state === 'off' ? 'putOnBox.off' : 'putOnBox.byHand')}{' '}
          <a href={`/terminal/${box.sn}`}>{t('putOnBox.settings')}</a>
        </p>
      )}
    </>
  )
}

const BoxTable = ({ rows, list, now: shownAt }: { rows: readonly Row[]; list: ShownList; now: string }) => {
  const { t } = useTranslation(['lists', 'terminal'])
  return (
    <Table
      caption={t('terminal:title')}
      rows={rows}
      rowKey={({ box }) => box.sn}
      columns={[
        {
          key: 'box',
          header: t('putOnBox.box'),
          kind: 'name',
          cell: ({ box }) => (
            <a href={`/terminal/${box.sn}`}>
              <bdi>{box.name}</bdi>
            </a>
          ),
        },
        {
          key: 'now',
          header: t('terminal:list.label'),
          phone: 'sub',
          cell: ({ box }) => <BoxNow box={box} list={list} now={shownAt} />,
        },
        {
          key: 'put',
          header: t('column.actions'),
          kind: 'actions',
          cell: ({ box, canLoad }) =>
            box.activeList?.id === list.id ? null : canLoad ? (
              <PutButton listId={list.id} box={box} isMain={rows.length === 1} />
            ) : (
              <span className="muted small">{t('putOnBox.notForIt')}</span>
            ),
        },
      ]}
    />
  )
}

const PutOnBoxPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['lists', 'terminal'])
  const { list, rows } = data
  return (
    <div className="stack">
      <ListPageHead
        list={list}
        title={t('putOnBox.title')}
        lead={t('putOnBox.lead', { list: isolate(list.name) })}
        failure={answer?.failure}
      />
      <Card>
        {rows.length === 0 ? (
          <EmptyState
            art="box"
            title={t('terminal:empty.title')}
            text={t('terminal:empty.text')}
            action={
              <ButtonLink
                href={`/terminal/bind?returnTo=${encodeURIComponent(`/features/lists/${list.id}/put-on-box`)}`}
                variant="primary"
              >
                {t('terminal:bind.link')}
              </ButtonLink>
            }
          />
        ) : (
          <BoxTable rows={rows} list={list} now={data.now} />
        )}
      </Card>
    </div>
  )
}
export default PutOnBoxPage

/** Lists where the account is signed in, and signs out there. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { endOtherSessions, endSession, listSessions } from '~/modules/session/session.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHead } from '~/ui/page-head'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { endSessionSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { nameOfBrowser } from '~/web/account/browser-name'
import { now } from '~/platform/clock.server'

export const handle = { i18n: ['account'], title: 'account:sessions.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const sessions = (await listSessions(user.userId)).map(({ id, kind, startedAt, lastActAt, address, userAgent }) => ({
    id,
    kind,
    startedAt,
    lastActAt,
    address,
    browser: nameOfBrowser(userAgent),
    here: id === user.sessionId,
  }))
  return json({ sessions, now: now() })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, endSessionSchema)
  if (!read.ok) return invalid(read)
  if (read.value.session === undefined) await endOtherSessions(user.userId, user.sessionId, 'remote')
  else await endSession(user.userId, read.value.session, 'remote')
  return redirectWithFlash(context, '/personal/sessions', {
    kind: 'done',
    key: read.value.session === undefined ? 'account:flash.othersEnded' : 'account:flash.sessionEnded',
  })
}

const Sessions = () => {
  const { t } = useTranslation('account')
  const { sessions, now } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('sessions.title')}
        lead={t('sessions.lead')}
        crumbs={[{ href: '/personal', label: t('personal.title') }]}
      />
      <Card>
        <form noValidate method="post" data-once="">
          <Table
            caption={t('sessions.title')}
            rows={sessions}
            rowKey={(session) => session.id}
            columns={[
              {
                key: 'browser',
                header: t('sessions.browser'),
                kind: 'name',
                cell: (session) =>
                  session.kind === 'program' ? (
                    t('sessions.program')
                  ) : (
                    <bdi>{session.browser ?? t('sessions.unknown')}</bdi>
                  ),
              },
              {
                key: 'address',
                header: t('sessions.address'),
                kind: 'quiet',
                cell: (session) => (
                  <bdi className="code" dir="ltr">
                    {session.address}
                  </bdi>
                ),
              },
              {
                key: 'started',
                header: t('sessions.started'),
                kind: 'quiet',
                phoneLabel: true,
                cell: (session) => <Time value={session.startedAt} now={now} />,
              },
              {
                key: 'last',
                header: t('sessions.last'),
                kind: 'quiet',
                phoneLabel: true,
                cell: (session) => <Time value={session.lastActAt} now={now} />,
              },
              {
                key: 'state',
                header: <span className="hidden-visually">{t('tokens.state.label')}</span>,
                phone: 'end',
                cell: (session) => (session.here ? <Tag tone="ok">{t('sessions.here')}</Tag> : null),
              },
              {
                key: 'actions',
                header: <span className="hidden-visually">{t('personal.manage')}</span>,
                kind: 'actions',
                cell: (session) =>
                  session.here ? null : (
                    <Button
                      variant="quiet-danger"
                      name="session"
                      value={session.id}
                      aria-label={t('sessions.endThis', { name: session.browser ?? t('sessions.unknown') })}
                    >
                      {t('sessions.end')}
                    </Button>
                  ),
              },
            ]}
          />
          {sessions.length > 1 ? (
            <div className="form-actions">
              <Button variant="danger">{t('sessions.endOthers')}</Button>
            </div>
          ) : null}
        </form>
      </Card>
      <p className="center">
        <a href="/personal/sign-ins">{t('signIns.title')}</a>
      </p>
    </>
  )
}
export default Sessions

/** The account's API tokens: each one's permissions, its last use, and a link to revoke it. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { listApiTokens } from '~/modules/session/session.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { EmptyState } from '~/ui/empty-state'
import { PageHead } from '~/ui/page-head'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { LockedNotice } from '~/ui/service/locked'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { findLock } from '~/web/service/locked.server'
import { scopeKey } from '~/web/account/token-scope'
import { now } from '~/platform/clock.server'

export const handle = { i18n: ['account'], title: 'account:tokens.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const at = now()
  const tokens = (await listApiTokens(user.userId)).map((token) => ({
    ...token,
    state:
      token.revokedAt !== null
        ? ('revoked' as const)
        : token.expiresAt !== null && token.expiresAt <= at
          ? ('ended' as const)
          : ('living' as const),
  }))
  const lock = await findLock(user, 'api', await getLanguage(request, context))
  return json({ tokens, lock, now: at })
}

const tones = { living: 'ok', ended: 'quiet', revoked: 'quiet' } as const

const Tokens = () => {
  const { t } = useTranslation('account')
  const format = useLocalFormat()
  const { tokens, lock, now } = useLoaderData<typeof loader>()
  const create = (
    <ButtonLink href="/personal/tokens/new" variant="primary" icon="plus">
      {t('tokens.new')}
    </ButtonLink>
  )
  return (
    <>
      <PageHead
        title={t('tokens.title')}
        lead={t('tokens.lead')}
        crumbs={[{ href: '/personal', label: t('personal.title') }]}
        actions={tokens.length > 0 ? create : null}
      />
      <LockedNotice lock={lock} />
      <Card>
        {tokens.length === 0 ? (
          <EmptyState title={t('tokens.empty.title')} text={t('tokens.empty.text')} action={create} art="none" />
        ) : (
          <Table
            caption={t('tokens.title')}
            rows={tokens}
            rowKey={(token) => token.id}
            columns={[
              {
                key: 'name',
                header: t('tokens.name'),
                kind: 'name',
                cell: (token) => <bdi className="name">{token.name}</bdi>,
              },
              { key: 'hint', header: t('tokens.begins'), kind: 'quiet', cell: (token) => <Code>{token.hint}…</Code> },
              {
                key: 'rights',
                header: t('tokens.rights'),
                kind: 'quiet',
                phone: 'full',
                cell: (token) => format.list(token.scopes.map((scope) => t(scopeKey(scope)))),
              },
              {
                key: 'used',
                header: t('tokens.lastUsed'),
                kind: 'quiet',
                phoneLabel: true,
                cell: (token) => (token.lastUsedAt ? <Time value={token.lastUsedAt} now={now} /> : t('tokens.notUsed')),
              },
              {
                key: 'ends',
                header: t('tokens.expires'),
                kind: 'quiet',
                phoneLabel: true,
                cell: (token) => (token.expiresAt ? format.date(format.dayOf(token.expiresAt)) : t('tokens.noEnd')),
              },
              {
                key: 'state',
                header: t('tokens.state.label'),
                phone: 'end',
                cell: (token) => <Tag tone={tones[token.state]}>{t(`tokens.state.${token.state}`)}</Tag>,
              },
              {
                key: 'actions',
                header: <span className="hidden-visually">{t('personal.manage')}</span>,
                kind: 'actions',
                cell: (token) =>
                  token.state === 'living' ? (
                    <ButtonLink
                      variant="quiet-danger"
                      href={`/personal/tokens/${token.id}/revoke`}
                      aria-label={t('tokens.revokeThis', { name: token.name })}
                    >
                      {t('tokens.revoke')}
                    </ButtonLink>
                  ) : null,
              },
            ]}
          />
        )}
      </Card>
    </>
  )
}
export default Tokens

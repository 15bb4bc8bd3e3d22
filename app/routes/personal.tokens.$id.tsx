/**
 * The page after creating a token: shows its secret, only this once, and how to try it. Later it only says that the
 * secret was already shown.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { listApiTokens } from '~/modules/session/session.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { CopyValue } from '~/ui/copy-button'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { takeOnce } from '~/request/once.server'

export const handle = { i18n: ['account'], title: (data) => data?.name ?? '' } satisfies RouteHandle<{ name: string }>

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const token = (await listApiTokens(user.userId)).find((row) => row.id === params.id)
  if (!token) throw json({ code: 'A0404', context: 'token' }, { status: 404 })
  const { secret, header } = takeOnce(request, context, `token:${token.id}`)
  return json(
    { name: token.name, secret, origin: context.origin },
    { headers: { 'set-cookie': header, 'cache-control': 'no-store' } },
  )
}

/** The secret stays on the page while it is open: don't request the data again. */
export const shouldRevalidate = () => false
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  'cache-control': loaderHeaders.get('cache-control') ?? 'no-store',
})

const TokenReady = () => {
  const { t } = useTranslation('account')
  const { name, secret, origin } = useLoaderData<typeof loader>()
  const crumbs = [
    { href: '/personal', label: t('personal.title') },
    { href: '/personal/tokens', label: t('tokens.title') },
  ]
  return (
    <div className="narrow">
      <PageHead title={<bdi>{name}</bdi>} crumbs={crumbs} />
      {secret === null ? (
        <Notice tone="info">{t('tokens.ready.gone')}</Notice>
      ) : (
        <Card title={t('tokens.ready.title')}>
          <div className="stack">
            <p>{t('tokens.ready.text')}</p>
            <CopyValue value={secret} label={t('tokens.ready.copy')} />
            <h3>{t('tokens.ready.try')}</h3>
            <Code className="copy-value">{`curl -H "Authorization: Bearer ${secret.slice(0, 8)}…" ${origin}/api/chmax/lists`}</Code>
          </div>
        </Card>
      )}
      <div className="row">
        <ButtonLink href="/personal/tokens" variant={secret === null ? 'plain' : 'primary'}>
          {secret === null ? t('common:action.back') : t('tokens.ready.done')}
        </ButtonLink>
      </div>
    </div>
  )
}
export default TokenReady

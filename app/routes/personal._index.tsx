/** My Account: who the account is, its language, and the way to its API tokens. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { codeOf, languages, parseLanguage } from '~/i18n/languages'
import { findAccount } from '~/modules/account/account.server'
import { listApiTokens } from '~/modules/session/session.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { SelectField } from '~/ui/field'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/web/caller.server'

export const handle = { i18n: ['account'], title: 'account:personal.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [account, tokens] = await Promise.all([findAccount(user.userId), listApiTokens(user.userId)])
  if (account === null) throw new Response(null, { status: 404 })
  const now = Date.now()
  const living = tokens.filter(token => token.revokedAt === null && (token.expiresAt === null || token.expiresAt.getTime() > now)).length
  return json({ userName: account.userName, role: account.role, createdAt: account.createdAt, living })
}

const Personal = () => {
  const { t, i18n } = useTranslation('account')
  const format = useFormat()
  const { userName, role, createdAt, living } = useLoaderData<typeof loader>()
  const language = parseLanguage(i18n.language)
  return (
    <>
      <PageHead title={t('personal.title')} />
      <div className="cols cols-wide">
        <Card title={t('personal.profile')}>
          <dl className="facts">
            <dt>{t('userName.label')}</dt><dd><bdi className="strong">{userName}</bdi></dd>
            <dt>{t('personal.role')}</dt><dd>{t(`role.${role}`)}</dd>
            <dt>{t('personal.since')}</dt><dd>{format.date(createdAt)}</dd>
          </dl>
        </Card>
        <Card title={t('personal.languageLabel')}>
          <form method="post" action="/language" className="form" data-reload="">
            <input type="hidden" name="returnTo" value="/personal" />
            <SelectField
              label={t('personal.languageLabel')} labelHidden hint={t('personal.languageHint')} name="language"
              defaultValue={language ? codeOf(language) : undefined} autoComplete="language"
              options={languages.map(({ code, name, tag }) => ({ value: code, label: name, lang: tag }))}
            />
            <div className="form-actions"><Button>{t('common:action.save')}</Button></div>
          </form>
        </Card>
        <Card title={t('tokens.title')}>
          <div className="stack">
            <p className="muted">{t('personal.tokensText')}</p>
            <p className="strong">{t('personal.tokensCount', { count: living })}</p>
            <div className="row"><ButtonLink href="/personal/tokens" icon="key">{t('personal.manageTokens')}</ButtonLink></div>
          </div>
        </Card>
      </div>
    </>
  )
}
export default Personal

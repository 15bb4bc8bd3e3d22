/** My Account: name, contacts, security, language, and a link to the API tokens. */
import { json, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { codeOf, languages, parseLanguage } from '~/i18n/languages'
import { getProfile } from '~/modules/account/account.server'
import { listApiTokens, listSessions } from '~/modules/session/session.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { SelectField } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { areRemindersOn } from '~/modules/reminder/reminder.server'
import { requireUser } from '~/request/caller.server'
import { countryChoices } from '~/web/account/country.server'
import { getLanguage } from '~/request/language.server'
import { now } from '~/platform/clock.server'

export const handle = { i18n: ['account', 'service'], title: 'account:personal.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [profile, tokens, sessions, language] = await Promise.all([
    getProfile(user.userId),
    listApiTokens(user.userId),
    listSessions(user.userId),
    getLanguage(request, context),
  ])
  const at = now()
  const living = tokens.filter(
    (token) => token.revokedAt === null && (token.expiresAt === null || token.expiresAt > at),
  ).length
  return json({
    now: at,
    userName: profile.userName,
    role: profile.role,
    createdAt: profile.createdAt,
    email: profile.email?.email ?? null,
    phone: profile.phone === null ? null : `${profile.phone.area} ${profile.phone.phone}`,
    reminders: await areRemindersOn(user.userId),
    country: profile.country === null ? null : countryChoices(language).nameOf(profile.country),
    passwordChangedAt: profile.passwordChangedAt,
    authenticatorOn: profile.authenticatorOn,
    sessions: sessions.length,
    living,
  })
}

/** One fact: its name, its value, and the link to change it. */
const Fact = ({
  label,
  children,
  href,
  action,
  subject = label,
}: {
  label: string
  children: ReactNode
  href?: string
  action?: string
  /** What the action is about, for screen readers; the label unless it is a state. */
  subject?: string
}) => (
  <div className="fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
    {href ? (
      <dd className="fact-action">
        <a href={href}>
          {action}
          <span className="hidden-visually"> {subject}</span>
        </a>
      </dd>
    ) : null}
  </div>
)

type Data = SerializeFrom<typeof loader>

const None = () => {
  const { t } = useTranslation('account')
  return <span className="muted">{t('personal.none')}</span>
}

const ProfileCard = ({ data }: { data: Data }) => {
  const { t } = useTranslation('account')
  const format = useLocalFormat()
  const change = t('personal.change')
  return (
    <Card title={t('personal.profile')}>
      <dl className="fact-list">
        <Fact label={t('userName.label')} href="/personal/user-name" action={change}>
          <bdi className="strong">{data.userName}</bdi>
        </Fact>
        <Fact
          label={t('country.label')}
          href="/personal/country"
          action={data.country === null ? t('personal.add') : change}
        >
          {data.country ?? <None />}
        </Fact>
        <Fact label={t('personal.role')}>{t(`role.${data.role}`)}</Fact>
        <Fact label={t('personal.since')}>{format.date(format.dayOf(data.createdAt))}</Fact>
        <Fact label={t('data.title')} href="/personal/data" action={t('data.get')}>
          <span className="muted">{t('data.short')}</span>
        </Fact>
      </dl>
    </Card>
  )
}

const ReachCard = ({ email, phone, reminders }: Pick<Data, 'email' | 'phone' | 'reminders'>) => {
  const { t } = useTranslation('account')
  const { t: serviceText } = useTranslation('service')
  const change = t('personal.change')
  return (
    <Card title={t('personal.reach')}>
      <dl className="fact-list">
        <Fact
          label={t('email.label')}
          href="/personal/contact/email"
          action={email === null ? t('personal.add') : change}
        >
          {email === null ? (
            <None />
          ) : (
            <bdi className="strong break" dir="ltr">
              {email}
            </bdi>
          )}
        </Fact>
        <Fact
          label={t('phone.label')}
          href="/personal/contact/phone"
          action={phone === null ? t('personal.add') : change}
        >
          {phone === null ? (
            <None />
          ) : (
            <bdi className="code strong" dir="ltr">
              {phone}
            </bdi>
          )}
        </Fact>
        <Fact label={serviceText('reminders.title')} href="/personal/reminders" action={change}>
          {serviceText(reminders ? 'reminders.isOn' : 'reminders.isOff')}
        </Fact>
      </dl>
    </Card>
  )
}

const SafetyCard = ({ data }: { data: Data }) => {
  const { t } = useTranslation('account')
  const change = t('personal.change')
  return (
    <Card title={t('personal.safety')}>
      <dl className="fact-list">
        <Fact label={t('password.label')} href="/personal/password" action={change}>
          {data.passwordChangedAt ? (
            <>
              {t('password.changed')} <Time value={data.passwordChangedAt} now={data.now} />
            </>
          ) : (
            t('password.set')
          )}
        </Fact>
        <Fact
          label={t('authenticator.title')}
          href="/personal/authenticator"
          action={data.authenticatorOn ? change : t('personal.setUp')}
        >
          {data.authenticatorOn ? (
            <Tag tone="ok" icon="check">
              {t('authenticator.on')}
            </Tag>
          ) : (
            <Tag>{t('authenticator.off')}</Tag>
          )}
        </Fact>
        <Fact label={t('sessions.title')} href="/personal/sessions" action={t('personal.look')}>
          {t('sessions.count', { count: data.sessions })}
        </Fact>
        <Fact label={t('signIns.title')} href="/personal/sign-ins" action={t('personal.look')}>
          {t('signIns.short')}
        </Fact>
      </dl>
    </Card>
  )
}

const TokensCard = ({ living }: { living: number }) => {
  const { t } = useTranslation('account')
  return (
    <Card title={t('tokens.title')}>
      <dl className="fact-list">
        <Fact
          label={living === 0 ? t('personal.noTokens') : t('personal.tokensCount', { count: living })}
          href="/personal/tokens"
          action={t('personal.manage')}
          subject={t('tokens.title')}
        >
          <span className="muted">{t('personal.tokensText')}</span>
        </Fact>
      </dl>
    </Card>
  )
}

const LanguageCard = () => {
  const { t, i18n } = useTranslation('account')
  const language = parseLanguage(i18n.language)
  return (
    <Card title={t('personal.languageLabel')}>
      <form noValidate method="post" action="/language" className="form" data-reload="">
        <input type="hidden" name="returnTo" value="/personal" />
        <SelectField
          label={t('personal.languageLabel')}
          labelHidden
          hint={t('personal.languageHint')}
          name="language"
          defaultValue={language ? codeOf(language) : undefined}
          autoComplete="language"
          options={languages.map(({ code, name, tag }) => ({ value: code, label: name, lang: tag }))}
        />
        <div className="form-actions">
          <Button>{t('common:action.save')}</Button>
        </div>
      </form>
    </Card>
  )
}

const Personal = () => {
  const { t } = useTranslation('account')
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('personal.title')} />
      {data.email === null && data.phone === null ? (
        <Notice title={t('personal.unreachable')}>
          <p>
            {t('personal.unreachableText')} <a href="/personal/welcome">{t('personal.addContact')}</a>
          </p>
        </Notice>
      ) : null}
      <div className="card-columns">
        <div className="stack">
          <ProfileCard data={data} />
          <ReachCard email={data.email} phone={data.phone} reminders={data.reminders} />
        </div>
        <div className="stack">
          <SafetyCard data={data} />
          <TokensCard living={data.living} />
          <LanguageCard />
        </div>
      </div>
    </>
  )
}
export default Personal

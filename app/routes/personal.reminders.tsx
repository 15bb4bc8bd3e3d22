/** Turns reminders before a service ends on or off, and lists services that are renewed automatically. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { areRemindersOn, setReminders } from '~/modules/reminder/reminder.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CancelLink } from '~/ui/form-actions'
import { PageHead } from '~/ui/page-head'
import { RenewalProblem, useRenewalText } from '~/ui/service/renewal-card'
import type { RenewalLine } from '~/ui/service/view'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusalFlash } from '~/web/form/refusal.server'
import { reminderFormSchema } from '~/web/form/form-schema.server'
import { renewalLines } from '~/web/service/renewal-view.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/service.css'

export const handle = { i18n: ['service', 'account', 'order'], title: 'service:reminders.title' } satisfies RouteHandle

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [on, renewals] = await Promise.all([
    areRemindersOn(user.userId),
    getLanguage(request, context).then((language) => renewalLines(user.userId, language, now())),
  ])
  return json({ on, renewals })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, reminderFormSchema)
  if (!read.ok) return invalid(read)
  const on = read.value.reminders === 'on'
  const set = await setReminders(user.userId, on)
  if (!set.ok) return redirectWithFlash(context, '/personal', refusalFlash(set))
  return redirectDone(context, '/personal', on ? 'service:reminders.nowOn' : 'service:reminders.nowOff')
}

/** There are no reminders for services that are renewed in time. */
const Renewals = ({ lines }: { lines: readonly RenewalLine[] }) => {
  const { t } = useTranslation('service')
  const text = useRenewalText()
  return (
    <Card title={t('renewal.mine')}>
      <ul className="renewal-lines">
        {lines.map((line) => (
          <li key={`${line.sn} ${line.service}`}>
            <div>
              <bdi className="strong">{line.name}</bdi> · <bdi>{line.boxName}</bdi>{' '}
              <bdi className="muted">{text(line)}</bdi>
              <RenewalProblem line={line} />
            </div>{' '}
            <a href={`/service?sn=${line.sn}#renewal`} aria-label={t('renewal.changeOf', { name: line.name })}>
              {t('renewal.change')}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Reminders = () => {
  const { t } = useTranslation('service')
  const { on, renewals } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHead
        title={t('reminders.title')}
        lead={t('reminders.lead')}
        crumbs={[{ href: '/personal', label: t('account:personal.title') }]}
      />
      <Card>
        <p>{t(on ? 'reminders.isOn' : 'reminders.isOff')}</p>
        <form noValidate method="post" className="form-actions space-above">
          <Button variant="primary" name="reminders" value={on ? 'off' : 'on'}>
            {t(on ? 'reminders.turnOff' : 'reminders.turnOn')}
          </Button>
          <CancelLink href="/personal" />
        </form>
      </Card>
      {renewals.length === 0 ? null : <Renewals lines={renewals} />}
    </div>
  )
}
export default Reminders

/** Reminders before a service ends: on or off. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { areRemindersOn, setReminders } from '~/modules/reminder/reminder.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { invalid, readForm } from '~/web/form/form.server'
import { reminderFormSchema } from '~/web/service/reminder-form.server'

export const handle = { i18n: ['service', 'account'], title: 'service:reminders.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json({ on: await areRemindersOn(user.userId) })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, reminderFormSchema)
  if (!read.ok) return invalid(read)
  const on = read.value.reminders === 'on'
  await setReminders(user.userId, on)
  return redirectWithFlash(context, '/personal', {
    kind: 'done',
    key: on ? 'service:reminders.nowOn' : 'service:reminders.nowOff',
  })
}

const Reminders = () => {
  const { t } = useTranslation('service')
  const { on } = useLoaderData<typeof loader>()
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
          <ButtonLink variant="quiet" href="/personal">
            {t('common:action.cancel')}
          </ButtonLink>
        </form>
      </Card>
    </div>
  )
}
export default Reminders

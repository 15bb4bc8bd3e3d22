/** Turns a box's adult switch on or off, with the account's password. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { findBox, hasAdultControl, setAdultSwitch } from '~/modules/device/device.server'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { adultSwitchFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'

export const handle = {
  i18n: ['terminal', 'account'],
  title: (data, t) => t(data?.isOn ? 'terminal:adult.titleOff' : 'terminal:adult.titleOn', { name: data?.name ?? '' }),
  sealed: true,
} satisfies RouteHandle<{ name: string; isOn: boolean }>

const requireBox = async (userId: string, sn: string | undefined) => {
  const box = await findBox(userId, sn ?? '')
  if (box === null) throw json({ code: 'I1402' }, { status: 404 })
  return { sn: box.sn, name: box.nickname ?? (box.model || box.sn), isOn: box.adultSwitchOnAt !== null }
}

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const box = await requireBox(user.userId, params.sn)
  return json({ ...box, mayTurn: box.isOn || (await hasAdultControl(box.sn)) })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const { sn, name } = await requireBox(user.userId, params.sn)
  const read = await readForm(request, context, adultSwitchFormSchema)
  if (!read.ok) return invalid(read)
  const on = read.value.turn === 'on'
  const turned = await setAdultSwitch(user.userId, sn, { on, password: read.value.password })
  if (!turned.ok) return refused(turned, read.values)
  return redirectDone(context, `/terminal/${sn}`, on ? 'terminal:flash.adultOn' : 'terminal:flash.adultOff', { name })
}

const Adult = () => {
  const { t } = useTranslation('terminal')
  const { sn, name, isOn, mayTurn } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t(isOn ? 'adult.titleOff' : 'adult.titleOn', { name })}
      lead={t(isOn ? 'adult.leadOff' : 'adult.leadOn')}
      crumbs={[
        { href: '/terminal', label: t('title') },
        { href: `/terminal/${sn}`, label: name },
      ]}
    >
      {mayTurn ? (
        <PasswordConfirm
          form={form}
          confirm={t(isOn ? 'adult.turnOff' : 'adult.turnOn')}
          cancelHref={`/terminal/${sn}`}
          danger={false}
        >
          {/* Does what the page showed, even if the switch was changed elsewhere in the meantime. */}
          <input type="hidden" name="turn" value={isOn ? 'off' : 'on'} />
        </PasswordConfirm>
      ) : (
        <Notice tone="info">
          <p>
            <a href={`/service?sn=${sn}`}>{t('adult.buy')}</a>
          </p>
        </Notice>
      )}
    </FormPage>
  )
}
export default Adult

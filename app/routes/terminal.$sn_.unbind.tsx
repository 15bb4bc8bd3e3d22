/** Asks before a box is removed from the account, and unbinds it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { findBox, unbindBox } from '~/modules/device/device.server'
import { findLapsesWithout } from '~/modules/link/link.server'
import { unfinishedOf } from '~/modules/order/order.server'
import { SerialNumber } from '~/ui/code'
import { ServiceUntil } from '~/ui/service/until'
import { boxServiceLines, isBoughtAndLeft } from '~/web/box/box-service.server'
import { serviceTextsIn } from '~/web/service/service-text.server'
import { ConfirmPage } from '~/ui/confirm-page'
import { Notice } from '~/ui/notice'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { useFormat } from '~/i18n/format'
import { now } from '~/platform/clock.server'

export const handle = {
  i18n: ['terminal', 'service'],
  title: (data, t) => t('terminal:unbind.title', { name: data?.name ?? '' }),
} satisfies RouteHandle<{ name: string }>

const requireBox = async (userId: string, sn: string | undefined) => {
  const box = await findBox(userId, sn ?? '')
  if (box === null) throw json({ code: 'I1402' }, { status: 404 })
  return { sn: box.sn, name: box.nickname ?? (box.model || box.sn), isAdultOn: box.adultSwitchOnAt !== null }
}

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const box = await requireBox(user.userId, params.sn)
  const language = await getLanguage(request, context)
  const hasUnpaid = (await unfinishedOf(user.userId, language)).some(({ sn }) => sn === box.sn)
  const at = now()
  const lines = await boxServiceLines(box.sn, language, at)
  const [lapses, texts] = await Promise.all([findLapsesWithout(user.userId, box.sn), serviceTextsIn(language)])
  return json({
    ...box,
    hasUnpaid,
    stays: lines.filter((line) => isBoughtAndLeft(line, at)),
    lapses: lapses.map((service) => texts.nameOf(service)),
    off: lines.flatMap((line) => (line.state === 'switched-off' ? [line.name] : [])),
  })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const box = await requireBox(user.userId, params.sn)
  const unbound = await unbindBox(user.userId, box.sn)
  if (!unbound.ok) throw json({ code: unbound.code }, { status: 404 })
  return redirectDone(context, '/terminal', 'terminal:flash.unbound', { name: box.name })
}

const Unbind = () => {
  const { t } = useTranslation('terminal')
  const format = useFormat()
  const { sn, name, isAdultOn, stays, lapses, off, hasUnpaid } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={t('unbind.title', { name })}
      text={t('unbind.text')}
      confirm={t('unbind.submit')}
      cancelHref={`/terminal/${sn}`}
      crumbs={[
        { href: '/terminal', label: t('title') },
        { href: `/terminal/${sn}`, label: name },
      ]}
    >
      <p className="muted">
        {t('common:label', { label: t('sn') })} <SerialNumber sn={sn} />
      </p>
      <p>{t('unbind.forgotten')}</p>
      {hasUnpaid ? <p>{t('unbind.orders')}</p> : null}
      {lapses.map((service) => (
        <Notice key={service}>
          <p>{t('unbind.links', { service })}</p>
        </Notice>
      ))}
      {stays.length > 0 ? (
        <>
          <p className="strong">{t('unbind.stays')}</p>
          <ul>
            {stays.map((line) => (
              <li key={line.service}>
                {line.name}: <ServiceUntil line={line} />
              </li>
            ))}
          </ul>
          <p className="muted">{t('unbind.staysText')}</p>
        </>
      ) : null}
      {off.length > 0 ? <p>{t('unbind.off', { names: format.list(off) })}</p> : null}
      {isAdultOn ? <p>{t('unbind.adult')}</p> : null}
    </ConfirmPage>
  )
}
export default Unbind

/** Cloud Services: what runs on each box and until when, and what can be added. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { PageHead } from '~/ui/page-head'
import { BoxTabs } from '~/ui/service/box-tabs'
import { RunningTable } from '~/ui/service/running-table'
import { Shop } from '~/ui/service/shop'
import { useAmounts } from '~/ui/order/amounts'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { runningView, serviceBoxes, shopView } from '~/web/service/service-view.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/service.css'

export const handle = { i18n: ['service', 'order'], title: 'service:title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [boxes, language] = await Promise.all([serviceBoxes(user.userId), getLanguage(request, context)])
  const asked = new URL(request.url).searchParams.get('sn')
  const box = boxes.find(({ sn }) => sn === asked) ?? (asked === null ? boxes[0] : undefined) ?? null
  // Another's box, or one that is not bound any more, is not this account's.
  if (asked !== null && box === null) throw json({ code: 'I1402' }, { status: 404 })
  const at = now()
  const [running, shop] = await Promise.all([
    box === null ? null : runningView(box.sn, language, at),
    shopView(language, at),
  ])
  return json({ boxes, box, running, shop })
}

const Services = () => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const { boxes, box, running, shop } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={boxes.length > 1 && box !== null ? <BoxTabs boxes={boxes} current={box.sn} /> : null}
      />
      {box === null || running === null ? (
        <Card>
          <EmptyState
            art="box"
            title={t('noBox.title')}
            text={t('noBox.text')}
            action={
              <ButtonLink href="/terminal/bind" variant="primary" icon="plus">
                {t('noBox.bind')}
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <Card
          title={t('running.title', { box: box.name })}
          actions={
            running.renewAll === null ? null : (
              <ButtonLink href={running.renewAll.href} variant="primary">
                {t('running.renewAll', { count: running.renewAll.count, price: amounts.usd(running.renewAll.price) })}
              </ButtonLink>
            )
          }
        >
          <RunningTable lines={running.lines} box={box.name} soleRenewal={running.renewAll === null} />
          <p className="small muted space-above">
            <a href={`/terminal/${box.sn}`}>{t('running.switches')}</a>
          </p>
        </Card>
      )}
      <Shop groups={shop} sn={box?.sn ?? null} />
    </>
  )
}
export default Services

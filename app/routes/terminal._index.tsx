/** The account's boxes: each one's model, last contact, loaded list and services. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { BoxCard } from '~/ui/box-card'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { PageHead } from '~/ui/page-head'
import { shortServices } from '~/web/box/box-service.server'
import { findBoxViews } from '~/web/box/box-view.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { now } from '~/platform/clock.server'

export const handle = { i18n: ['terminal'], title: 'terminal:title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const at = now()
  const boxes = await findBoxViews(user)
  const language = await getLanguage(request, context)
  const services = await shortServices(
    boxes.map(({ sn }) => sn),
    language,
    at,
  )
  return json({ boxes, services, now: at.toISOString() })
}

const Terminal = () => {
  const { t } = useTranslation('terminal')
  const { boxes, services, now } = useLoaderData<typeof loader>()
  const bind = (
    <ButtonLink href="/terminal/bind" variant="primary" icon="plus">
      {t('bind.link')}
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} actions={boxes.length > 0 ? bind : null} />
      {boxes.length === 0 ? (
        <Card>
          <EmptyState art="box" title={t('empty.title')} text={t('empty.text')} action={bind} />
        </Card>
      ) : (
        <div className="cols cols-wide">
          {boxes.map((box) => (
            <BoxCard key={box.sn} box={box} now={now} services={services[box.sn]} />
          ))}
        </div>
      )}
    </>
  )
}
export default Terminal

/**
 * Manuals of the boxes: a customer sees those for their own boxes first, and everybody can choose a model (`?model=`).
 */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useDownloads } from '~/client/download'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { listBoxes } from '~/modules/device/device.server'
import { findInstructionsOf, listInstructedModels } from '~/modules/instruction/instruction.server'
import styles from '~/styles/provider.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { isolate } from '~/ui/channel-list/joined'
import { EmptyState } from '~/ui/empty-state'
import { SelectField } from '~/ui/field'
import { ManualList, type ShownManual } from '~/ui/manual-list'
import { PageHead } from '~/ui/page-head'
import { findUser } from '~/request/caller.server'
import { showManuals } from '~/web/help/manual.server'
import { getLanguage } from '~/request/language.server'

export const handle = {
  i18n: ['provider'],
  title: 'provider:manuals.title',
  description: 'provider:manuals.lead',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

type ModelManuals = { model: string; boxes: string[]; manuals: ShownManual[] }

/** The longest name that a model may have. */
const maxLetters = 60

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const [user, language, models] = await Promise.all([
    findUser(request, context),
    getLanguage(request, context),
    listInstructedModels(),
  ])
  const asked = (new URL(request.url).searchParams.get('model') ?? '').trim().slice(0, maxLetters)
  const boxes = user === null ? [] : await listBoxes(user.userId)
  const own = [...new Set(boxes.map((box) => box.model))].filter((model) => model !== '')
  const found = await findInstructionsOf([...own, ...(asked === '' ? [] : [asked])])
  const manualsOf = (model: string) => showManuals(found.get(model) ?? [], language)
  // Only the requested model is shown.
  const mine: ModelManuals[] =
    asked === ''
      ? own.map((model) => ({
          model,
          boxes: boxes.filter((box) => box.model === model).map((box) => box.nickname ?? box.sn),
          manuals: manualsOf(model),
        }))
      : []
  return json({ models, asked, mine, found: asked === '' ? [] : manualsOf(asked) })
}

const NoManual = ({ model, level }: { model: string; level: 2 | 3 }) => {
  const { t } = useTranslation('provider')
  return (
    <EmptyState
      art="none"
      level={level}
      title={t('manuals.none', { model: `\u2068${model}\u2069` })}
      text={t('manuals.noneText')}
      action={<ButtonLink href="/help/contact">{t('manuals.ask')}</ButtonLink>}
    />
  )
}

const Mine = ({ mine }: { mine: readonly ModelManuals[] }) => {
  const { t } = useTranslation('provider')
  const format = useFormat()
  return (
    <Card title={t('manuals.mine')}>
      <div className="stack stack-wide">
        {mine.map(({ model, boxes, manuals }) => (
          <div className="stack" key={model}>
            {manuals.length === 0 ? (
              <NoManual model={model} level={3} />
            ) : (
              <>
                <div>
                  <h3>
                    <bdi>{model}</bdi>
                  </h3>
                  <p className="small muted">
                    {t('manuals.yours', { names: format.list(boxes.map((name) => `\u2068${name}\u2069`)) })}
                  </p>
                </div>
                <ManualList manuals={manuals} level={4} />
              </>
            )}
          </div>
        ))}
      </div>
    </Card>
  )
}

const ManualsPage = () => {
  const { t } = useTranslation('provider')
  const { models, asked, mine, found } = useLoaderData<typeof loader>()
  useDownloads()
  const choices = models.includes(asked) || asked === '' ? models : [asked, ...models]
  return (
    <>
      <PageHead title={t('manuals.title')} lead={t('manuals.lead')} crumbs={[{ href: '/help', label: t('help') }]} />
      {mine.length > 0 ? <Mine mine={mine} /> : null}
      {choices.length > 0 ? (
        <Card title={t('manuals.choose')}>
          <form noValidate method="get" className="filters" key={asked}>
            <SelectField
              label={t('manuals.model')}
              name="model"
              hint={t('manuals.pick')}
              options={choices.map((model) => ({ value: model, label: isolate(model) }))}
              defaultValue={asked}
            />
            <div className="form-actions">
              <Button>{t('manuals.show')}</Button>
            </div>
          </form>
        </Card>
      ) : mine.length === 0 ? (
        <Card>
          <EmptyState
            art="box"
            title={t('manuals.noModels')}
            text={t('manuals.noneText')}
            action={<ButtonLink href="/help/contact">{t('manuals.ask')}</ButtonLink>}
          />
        </Card>
      ) : null}
      {asked === '' ? null : found.length === 0 ? (
        <Card>
          <NoManual model={asked} level={2} />
        </Card>
      ) : (
        <Card title={t('manuals.of', { model: `\u2068${asked}\u2069` })}>
          <ManualList manuals={found} />
        </Card>
      )}
    </>
  )
}
export default ManualsPage

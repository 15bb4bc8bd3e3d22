/** Adds a channel that the user defines; channels of ready-made lists are added on another page. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { limits } from '~/engine/types'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import {
  emptyChannel,
  FurtherFields,
  NameFields,
  ReceptionFields,
  ServiceFields,
  StreamFields,
} from '~/ui/channel-list/tables/channel-fields'
import { isolate } from '~/ui/channel-list/joined'
import { TablePage, tablePath, useKept, Version, PlaceField } from '~/ui/channel-list/tables/parts'
import { SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { titleOf } from '~/ui/sky-arc/angle'
import { useGiven } from '~/ui/kept'
import { requireUser } from '~/request/caller.server'
import { listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { answerAdd, readAddPage } from '~/web/lists/tables/channel-forms.server'
import { idOf } from '~/web/lists/tables/table.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:add.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const asked = new URL(request.url).searchParams
  const satellite = idOf(asked.get('satellite') ?? undefined)
  const transponder = idOf(asked.get('transponder') ?? undefined)
  const page = await readAddPage(user, params['id'], { satellite, transponder })
  if (!page.list.canChange) throw redirect(listPathOf(page.list.id))
  return json({ ...page, satellite })
}

export const action = (args: ActionFunctionArgs) => answerAdd(args)

const AddPage = () => {
  const { list, version, total, choices, satellites, satelliteCount, categories, satellite, transponder } =
    useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const kept = useKept(answer?.failure, undefined, useGiven())
  const here = tablePath(list, '/channels/add')
  return (
    <TablePage
      list={list}
      title={t('add.title')}
      lead={t('add.lead', { name: list.name })}
      actions={
        <ButtonLink href={`${here}/system`} icon="list">
          {t('add.toSystem')}
        </ButtonLink>
      }
      failure={answer?.failure}
    >
      {choices.satellites.length === 0 && satellites.length === 0 && (
        <Notice tone="info">
          {t('add.noTransponder')} <a href={tablePath(list, '/satellites')}>{t('satellites.title')}</a>
        </Notice>
      )}
      {(choices.satellites.length === 0 || choices.left > 0) && satellites.length > 0 && (
        <Card>
          <form noValidate method="get" action={here} className="form">
            <SelectField
              name="satellite"
              label={t('lists:column.satellite')}
              hint={
                satelliteCount === satellites.length
                  ? undefined
                  : t('add.satellitesLeft', { number: satelliteCount - satellites.length })
              }
              defaultValue={String(satellite ?? satellites[0]?.index ?? '')}
              options={satellites.map((one) => ({ value: String(one.index), label: isolate(titleOf(one, t, format)) }))}
            />
            <Button>{t('add.showTransponders')}</Button>
          </form>
        </Card>
      )}
      <form noValidate method="post" action={here} className="stack" data-draft="" key={version.revision}>
        <Version {...version} />
        <ServiceFields
          channel={emptyChannel}
          kept={kept}
          categories={categories}
          streamed
          urlHint={t('add.urlHint', { number: limits.urlCharacters })}
        />
        <ReceptionFields channel={emptyChannel} kept={kept} choices={choices} transponder={transponder} />
        <FurtherFields channel={emptyChannel} kept={kept} />
        <StreamFields channel={emptyChannel} kept={kept} />
        <NameFields channel={emptyChannel} kept={kept} />
        <Card title={t('add.place')}>
          <PlaceField kept={kept} total={total} />
        </Card>
        <FormActions submit={t('add.submit')} icon="plus" cancelHref={tablePath(list)} />
      </form>
    </TablePage>
  )
}
export default AddPage

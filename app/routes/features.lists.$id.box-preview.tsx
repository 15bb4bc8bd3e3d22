/**
 * Previews what a box gets of a list, for a box, a format and a language: the file's own channels, and what it can't
 * hold.
 */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { nameLanguages } from '~/engine/types'
import { formatsOf, useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { findBoxNameChoices, previewForBox } from '~/modules/channel-list/channel-list.server'
import { listBoxes } from '~/modules/device/device.server'
import styles from '~/styles/lists.css'
import printed from '~/styles/printed.css'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { isolate } from '~/ui/channel-list/joined'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { useLossText } from '~/ui/channel-list/loss-text'
import { PrintedTable } from '~/ui/channel-list/printed-list'
import { SelectField } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { Pagination, parsePaging } from '~/ui/pagination'
import { requireUser } from '~/request/caller.server'
import { getLanguage, getT } from '~/request/language.server'
import { searchHref } from '~/ui/search-address'
import { requireValue } from '~/web/lists/answer.server'
import { requireList } from '~/web/lists/channels-action.server'
import { describePrinted } from '~/web/lists/printed.server'
import { requirePage } from '~/web/paging.server'

export const handle = {
  i18n: ['merge', 'lists', 'losses', 'numbers'],
  title: 'merge:preview.title',
} satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: printed },
]

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, pageLanguage, list, boxes] = await Promise.all([
    getT(request, context),
    getLanguage(request, context),
    requireList(user, params['id']),
    listBoxes(user.userId),
  ])
  const asked = new URL(request.url).searchParams
  const paging = parsePaging(asked)
  const box = boxes.find(({ sn }) => sn === asked.get('box'))?.sn ?? null
  const choices = await findBoxNameChoices(user.userId, box ?? '')
  // The requested language, else the one chosen for the box, else for the list.
  const named = nameLanguages.find((one) => one === asked.get('language'))
  const chosen = choices.box === 'original' ? null : (choices.box ?? choices.lists[list.id] ?? null)
  const language = named ?? (asked.get('language') === 'original' ? null : chosen)
  const format = (['sdx', 'chl'] as const).find((one) => one === asked.get('format')) ?? null
  const preview = requireValue(await previewForBox(user, list.id, { format, language, sn: box, ...paging }))
  requirePage(request, { ...paging, total: preview.rows.total })
  const [section] = describePrinted(
    {
      rows: preview.rows.items,
      rowsMax: preview.rows.items.length,
      groups: [],
      satellites: [],
      total: preview.rows.total,
    },
    'all',
    t,
    formatsOf(pageLanguage),
  )
  return json({
    list: { id: list.id, name: list.name },
    boxes: boxes.map(({ sn, nickname, model }) => ({ sn, name: nickname ?? `${model} ${sn}` })),
    box,
    format: preview.format,
    asked: asked.get('language') ?? '',
    languages: [...nameLanguages],
    fileName: preview.fileName,
    bytes: preview.bytes,
    losses: preview.losses.map(({ code, channels: count, fields }) => ({
      code,
      count,
      ...(fields === undefined ? {} : { fields }),
    })),
    ...paging,
    total: preview.rows.total,
    rows: section?.rows ?? [],
  })
}

const BoxPreviewPage = () => {
  const { list, boxes, box, format, asked, languages, fileName, bytes, losses, page, size, total, rows } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation(['merge', 'lists', 'losses', 'numbers'])
  const lossText = useLossText()
  const formats = useFormat()
  const path = `/features/lists/${list.id}`
  const here = `${path}/box-preview`
  return (
    <div className="stack stack-wide">
      <ListPageHead list={list} title={t('merge:preview.title')} lead={t('merge:preview.lead')} />
      <Card>
        <form noValidate method="get" action={here} className="row no-print" data-keep-scroll="">
          {boxes.length > 0 && (
            <SelectField
              name="box"
              label={t('merge:preview.box')}
              defaultValue={box ?? ''}
              options={[
                { value: '', label: t('merge:preview.anyBox') },
                ...boxes.map(({ sn, name }) => ({ value: sn, label: isolate(name) })),
              ]}
            />
          )}
          <SelectField
            name="language"
            label={t('lists:action.language')}
            defaultValue={asked}
            options={[
              { value: '', label: t('numbers:language.asList') },
              { value: 'original', label: t('numbers:language.original') },
              ...languages.map((one) => ({ value: one, label: t(`lists:nameLanguage.${one}`) })),
            ]}
          />
          <SelectField
            name="format"
            label={t('merge:preview.format')}
            defaultValue={format}
            options={[
              { value: 'chl', label: t('lists:dialect.chl') },
              { value: 'sdx', label: t('lists:dialect.satcodx') },
            ]}
          />
          <Button>{t('merge:preview.show')}</Button>
        </form>
      </Card>
      {losses.length === 0 ? (
        <Notice tone="ok">{t('merge:preview.complete')}</Notice>
      ) : (
        <Card title={t('lists:export.lossTitle')}>
          <ul className="stack">
            {losses.map((loss) => (
              <li key={loss.code}>
                {lossText(loss)}{' '}
                <span className="muted">{loss.count > 0 && t('lists:channels.count', { count: loss.count })}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card id="rows" title={t('merge:preview.rows')}>
        <div className="stack">
          <p className="muted">
            <bdi>{fileName}</bdi> · {formats.bytes(bytes)} · {t('lists:channels.count', { count: total })}
          </p>
          <PrintedTable caption={t('merge:preview.rows')} rows={rows} />
          <Pagination
            page={page}
            size={size}
            total={total}
            href={(page, size) => `${searchHref(here, { box, language: asked, format, page, size })}#rows`}
          />
        </div>
      </Card>
    </div>
  )
}
export default BoxPreviewPage

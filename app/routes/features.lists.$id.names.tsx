/**
 * A list's channel names in other languages: adds or replaces them from a file, another list or pasted lines, after a
 * preview of every name; and removes them.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { nameLanguages } from '~/engine/types'
import { findNameLanguages } from '~/modules/channel-list/channel-list.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { isolate } from '~/ui/channel-list/joined'
import { ListToolPage } from '~/ui/channel-list/list-tool-page'
import { OtherChoice } from '~/ui/channel-list/other-choice'
import { Version } from '~/ui/channel-list/version'
import { SelectField, TextAreaField } from '~/ui/field'
import { CancelLink, FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Pagination, parsePaging } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'
import { Table } from '~/ui/table'
import { redirectWithFlash } from '~/request/flash.server'
import { newBatch } from '~/web/form/form.server'
import { listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { answerNames, readNamesAsked, showNames } from '~/web/lists/names.server'
import { readOtherOptions } from '~/web/lists/other.server'
import { requirePage } from '~/web/paging.server'

export const handle = {
  i18n: ['merge', 'lists', 'numbers', 'problems'],
  title: 'numbers:names.title',
} satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  if (!list.canChange)
    throw redirectWithFlash(context, `${listPathOf(list.id)}/language`, { kind: 'note', key: 'tools:readOnly' })
  const search = new URL(request.url).searchParams
  const paging = parsePaging(search)
  const asked = readNamesAsked(search)
  const [options, has, shown] = await Promise.all([
    readOtherOptions(user, list, { lines: true }),
    findNameLanguages(user, list.id),
    showNames(user, list.id, asked, paging),
  ])
  if (shown.preview !== null) requirePage(request, { ...paging, total: shown.preview.changes.total })
  return json({
    list: { id: list.id, name: list.name },
    options,
    has: requireValue(has),
    asked,
    ...shown,
    languages: [...nameLanguages],
    batch: newBatch(),
  })
}
export const action = (args: ActionFunctionArgs) => answerNames(args)

type Data = SerializeFrom<typeof loader>

/** The language of the names, if nothing else gives it, and whether the list's other names are kept. */
const AskForm = ({ data: { list, asked, languages, reason } }: { data: Data }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  return (
    <form noValidate method="get" action={`/features/lists/${list.id}/names`} className="row" data-keep-scroll="">
      <input type="hidden" name="with" value={asked.with ?? ''} />
      <SelectField
        name="language"
        label={t('names.in')}
        defaultValue={asked.language}
        error={reason !== null && asked.language === '' ? t('names.which') : null}
        options={[
          { value: '', label: t('names.asTable') },
          ...languages.map((value) => ({ value, label: t(`lists:nameLanguage.${value}`) })),
        ]}
      />
      <SelectField
        name="rest"
        label={t('names.rest')}
        defaultValue={asked.rest}
        options={[
          { value: 'keep', label: t('names.keep') },
          { value: 'remove', label: t('names.drop') },
        ]}
      />
      <Button>{t('names.show')}</Button>
    </form>
  )
}

const Changes = ({ preview }: { preview: NonNullable<Data['preview']> }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const shown = (name: string | null) => (name === null ? <span className="muted">–</span> : <bdi>{name}</bdi>)
  return (
    <Table
      caption={t('names.changes')}
      rows={preview.changes.items}
      rowKey={(row) => `${row.id} ${row.language}`}
      columns={[
        {
          key: 'position',
          header: t('lists:column.number'),
          kind: 'number',
          phone: 'lead',
          cell: (row) => format.number(row.position),
        },
        { key: 'name', header: t('lists:column.channel'), kind: 'name', cell: (row) => <bdi>{row.name}</bdi> },
        { key: 'language', header: t('names.language'), cell: (row) => t(`lists:nameLanguage.${row.language}`) },
        { key: 'before', header: t('names.before'), cell: (row) => shown(row.before) },
        { key: 'after', header: t('names.after'), phone: 'full', cell: (row) => shown(row.after) },
      ]}
    />
  )
}

/** Lines that give no name, and why. */
const OddLines = ({ preview }: { preview: NonNullable<Data['preview']> }) => {
  const { t } = useTranslation('numbers')
  const format = useFormat()
  const { odd, lines } = preview
  const count = odd.none + odd.several + odd.refused
  if (count === 0) return null
  return (
    <Notice title={t('names.odd', { number: format.number(count) })}>
      <ul>
        {lines.map(({ line, text, why }) => (
          <li key={`${line} ${text}`}>
            {t('names.line', { line: format.number(line) })} <bdi>{text}</bdi>{' '}
            <span className="muted">{t(`names.why.${why}`)}</span>
          </li>
        ))}
        {count > lines.length && <li>…</li>}
      </ul>
    </Notice>
  )
}

const Preview = ({ data, preview }: { data: Data; preview: NonNullable<Data['preview']> }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const { list, asked, batch } = data
  const here = `/features/lists/${list.id}/names`
  const { page, size, total } = preview.changes
  const query = { with: asked.with ?? '', language: asked.language, rest: asked.rest }
  return (
    <>
      <ul>
        {preview.languages.map(({ language, ...counts }) => (
          <li key={language}>
            <span className="strong">{t(`lists:nameLanguage.${language}`)}</span>{' '}
            {(['fresh', 'changed', 'same', 'gone'] as const)
              .filter((kind) => counts[kind] > 0)
              .map((kind) => t(`names.counts.${kind}`, { number: format.number(counts[kind]) }))
              .join(' · ')}
          </li>
        ))}
      </ul>
      {total === 0 ? (
        <Notice>{t('names.nothing')}</Notice>
      ) : (
        <form noValidate method="post" action={here} className="form-actions">
          <input type="hidden" name="intent" value="apply" />
          <Version revision={preview.revision} source={preview.source} batch={batch} />
          {Object.entries(query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button variant="primary">{t('names.apply')}</Button>
          <CancelLink href={here} />
        </form>
      )}
      <OddLines preview={preview} />
      {total > 0 && <Changes preview={preview} />}
      <Pagination
        page={page}
        size={size}
        total={total}
        href={(page, size) => `${searchHref(here, { ...query, page, size })}#names`}
      />
    </>
  )
}

/** The list's languages, each with a button to remove its names, and the table to fill in. */
const Languages = ({ data: { list, has, batch } }: { data: Data }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  return (
    <Card title={t('names.has')}>
      <div className="stack">
        {has.languages.length === 0 && <p className="muted">{t('language.none')}</p>}
        {has.languages.map(({ language, channels }) => (
          <form noValidate key={language} method="post" action={`/features/lists/${list.id}/names`} className="row">
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="language" value={language} />
            <input type="hidden" name="batch" value={`${batch}-${language}`} />
            <span>
              {t(`lists:nameLanguage.${language}`)}{' '}
              <span className="muted">
                {t('language.count', { number: format.number(channels), total: format.number(has.total) })}
              </span>
            </span>
            <Button variant="quiet">{t('names.remove')}</Button>
          </form>
        ))}
        <p>
          <a href={`/api/chmax/lists/${list.id}/nameTable`} download="" data-reload="">
            {t('names.table')}
          </a>{' '}
          <span className="muted small">{t('names.tableHint')}</span>
        </p>
      </div>
    </Card>
  )
}

const NamesPage = () => {
  const data = useLoaderData<typeof loader>()
  const { list, options, asked, preview, reason, failure, languages } = data
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['numbers', 'lists', 'merge'])
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = `/features/lists/${list.id}/names`
  const errors = [
    ...listErrorsOf([...(answer?.failure?.errors ?? []), ...(failure === null ? [] : [failure])], t),
    ...(reason === null || reason === 'no-language' || asked.language === ''
      ? []
      : [{ field: 'with', message: t(reason === 'no-names' ? 'names.noNames' : 'names.noColumns') }]),
  ]
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  const kept = answer?.failure?.values
  return (
    <ListToolPage list={list} title={t('names.title')} lead={t('names.lead')} errors={errors} wide>
      {asked.with !== null && failure === null && (
        <Card id="names" title={t('names.result')}>
          <div className="stack">
            <AskForm data={data} />
            {preview !== null && <Preview data={data} preview={preview} />}
          </div>
        </Card>
      )}
      <Languages data={data} />
      <OtherChoice options={options} chosen={asked.with} action={here} lines errors={errors} />
      <Card title={t('names.paste')}>
        <form noValidate method="post" action={here} className="form">
          <input type="hidden" name="intent" value="paste" />
          <TextAreaField
            name="text"
            label={t('names.pasteLabel')}
            hint={t('names.pasteHint', { example: isolate('12, القناة') })}
            error={errorOf('text')}
            rows={6}
            dir="auto"
            defaultValue={typeof kept?.['text'] === 'string' ? kept['text'] : ''}
          />
          <SelectField
            id="pasted-language"
            name="language"
            label={t('names.in')}
            defaultValue={typeof kept?.['language'] === 'string' ? kept['language'] : 'ar'}
            options={languages.map((value) => ({ value, label: t(`lists:nameLanguage.${value}`) }))}
          />
          <FormActions variant="plain" submit={t('names.show')} />
        </form>
      </Card>
    </ListToolPage>
  )
}
export default NamesPage

/**
 * Merges another list into this one. Channels that are missing here are added, ticked ones or all, at the end or at
 * their place. Names, favourites and other values of channels that both have can be taken too, by kind or one
 * difference at a time.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { mergeOperations, previewMergeOf } from '~/modules/channel-list/channel-list.server'
import { mergeTakes } from '~/modules/channel-list/merge/other.schema'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { DifferenceChoice } from '~/ui/channel-list/difference-choice'
import { listErrorText } from '~/ui/channel-list/error-text'
import { isolate } from '~/ui/channel-list/joined'
import { KeepChoice, keepRulesOf, type KeepCountsView } from '~/ui/channel-list/keep-choice'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { MergeTable } from '~/ui/channel-list/merge-table'
import { OtherChoice } from '~/ui/channel-list/other-choice'
import { Version } from '~/ui/channel-list/version'
import { CheckField, Field } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { Radio } from '~/ui/radio'
import { getLanguage, getT } from '~/request/language.server'
import { searchHref } from '~/ui/search-address'
import type { FormFailure } from '~/web/form/form'
import { invalid } from '~/web/form/form.server'
import { answerEdit, listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { placeText } from '~/web/lists/channels.server'
import { describeClash } from '~/web/lists/clash-text.server'
import { readListForm } from '~/web/lists/list-form.server'
import { mergeForm } from '~/web/lists/merge-forms.server'
import { answerHeldFile, answerFailure, isUpload, openWithOther } from '~/web/lists/other.server'
import { shortened } from '~/web/lists/shortened.server'

export const handle = { i18n: ['merge', 'lists', 'problems'], title: 'merge:merge.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async (args: LoaderFunctionArgs) => {
  const askedOf = (params: URLSearchParams) => ({
    search: (params.get('search') ?? '').slice(0, 100),
    show: mergeTakes.find((kind) => kind === params.get('show')) ?? null,
  })
  const [t, language, { search, value, page }] = await Promise.all([
    getT(args.request, args.context),
    getLanguage(args.request, args.context),
    openWithOther(args, {
      lines: false,
      read: ({ user, id, other, search, paging }) => previewMergeOf(user, id, { other, ...askedOf(search), ...paging }),
      totalOf: ({ matching }) => matching,
    }),
  ])
  return json({
    ...page,
    ...askedOf(search),
    result: value && {
      ...value,
      rows: value.rows.map((row) => ({ ...row, name: shortened(row.name), place: placeText(row) })),
      differences: value.differences.map((one) => describeClash(one, t, formatsOf(language))),
    },
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const { request, params, context } = args
  if (await isUpload(args)) return answerHeldFile(args, 'merge', { mayBeLines: false })
  const { ask, user, list, read } = await readListForm({ request, params, context }, mergeForm)
  if (!read.ok) return invalid(read)
  const { base, source, batch, with: other, id, all, search, place, names, favourites, take, pick } = read.value
  const keep = keepRulesOf(read.values)
  const made = await mergeOperations(user, list.id, {
    base,
    source,
    batch,
    other,
    wanted: all === undefined ? id : 'all',
    search,
    place,
    names: names !== undefined,
    favourites: favourites !== undefined,
    take,
    pick,
    keep,
  })
  if (!made.ok) return answerFailure(ask, made, read.values)
  const { operations, added, renamed, favoured, changed, left } = made.value
  return answerEdit({
    ...ask,
    base,
    source,
    batch,
    operations,
    to: `${listPathOf(list.id)}#channels`,
    done:
      left.length > 0
        ? { key: 'merge:merge.doneLeft', params: { added, left: left.length } }
        : changed > 0
          ? { key: 'merge:merge.doneValues', params: { added, renamed, favoured, changed } }
          : { key: 'merge:merge.done', params: { added, renamed, favoured } },
    values: read.values,
  })
}

type Data = SerializeFrom<typeof loader>
type FormProps = { data: Data; result: NonNullable<Data['result']>; failure: FormFailure | null }

/** Choices: the missing channels to add, their place, and values to take for channels that both have. */
const MergeForm = ({ data, result, failure }: FormProps) => {
  const { t } = useTranslation(['merge', 'lists'])
  const { list, chosen, search, show, page, size, batch } = data
  const path = `/features/lists/${list.id}`
  const here = `${path}/merge`
  const hrefOf = (more: Record<string, number | string> = {}): string =>
    searchHref(here, { with: chosen, search, show, ...more })
  const kept = failure?.values ?? null
  const over = failure?.errors.find(({ code }) => code === 'Q2202' || code === 'C1111')
  const counts = over?.data && typeof over.data['channels'] === 'number' ? (over.data as KeepCountsView) : null
  const ticked = new Set([kept?.['id'] ?? []].flat().map(Number))
  const isTicked = (name: string): boolean => kept?.[name] !== undefined
  return (
    <form noValidate method="post" action={hrefOf({ page, size })} className="stack">
      <Version revision={result.revision} source={result.source} batch={batch} />
      <input type="hidden" name="with" value={chosen ?? ''} />
      <input type="hidden" name="search" value={search} />
      {counts && (
        <>
          <Notice title={t('lists:held.overTitle')} live>
            <p>{t('merge:merge.over', { number: counts.channels, room: counts.limit })}</p>
          </Notice>
          <KeepChoice counts={counts} kept={kept ?? {}} />
        </>
      )}
      {result.matching > 0 && (
        <>
          {list.canChange && (
            <label className="choice no-print">
              <input id="field-all" type="checkbox" name="all" value="1" defaultChecked={isTicked('all')} />{' '}
              {t('lists:bar.allMatching', {
                channels: t('lists:channels.count', { count: result.matching }),
              })}
            </label>
          )}
          <MergeTable rows={result.rows} canSelect={list.canChange} ticked={ticked} />
          <Pagination
            page={page}
            size={size}
            total={result.matching}
            href={(toPage, toSize) => `${hrefOf({ page: toPage, size: toSize })}#channels`}
          />
        </>
      )}
      {list.canChange && (
        <>
          {result.missing > 0 && (
            <FieldGroup legend={t('merge:merge.where')}>
              {(['end', 'place'] as const).map((value) => (
                <Radio key={value} name="place" value={value} checked={(kept?.['place'] ?? 'end') === value}>
                  {t(`merge:merge.place.${value}`)}
                </Radio>
              ))}
            </FieldGroup>
          )}{' '}
          <FieldGroup legend={t('merge:merge.both')}>
            <CheckField
              name="names"
              value="1"
              label={t('merge:merge.names', { number: result.names })}
              defaultChecked={isTicked('names')}
            />
            <CheckField
              name="favourites"
              value="1"
              label={t('merge:merge.favourites', { number: result.favourites })}
              defaultChecked={isTicked('favourites')}
            />
          </FieldGroup>
          <DifferenceChoice
            values={result.values}
            shown={show}
            differences={result.differences}
            differing={result.differing}
            kept={kept ?? {}}
            hrefOf={(kind) => `${hrefOf({ page, size, show: kind })}#values`}
          />
          <FormActions submit={t('merge:merge.apply')} cancelHref={path} />
        </>
      )}
    </form>
  )
}

const MergePage = () => {
  const data = useLoaderData<typeof loader>()
  const { list, options, chosen, failure, search, result } = data
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists'])
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const path = `/features/lists/${list.id}`
  const here = `${path}/merge`
  const errors = [...(answer?.failure?.errors ?? []), ...(failure === null ? [] : [failure])].map((error) =>
    error.data?.['reason'] === 'nothing-selected'
      ? // Link the error to the field that the page offers first.
        { field: result?.matching ? 'all' : 'names', message: t('merge:merge.choose') }
      : { field: error.field, message: listErrorText(error, t) },
  )
  const takesNothing =
    result !== null &&
    result.missing + result.names + result.favourites === 0 &&
    Object.values(result.values).every((count) => count === 0)
  const isEmpty = result !== null && result.missing > 0 && result.matching === 0
  return (
    <div className="stack stack-wide">
      <ListPageHead list={list} title={t('merge:merge.title')} lead={t('merge:merge.lead')} errors={errors} />
      {result !== null && (
        <Card
          id="channels"
          title={t('merge:merge.result', { name: isolate(result.other.name || t('merge:other.file')) })}
          actions={
            <ButtonLink href={`${path}/compare-with?with=${chosen ?? ''}`} variant="quiet">
              {t('merge:compare.title')}
            </ButtonLink>
          }
        >
          <div className="stack">
            <p className="muted">
              {t('merge:merge.missing', { number: result.missing })} {t('merge:merge.room', { number: result.room })}
            </p>
            {takesNothing && <Notice tone="ok">{t('merge:merge.nothing')}</Notice>}
            {result.missing > 0 && (
              <form noValidate method="get" action={here} className="row" role="search" data-keep-scroll="">
                <input type="hidden" name="with" value={chosen ?? ''} />
                <Field
                  name="search"
                  type="search"
                  label={t('lists:filter.search')}
                  defaultValue={search}
                  autoComplete="off"
                />
                <Button>{t('lists:filter.submit')}</Button>
              </form>
            )}
            {isEmpty && (
              <p className="cluster">
                {t('lists:page.noMatch')}{' '}
                <ButtonLink href={`${here}?with=${chosen ?? ''}`}>{t('lists:filter.reset')}</ButtonLink>
              </p>
            )}
            {!takesNothing && <MergeForm data={data} result={result} failure={answer?.failure ?? null} />}
          </div>
        </Card>
      )}
      <OtherChoice options={options} chosen={chosen} action={here} errors={errors} />
    </div>
  )
}
export default MergePage

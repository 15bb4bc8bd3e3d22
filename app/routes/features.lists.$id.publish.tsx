/**
 * Publishing a System or VNO list: which version boxes and customers have, giving a version to some of the boxes or
 * to all, going back, which boxes took which version, and the list's names by language.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { languages } from '~/i18n/languages'
import {
  countTaken,
  findPublications,
  findTaken,
  findVersion,
  publishList,
  setTitles,
  type PublishingInput,
} from '~/modules/channel-list/channel-list.server'
import { now } from '~/platform/clock.server'
import { Card } from '~/ui/card'
import { listErrorText } from '~/ui/channel-list/error-text'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { PublicationForms, TakeAwayForm } from '~/ui/channel-list/publication-forms'
import { PublicationHistory, Standing, TakenTables } from '~/ui/channel-list/publication-tables'
import { Draft } from '~/ui/draft'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { parsePaging } from '~/ui/pagination'
import { draftMark, useGiven } from '~/ui/kept'
import { redirectDone } from '~/request/flash.server'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { askedVersion, publishForm } from '~/web/lists/publish-forms.server'
import { stageSteps } from '~/modules/channel-list/publication/publication.schema'
import { requirePage } from '~/web/paging.server'
import { fail } from '~/errors/table'

export const handle = { i18n: ['publish', 'lists'], title: 'publish:title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  if (!list.canChange || list.kind === 'user') throw redirect(listPathOf(list.id))
  const asked = new URL(request.url).searchParams
  const paging = parsePaging(asked)
  const version = /^\d{1,9}$/.test(asked.get('version') ?? '') ? Number(asked.get('version')) : null
  const { of, number, isOdd } = askedVersion(asked)
  const [published, taken, looked] = await Promise.all([
    findPublications(user, list.id),
    countTaken(user, list.id),
    isOdd ? fail('A0422', { field: 'of' }) : findVersion(user, list.id, number),
  ])
  const counts = requireValue(taken)
  const boxes = counts.withBoxes ? requireValue(await findTaken(user, list.id, { ...paging, revision: version })) : null
  if (boxes !== null) requirePage(request, { ...paging, total: boxes.total })
  const { history, ...state } = requireValue(published)
  return json({
    list: { id: list.id, name: list.name },
    state: {
      ...state,
      steps: [...stageSteps],
      version: looked.ok ? looked.value : null,
    },
    // No such version is an answer to what was typed; what boxes can't use is one about the list.
    refused: looked.ok
      ? null
      : { code: looked.code, field: looked.code === 'A0422' ? 'of' : null, data: looked.data ?? null, of },
    history,
    allowed: counts.allowed,
    versions: counts.versions,
    boxes: boxes && { ...boxes, revision: version },
    now: now().toISOString(),
    batch: newBatch(),
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  if (!list.canChange || list.kind === 'user') throw redirect(listPathOf(list.id), 303)
  const read = await readForm(request, context, publishForm)
  if (!read.ok) return invalid(read)
  const to = `${listPathOf(list.id)}/publish`
  const { value } = read
  if (value.intent === 'titles') {
    const { intent: _, ...titles } = value
    const set = await setTitles(user, list.id, titles)
    return set.ok ? redirectDone(context, to, 'publish:done.titles') : refused(set, read.values)
  }
  const input: PublishingInput =
    value.intent === 'publish'
      ? { ...value, act: 'publish' }
      : value.intent === 'widen'
        ? { ...value, act: 'widen' }
        : { ...value, act: value.intent }
  const done = await publishList(user, list.id, input)
  const notice = value.intent === 'publish' && value.percent < 100 ? 'part' : value.intent
  return done.ok ? redirectDone(context, to, `publish:done.${notice}`) : refused(done, read.values)
}

const PublishPage = () => {
  const data = useLoaderData<typeof loader>()
  const { list, state, refused, history, batch } = data
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['publish', 'lists'])
  const path = `/features/lists/${list.id}`
  const here = `${path}/publish`
  const asked = refused === null || refused.of === '' ? [] : [refused]
  const errors = [...(answer?.failure?.errors ?? []), ...asked].map(({ field, ...error }) => ({
    field,
    message: field === 'revision' || field === 'of' ? t('publish:publish.noVersion') : listErrorText(error, t),
  }))
  const mark = draftMark('titles', state.titles)
  const titles = useGiven(mark)
  const messageOf = (field: string): string | undefined => errors.find((error) => error.field === field)?.message
  const valueOf = (field: string): string | undefined => {
    const kept = answer?.failure?.values[field]
    if (field === 'of' && refused !== null) return refused.of
    return typeof kept === 'string' ? kept : undefined
  }
  return (
    <div className="stack stack-wide">
      <ListPageHead list={list} title={t('publish:title')} lead={t('publish:lead')} errors={errors} />
      <Standing path={path} state={state} />
      <PublicationForms here={here} batch={batch} state={state} valueOf={valueOf} messageOf={messageOf}>
        {refused !== null && refused.of === '' && <p>{listErrorText(refused, t)}</p>}
      </PublicationForms>
      <TakenTables here={here} {...data} />
      {history.length > 0 && <PublicationHistory rows={history} now={data.now} />}
      <Card title={t('publish:titles.heading')}>
        <form noValidate method="post" action={here} className="form" data-draft={mark} key={mark}>
          <Draft mark={mark} given={titles} />
          <p>{t('publish:titles.lead', { name: list.name, number: limits.listNameCharacters })}</p>
          <div className="title-fields">
            {languages.map(({ code, tag, name, direction }) => (
              <Field
                key={code}
                name={code}
                label={<bdi lang={tag}>{name}</bdi>}
                defaultValue={valueOf(code) ?? titles?.[code]?.toString() ?? state.titles[code] ?? ''}
                error={messageOf(code)}
                autoComplete="off"
                lang={tag}
                dir={direction}
              />
            ))}
          </div>
          <FormActions variant="plain" submit={t('publish:titles.submit')} intent="titles" />
        </form>
      </Card>
      <TakeAwayForm here={here} batch={batch} state={state} />
    </div>
  )
}
export default PublishPage

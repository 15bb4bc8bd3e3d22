/** An upload that waits for a decision: what to keep of too many channels, another name, or which list to remove. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { limits } from '~/engine/types'
import { acceptHeldUpload, dropHeldUpload, findHeldUpload, isMendable } from '~/modules/held-upload/held-upload.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { listErrorText } from '~/ui/channel-list/error-text'
import { KeepChoice, keepRulesOf } from '~/ui/channel-list/keep-choice'
import { listsPerAccount } from '~/ui/channel-list/limits'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { heldForm } from '~/web/lists/forms.server'
import { pathOfStored } from '~/web/lists/upload.server'

export const handle = {
  i18n: ['lists', 'problems'],
  title: (data, t) => t(data?.counts ? 'lists:held.overTitle' : 'lists:held.title'),
} satisfies RouteHandle<{ counts: unknown }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const held = await findHeldUpload(user.userId, params['heldId'] ?? '')
  if (held === null) throw redirectWithFlash(context, '/features', { kind: 'note', key: 'lists:held.gone' })
  const { id, fileName, name, size, failure, counts, expiresAt } = held
  return json({
    id,
    fileName,
    name,
    size,
    counts,
    expiresAt: expiresAt.toISOString(),
    error: {
      field: failure.code === 'C1125' || failure.code === 'C1110' ? 'name' : null,
      code: failure.code,
      data: failure.data ?? null,
    },
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = params['heldId'] ?? ''
  const read = await readForm(request, context, heldForm)
  if (!read.ok) return invalid(read)
  if (read.value.intent === 'drop') {
    await dropHeldUpload(user.userId, id)
    return redirectWithFlash(context, '/features', { kind: 'note', key: 'lists:held.dropped' })
  }
  const result = await acceptHeldUpload(user, id, {
    name: (read.value.name ?? '').trim(),
    keep: keepRulesOf(read.values),
  })
  if (result.ok)
    return redirectDone(context, pathOfStored(result.value), 'lists:upload.done', { name: result.value.name })
  if (result.code === 'A0404') return redirect(`/features/uploads/${id}`, { status: 303 })
  const field =
    result.code === 'C1125' || result.code === 'C1110'
      ? 'name'
      : result.code === 'C1111' || result.code === 'Q2202'
        ? 'keep'
        : undefined
  return refused({ ...result, ...(field === undefined || !isMendable(result) ? {} : { field }) }, read.values)
}

const HeldPage = () => {
  const held = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const format = useLocalFormat()
  const errors = (answer?.failure?.errors ?? [held.error]).map((error) => ({
    field: error.field,
    code: error.code,
    isRoom: error.data?.['context'] === 'room',
    message: listErrorText(error, t),
  }))
  const kept: Record<string, string | string[]> = answer?.failure?.values ?? {}
  const isOver = held.counts !== null
  const shown = answer?.failure
    ? errors
    : errors.filter((error) => error.code !== 'Q2202' && (error.code !== 'C1202' || error.isRoom))
  return (
    <div className="narrow">
      <PageHead
        title={isOver ? t('held.overTitle') : t('held.title')}
        crumbs={[{ href: '/features', label: t('title') }]}
        lead={t('held.lead', {
          file: `\u2068${held.fileName ?? held.name}\u2069`,
          time: format.dateTime(held.expiresAt),
        })}
      />
      <ErrorSummary errors={shown} />
      {errors.some((error) => error.code === 'C1202' && !error.isRoom) && (
        <Notice>
          {t('held.room', { number: listsPerAccount })} <a href="/features">{t('held.toLists')}</a>
        </Notice>
      )}
      <Card>
        <form noValidate method="post" action={`/features/uploads/${held.id}`} className="form">
          {held.counts && (
            <p>
              {t('held.overText', {
                channels: t('channels.count', { count: held.counts.channels }),
                limit: held.counts.limit,
              })}
            </p>
          )}
          <Field
            name="name"
            label={t('upload.name')}
            hint={t('channel.nameHint', { number: limits.listNameCharacters })}
            defaultValue={typeof kept['name'] === 'string' ? kept['name'] : held.name}
            error={shown.find((error) => error.field === 'name')?.message}
            autoComplete="off"
            dir="auto"
          />
          {held.counts && <KeepChoice counts={held.counts} kept={kept} />}
          <div className="form-actions">
            <Button variant="primary" name="intent" value="store">
              {t('held.submit')}
            </Button>
            <Button variant="quiet-danger" name="intent" value="drop" formNoValidate>
              {t('held.drop')}
            </Button>
            <ButtonLink href="/features" variant="quiet">
              {t('held.toLists')}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  )
}
export default HeldPage

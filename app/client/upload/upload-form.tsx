/**
 * The upload form. Without scripts it is a plain multipart form. With scripts it shows progress, can be stopped, and
 * keeps the chosen file if something is wrong.
 */
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { encodings, limits } from '~/engine/types'
import { Button } from '~/ui/button'
import { listErrorText } from '~/ui/channel-list/error-text'
import { isolate } from '~/ui/channel-list/joined'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, FileField, SelectField } from '~/ui/field'
import { useUpload, type Failure, type UploadState } from './use-upload'

/** `failure`: the failure that the page was rendered with. */
type UploadFormProps = { role: string; failure: Failure | null }

/** How much is sent and, if the page stays, how it ended. */
const Progress = ({ state }: { state: UploadState }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <div role="status" aria-live="polite">
      {state.step === 'sending' && (
        <div className="stack stack-tight upload-progress">
          <progress max={1} value={state.fraction < 1 ? state.fraction : undefined} aria-label={t('upload.title')} />
          <span>
            {state.fraction < 1
              ? t('upload.sending', { name: `\u2068${state.name}\u2069`, percent: format.percent(state.fraction) })
              : t('upload.reading', { name: `\u2068${state.name}\u2069` })}
          </span>
        </div>
      )}
      {state.step === 'stopped' && <p>{t('upload.stopped')}</p>}
      {state.step === 'broken' && <p className="notice bad">{t('upload.broken')}</p>}
    </div>
  )
}

export const UploadForm = ({ role, failure }: UploadFormProps) => {
  const { t } = useTranslation(['lists', 'problems', 'errors'])
  const format = useFormat()
  const upload = useUpload()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    upload.send(event.currentTarget)
  }

  const shown = upload.failure ?? failure
  const size = format.bytes(limits.fileBytes)
  const errors = (shown?.errors ?? []).map((error) => ({
    field: error.field,
    message: listErrorText({ ...error, data: { ...error.data, size } }, t),
  }))
  const messageOf = (field: string): string | undefined => errors.find((error) => error.field === field)?.message
  const kept = (field: string): string | undefined => {
    const value = failure?.values[field]
    return typeof value === 'string' ? value : undefined
  }
  const isSending = upload.state.step === 'sending'
  return (
    <form
      noValidate
      method="post"
      action="/features/uploads"
      encType="multipart/form-data"
      className="form upload-form"
      onSubmit={onSubmit}
    >
      <ErrorSummary errors={errors} />
      <p className="muted">{t('lists:upload.lead', { size })}</p>
      {role === 'administrator' && <p className="small">{t('lists:upload.kindSystem')}</p>}
      {role === 'vno' && <p className="small">{t('lists:upload.kindVno')}</p>}
      <FileField
        name="file"
        label={t('lists:upload.file')}
        button={t('lists:upload.pick')}
        none={t('lists:upload.none')}
        error={messageOf('file')}
      />
      <Field
        name="name"
        label={t('lists:upload.name')}
        hint={t('lists:upload.nameHint', { number: limits.listNameCharacters })}
        defaultValue={kept('name')}
        error={messageOf('name')}
        autoComplete="off"
        dir="auto"
      />
      <SelectField
        name="encoding"
        label={t('lists:upload.encoding')}
        hint={t('lists:upload.encodingHint')}
        defaultValue={kept('encoding') ?? ''}
        options={[
          { value: '', label: t('lists:upload.encodingAuto') },
          ...encodings.map((value) => ({ value, label: isolate(value) })),
        ]}
      />
      <div className="form-actions">
        <Button variant="primary" icon="upload" disabled={isSending}>
          {t('lists:upload.submit')}
        </Button>
        {isSending && (
          <Button type="button" variant="quiet" onClick={upload.stop}>
            {t('lists:upload.stop')}
          </Button>
        )}
      </div>
      <Progress state={upload.state} />
    </form>
  )
}

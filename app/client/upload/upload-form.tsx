/**
 * The upload form. Without scripts it is a plain multipart form; with scripts the same form shows progress, can be
 * stopped, and keeps the chosen file when something is wrong.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { encodings, limits } from '~/engine/types'
import { Button } from '~/ui/button'
import { listErrorText, type ListError } from '~/ui/channel-list/error-text'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, FileField, SelectField } from '~/ui/field'
import { showToast } from '../toast'

type Failure = { values: Record<string, string | string[]>; errors: ListError[] }
type UploadFormProps = { role: string; failure: Failure | null }
type State = { step: 'idle' } | { step: 'sending'; name: string; fraction: number } | { step: 'stopped' | 'broken' }

/** Identifies one upload, so that the same file sent again after a broken connection makes no second list. */
const makeBatch = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const dataAddress = '/features/uploads/data'

const parseAnswer = (text: string): { to?: string; done?: string; failure?: Failure; code?: string } | null => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

export const UploadForm = ({ role, failure }: UploadFormProps) => {
  const { t } = useTranslation(['lists', 'problems', 'errors'])
  const format = useFormat()
  const navigate = useNavigate()
  const [state, setState] = useState<State>({ step: 'idle' })
  const [sent, setSent] = useState<Failure | null>(null)
  const running = useRef<XMLHttpRequest | null>(null)
  const batch = useRef<{ id: string; of: string } | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const data = new FormData(form)
    const file = data.get('file')
    event.preventDefault()
    if (running.current) return
    const refuseHere = (error: ListError): void => setSent({ values: {}, errors: [error] })
    if (!(file instanceof File) || file.name === '')
      return refuseHere({ field: 'file', code: 'A0422', data: { reason: 'no-file' } })
    if (file.size > limits.fileBytes) return refuseHere({ field: 'file', code: 'A0413', data: { reason: 'too-large' } })
    const request = new XMLHttpRequest()
    running.current = request
    // Sent again as it was it is the same upload; with another name or file it is another.
    const of = JSON.stringify([data.get('name'), data.get('encoding'), file.name, file.size, file.lastModified])
    if (batch.current?.of !== of) batch.current = { id: makeBatch(), of }
    data.set('batch', batch.current.id)
    const finish = (next: State): void => {
      running.current = null
      // Only after a broken connection it is unknown whether the file has arrived.
      if (next.step !== 'broken' && next.step !== 'stopped') batch.current = null
      setState(next)
    }
    request.upload.onprogress = ({ loaded, total }) =>
      setState({ step: 'sending', name: file.name, fraction: total > 0 ? loaded / total : 0 })
    request.onload = () => {
      const answer = parseAnswer(request.responseText)
      if (answer?.to) {
        finish({ step: 'idle' })
        navigate(answer.to)
        if (answer.done) showToast('done', answer.done)
      } else if (answer?.failure) {
        finish({ step: 'idle' })
        setSent({ ...answer.failure })
      } else if (request.responseURL !== '' && !request.responseURL.endsWith(dataAddress))
        location.assign(request.responseURL)
      else finish({ step: 'broken' })
    }
    request.onerror = () => finish({ step: 'broken' })
    request.onabort = () => finish({ step: 'stopped' })
    request.open('POST', dataAddress)
    request.setRequestHeader('accept', 'application/json')
    setSent(null)
    setState({ step: 'sending', name: file.name, fraction: 0 })
    request.send(data)
  }

  const shown = sent ?? failure
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
  const isSending = state.step === 'sending'
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
        accept=".sdx,.chl,.txt,.json,application/octet-stream,text/plain"
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
          ...encodings.map((value) => ({ value, label: value })),
        ]}
      />
      <div className="form-actions">
        <Button variant="primary" icon="upload" disabled={isSending}>
          {t('lists:upload.submit')}
        </Button>
        {isSending && (
          <Button type="button" variant="quiet" onClick={() => running.current?.abort()}>
            {t('lists:upload.stop')}
          </Button>
        )}
      </div>
      <div role="status" aria-live="polite">
        {isSending && (
          <div className="upload-progress">
            <progress
              max={1}
              value={state.fraction < 1 ? state.fraction : undefined}
              aria-label={t('lists:upload.title')}
            />
            <span>
              {state.fraction < 1
                ? t('lists:upload.sending', {
                    name: `\u2068${state.name}\u2069`,
                    percent: format.percent(state.fraction),
                  })
                : t('lists:upload.reading', { name: `\u2068${state.name}\u2069` })}
            </span>
          </div>
        )}
        {state.step === 'stopped' && <p>{t('lists:upload.stopped')}</p>}
        {state.step === 'broken' && <p className="notice bad">{t('lists:upload.broken')}</p>}
      </div>
    </form>
  )
}

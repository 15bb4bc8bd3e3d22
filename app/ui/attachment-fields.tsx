/**
 * The file fields of a feedback form without scripts: pictures, a video, files from an earlier try (sent along unless
 * unticked), and files that the account uploaded before but did not send (sent along if ticked).
 */
import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { attachmentAddress, type ShownAttachment } from './attachment-list'
import { Button } from './button'
import { fieldId } from './field-id'
import { FieldError } from './field-error'
import { useScripts } from './with-scripts'

/** A file of the account that belongs to no feedback yet; `received` bytes of it have arrived. */
export type UnsentAttachment = ShownAttachment & { received: number; done: boolean }
/** How many files of a kind may still be added to the kept ones. */
export type AttachmentRoom = { images: number; videos: number }
export type AttachmentErrors = {
  image?: string | null | undefined
  video?: string | null | undefined
  attachment?: string | null | undefined
}
/** For each kind, what its field accepts and the size limit that it shows. */
export type AttachmentLimits = Readonly<Record<'image' | 'video', { accept: string; bytes: number }>>

/** `wanted`: ids of files that were in this form before the session ended, complete or not. */
export type AttachmentFieldsProps = {
  kept: readonly ShownAttachment[]
  unsent: readonly UnsentAttachment[]
  wanted: readonly string[]
  room: AttachmentRoom
  errors: AttachmentErrors
  limits: AttachmentLimits
}

/** A file name inside a sentence, isolated so that it reads in its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`

type ChooserProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  kind: 'image' | 'video'
  hint: ReactNode
  error: string | null | undefined
  hasFiles?: boolean
}
/**
 * A file field with the page's own texts: browsers label the button and the empty field in their own language. With
 * scripts the chosen names are the page's text too; without them the browser's own text appears once the field was
 * used. A choice that a browser restores after a reload is dropped, because nobody would see it.
 */
export const Chooser = ({
  kind,
  hint,
  error,
  hasFiles = false,
  onChange,
  children,
  className,
  ...rest
}: ChooserProps) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  const base = useId()
  const [names, setNames] = useState<readonly string[]>([])
  return (
    <div className="field">
      <label htmlFor={fieldId(kind)} id={`${base}l`}>
        {t(`${kind}.label`)}
      </label>{' '}
      <div className="field-hint" id={`${base}h`}>
        {hint}
      </div>
      {children}
      <div
        className={`input file file-free${className ? ` ${className}` : ''}`}
        data-chosen={names.length > 0 ? '' : undefined}
      >
        <label className="btn" htmlFor={fieldId(kind)} id={`${base}b`} aria-hidden="true">
          {t(`${kind}.button`)}
        </label>
        <input
          {...rest}
          type="file"
          id={fieldId(kind)}
          autoComplete="off"
          aria-labelledby={`${base}l ${base}b`}
          aria-describedby={[`${base}h`, error ? `${base}e` : ''].filter(Boolean).join(' ')}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            onChange?.(event)
            setNames([...(event.currentTarget.files ?? [])].map((file) => file.name))
          }}
        />
        <span className="file-none" aria-hidden="true" data-none={names.length > 0 || hasFiles ? undefined : t('none')}>
          {format.series(names.map(isolated))}
        </span>
      </div>
      <FieldError id={`${base}e`} error={error} />
    </div>
  )
}

const Picture = ({ file: { id, kind, width, height } }: { file: ShownAttachment }) =>
  kind === 'image' ? (
    <img src={attachmentAddress(id, true)} alt="" width={width ?? undefined} height={height ?? undefined} />
  ) : null

/** Earlier uploads: each can be ticked, or discarded by a button that submits the text but no files. */
const UnsentFiles = ({ files, wanted }: { files: readonly UnsentAttachment[]; wanted: readonly string[] }) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  const base = useId()
  return (
    <fieldset className="field" aria-describedby={`${base}h`}>
      <legend className="legend">{t('unsent.legend')}</legend>{' '}
      <div className="field-hint" id={`${base}h`}>
        {t('unsent.hint')}
      </div>
      {/* Enter presses the form's first button, which must not be one that discards a file. */}
      <button type="submit" className="hidden-visually" tabIndex={-1} aria-hidden="true" />
      {files.map((file) => {
        const { id, name, size, received, done } = file
        const called = {
          name: isolated(name),
          size: format.bytes(size),
          percent: format.percent(size > 0 ? received / size : 0),
        }
        return (
          <div className="attachment-unsent" key={id}>
            {done ? (
              <div className="check attachment-kept">
                <input
                  type="checkbox"
                  name="attachment"
                  value={id}
                  defaultChecked={wanted.includes(id)}
                  id={`unsent-${id}`}
                />
                <Picture file={file} />
                <label className="check-text" htmlFor={`unsent-${id}`}>
                  {t('unsent.use', called)}
                </label>
              </div>
            ) : (
              <p>{t('unsent.part', called)}</p>
            )}
            <Button
              variant="quiet"
              name="remove"
              value={id}
              formNoValidate
              formEncType="application/x-www-form-urlencoded"
              aria-label={t('upload.removeName', called)}
            >
              {t('upload.remove')}
            </Button>
          </div>
        )
      })}
    </fieldset>
  )
}

export const AttachmentFields = ({ kept, unsent, wanted, room, errors, limits }: AttachmentFieldsProps) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  const base = useId()
  const hasScripts = useScripts()
  const left = (kind: 'image' | 'video'): number => room[`${kind}s`] - kept.filter((one) => one.kind === kind).length
  return (
    <>
      {kept.length > 0 || errors.attachment ? (
        <fieldset
          className="field"
          id={fieldId('attachment')}
          tabIndex={-1}
          aria-describedby={errors.attachment ? `${base}e` : undefined}
        >
          <legend className="legend">{t('kept.legend')}</legend>
          {kept.map((file) => (
            <div className="check attachment-kept" key={file.id}>
              <input type="checkbox" name="attachment" value={file.id} defaultChecked id={`kept-${file.id}`} />
              <Picture file={file} />
              <label className="check-text" htmlFor={`kept-${file.id}`}>
                {t('kept.keep', { name: isolated(file.name) })}
              </label>
            </div>
          ))}
          <FieldError id={`${base}e`} error={errors.attachment} />
        </fieldset>
      ) : null}
      {unsent.length > 0 ? <UnsentFiles files={unsent} wanted={wanted} /> : null}
      {(['image', 'video'] as const).map((kind) => (
        <Chooser
          key={kind}
          kind={kind}
          name={kind}
          error={errors[kind]}
          accept={limits[kind].accept}
          multiple={kind === 'image' && left(kind) > 1}
          disabled={left(kind) <= 0}
          hasFiles={kept.some((one) => one.kind === kind)}
          hint={
            left(kind) <= 0 ? (
              t(`${kind}.full`)
            ) : (
              <>
                {t(`${kind}.hint`, { number: format.number(left(kind)), size: format.bytes(limits[kind].bytes) })}
                {kind === 'image' ? (
                  <>
                    {' '}
                    {hasScripts ? (
                      t('image.shrinks')
                    ) : (
                      <span className="without-scripts">{t('image.shrinkYourself')}</span>
                    )}
                  </>
                ) : null}
              </>
            )
          }
        />
      ))}
    </>
  )
}

/**
 * The file fields of a feedback's form as they work without scripts: pictures, a video, and the files that came with an
 * earlier try, which go along unless they are unticked. The browser's own button names itself in the browser's language.
 */
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { attachmentAddress } from './attachment-list'
import { fieldId } from './field'
import { Icon } from './icon'

/** A file that is on the server. */
export type ShownAttachment = { id: string; kind: 'image' | 'video'; name: string; size: number; width: number | null; height: number | null }
/** How many files of a kind may still be added beside the kept ones. */
export type AttachmentRoom = { images: number; videos: number }
export type AttachmentErrors = { image?: string | null | undefined; video?: string | null | undefined; attachment?: string | null | undefined }
/** Of a kind what its field lets choose, and the size that it says. */
export type AttachmentLimits = Readonly<Record<'image' | 'video', { accept: string; bytes: number }>>

export type AttachmentFieldsProps = { kept: readonly ShownAttachment[]; room: AttachmentRoom; errors: AttachmentErrors; limits: AttachmentLimits }

/** A file's name inside a sentence: isolated, so that it reads in its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`

const Frame = ({ kind, hint, error, children }: { kind: 'image' | 'video'; hint: string; error: string | null | undefined; children: (described: string) => ReactNode }) => {
  const { t } = useTranslation('attachment')
  const base = useId()
  return (
    <div className="field">
      <label htmlFor={fieldId(kind)}>{t(`${kind}.label`)}</label>
      <span className="field-hint" id={`${base}h`}>{hint}</span>
      {children([`${base}h`, error ? `${base}e` : ''].filter(Boolean).join(' '))}
      {error ? <span className="field-error" id={`${base}e`}><Icon name="warning" />{error}</span> : null}
    </div>
  )
}

export const AttachmentFields = ({ kept, room, errors, limits }: AttachmentFieldsProps) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  const base = useId()
  const left = (kind: 'image' | 'video'): number => room[`${kind}s`] - kept.filter((one) => one.kind === kind).length
  return (
    <>
      {kept.length > 0 || errors.attachment ? (
        <fieldset className="field" id={fieldId('attachment')} tabIndex={-1} aria-describedby={errors.attachment ? `${base}e` : undefined}>
          <legend className="legend">{t('kept.legend')}</legend>
          {kept.map(({ id, name, kind, width, height }) => (
            <div className="check attachment-kept" key={id}>
              <input type="checkbox" name="attachment" value={id} defaultChecked id={`kept-${id}`} />
              {kind === 'image' ? <img src={attachmentAddress(id, true)} alt="" width={width ?? undefined} height={height ?? undefined} /> : null}
              <label className="check-text" htmlFor={`kept-${id}`}>{t('kept.keep', { name: isolated(name) })}</label>
            </div>
          ))}
          {errors.attachment ? <span className="field-error" id={`${base}e`}><Icon name="warning" />{errors.attachment}</span> : null}
        </fieldset>
      ) : null}
      {(['image', 'video'] as const).map((kind) => (
        <Frame
          key={kind} kind={kind} error={errors[kind]}
          hint={left(kind) > 0 ? t(`${kind}.hint`, { number: format.number(left(kind)), size: format.bytes(limits[kind].bytes) }) : t(`${kind}.full`)}
        >
          {(described) => (
            <input
              className="input" type="file" name={kind} id={fieldId(kind)} accept={limits[kind].accept} multiple={kind === 'image' && left(kind) > 1} disabled={left(kind) <= 0}
              aria-describedby={described} aria-invalid={errors[kind] ? true : undefined}
            />
          )}
        </Frame>
      ))}
    </>
  )
}

/** The files of a feedback, to view and to save: small pictures, each linking to the whole file. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { Attachment } from '~/modules/attachment/attachment.server'
import { Icon } from './icon'

/** A file that is on the server. */
export type ShownAttachment = Pick<Attachment, 'id' | 'kind' | 'name' | 'size' | 'width' | 'height'>

/** The address at which a file is served to its owner. `shown`: a picture inside a page instead of a download. */
export const attachmentAddress = (id: string, shown = false): string =>
  `/news/attachments/${id}${shown ? '?view=image' : ''}`

const isolated = (name: string): string => `\u2068${name}\u2069`

export const AttachmentList = ({ attachments }: { attachments: readonly ShownAttachment[] }) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label={t('list.title')}>
      {attachments.map(({ id, kind, name, size, width, height }) => (
        <li key={id} className="attachment">
          {kind === 'image' ? (
            <a className="attachment-picture" href={attachmentAddress(id, true)}>
              <img
                src={attachmentAddress(id, true)}
                alt={t('list.picture', { name: isolated(name) })}
                width={width ?? undefined}
                height={height ?? undefined}
                loading="lazy"
                decoding="async"
              />
            </a>
          ) : null}{' '}
          <a
            className="attachment-save"
            href={attachmentAddress(id)}
            download
            aria-label={t('list.save', { name: isolated(name) })}
          >
            <Icon name="download" />
            <bdi className="attachment-name">{name}</bdi> <span className="muted small">{format.bytes(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

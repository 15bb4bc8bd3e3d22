/** Deletions that can be undone, each with its restore button. */
import { useTranslation } from 'react-i18next'
import { useFormat, useLocalFormat } from '~/i18n/format'
import type { DeletedLinks, LinkService } from '~/modules/link/types'
import { Button } from '../button'
import { Card } from '../card'
import { isolate } from '../channel-list/joined'

type DeletedCardProps = { service: LinkService; path: string; batch: string; deleted: readonly DeletedLinks[] }

const Deletion = ({ service, one }: { service: LinkService; one: DeletedLinks }) => {
  const { t } = useTranslation('mylink')
  const format = useLocalFormat()
  const { name, isCategory, channels, names, until } = one
  const counted = t(`of.${service}.count`, { count: channels })
  const shown = names.map((text) => isolate(text))
  const more = channels > names.length ? [t('remove.more', { number: channels - names.length })] : []
  return (
    <div>
      <p className="strong">
        {isCategory
          ? t('deleted.category', { name, channels: counted })
          : names.length === 0
            ? counted
            : [format.series(shown), ...more].join(' ')}
      </p>
      <p className="muted small">
        {isCategory || name === '' ? null : `${t('deleted.of', { name })} · `}
        {t('deleted.until', { date: format.date(format.dayOf(until)) })}
      </p>
    </div>
  )
}

export const DeletedCard = ({ service, path, batch, deleted }: DeletedCardProps) => {
  const { t } = useTranslation('mylink')
  const format = useFormat()
  if (deleted.length === 0) return null
  return (
    <Card id="deleted" title={t('deleted.title')}>
      <form noValidate method="post" action={path} className="stack">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="batch" value={batch} />
        {deleted.map((one) => (
          <div key={one.id} className="split link-files">
            <Deletion service={service} one={one} />
            <Button
              name="deleted"
              value={one.id}
              aria-label={`${t('deleted.restore')}: ${one.isCategory || one.names.length === 0 ? one.name : format.series(one.names)}`}
            >
              {t('deleted.restore')}
            </Button>
          </div>
        ))}
      </form>
    </Card>
  )
}

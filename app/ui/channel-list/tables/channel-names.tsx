/** The first channels of a satellite, a transponder or a category by name, each with a link to its page. */
import { useTranslation } from 'react-i18next'
import { tablePath } from './parts'

type ChannelNamesProps = {
  list: { id: string }
  channels: readonly { id: number; name: string }[]
  /** How many there are. */
  total: number
}

export const ChannelNames = ({ list, channels, total }: ChannelNamesProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  if (total === 0) return <p className="muted">{t('channels.none')}</p>
  return (
    <ul className="name-list">
      {channels.map(({ id, name }) => (
        <li key={id}>
          <a href={tablePath(list, `/channels/${id}`)}>
            <bdi>{name === '' ? t('lists:row.unnamed') : name}</bdi>
          </a>
        </li>
      ))}
      {total > channels.length && (
        <li className="muted">{t('lists:remove.more', { number: total - channels.length })}</li>
      )}
    </ul>
  )
}

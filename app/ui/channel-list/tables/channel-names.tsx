/** The first channels of a satellite, a transponder or a category by name. */
import { useTranslation } from 'react-i18next'
import { tablePath } from './parts'

type ChannelNamesProps = {
  list: { id: string }
  channels: readonly { id: number; name: string }[]
  /** How many there are. */
  total: number
  /** Whether each links to its page; a confirmation question only names them. */
  linked?: boolean
}

export const ChannelNames = ({ list, channels, total, linked = false }: ChannelNamesProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  if (total === 0) return <p className="muted">{t('channels.none')}</p>
  const more = total > channels.length && (
    <li className="muted">{t('lists:remove.more', { number: total - channels.length })}</li>
  )
  const nameOf = (name: string) => <bdi>{name === '' ? t('lists:row.unnamed') : name}</bdi>
  return linked ? (
    <ul className="sky-list">
      {channels.map(({ id, name }) => (
        <li key={id}>
          <a className="chip" href={tablePath(list, `/channels/${id}`)}>
            {nameOf(name)}
          </a>
        </li>
      ))}
      {more}
    </ul>
  ) : (
    <ul className="marked">
      {channels.map(({ id, name }) => (
        <li key={id}>{nameOf(name)}</li>
      ))}
      {more}
    </ul>
  )
}

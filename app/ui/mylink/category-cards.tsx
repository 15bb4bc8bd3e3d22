/** The categories of MyLink as cards: picture, name, number of links, and the first of them. */
import { useTranslation } from 'react-i18next'
import { joined } from '../channel-list/joined'
import { StepButtons } from '../step-buttons'
import { LogoImage } from './frame'
import { DragHandle } from './row-drag'
import { homeOf } from './view'

type CategoryView = { id: string; name: string; logo: string | null; channels: number; names: readonly string[] }
/** `pick`: a category is being chosen for channels of a list. */
type CategoryCardsProps = { rows: readonly CategoryView[]; canChange: boolean; pick: string }

export const CategoryCards = ({ rows, canChange, pick }: CategoryCardsProps) => {
  const { t } = useTranslation('mylink')
  return (
    <ul className="list-cards link-cards">
      {rows.map(({ id, name, logo, channels, names }, at) => (
        <li key={id} className="card link-card">
          {logo === null ? (
            <span className="link-logo link-initial" data-initial={[...name][0]} />
          ) : (
            <LogoImage service="mylink" logo={logo} size={40} />
          )}
          <div className="link-card-text">
            <h3>
              <a href={`${homeOf('mylink')}/${id}${pick}`}>
                <bdi>{name}</bdi>
              </a>
            </h3>{' '}
            <p className="muted small">
              {joined([t('of.mylink.count', { count: channels })])}
              {names.length === 0 ? null : <span className="link-card-names">{` · ${joined(names)}`}</span>}
            </p>
          </div>{' '}
          {canChange ? (
            <div className="link-card-actions">
              <DragHandle id={id} position={at + 1} />
              <StepButtons
                id={id}
                name={name}
                first={at === 0}
                last={at === rows.length - 1}
                href={`${homeOf('mylink')}/${id}/edit`}
              />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

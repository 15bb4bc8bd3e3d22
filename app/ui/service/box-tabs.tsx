/** The account's boxes as links, one of which is open. */
import { useTranslation } from 'react-i18next'
import { SerialNumber } from '../code'
import type { ServiceBox } from './view'

export const BoxTabs = ({ boxes, current }: { boxes: readonly ServiceBox[]; current: string }) => {
  const { t } = useTranslation('service')
  return (
    <nav className="box-tabs" aria-label={t('boxes')}>
      <ul>
        {boxes.map(({ sn, name }) => (
          <li key={sn}>
            <a href={`/service?sn=${sn}`} aria-current={sn === current ? 'page' : undefined}>
              <bdi className="box-tab-name">{name}</bdi> <SerialNumber sn={sn} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

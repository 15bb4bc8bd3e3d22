/** Which channels a tool looks at: the chosen ones, those of a satellite or a type, or all. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { SelectField } from '~/ui/field'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'
import { joined } from '../joined'
import type { ToolData } from './types'

type ScopeProps = Pick<ToolData, 'scope' | 'satellites'> & { allHref: string }

export const ScopeFields = ({ scope, satellites, allHref }: ScopeProps) => {
  const { t } = useTranslation(['tools', 'lists'])
  const format = useFormat()
  const choices = satellites.map(({ index, name, angle }) => ({
    value: String(index),
    label: joined([plainSatelliteName(name) || t('lists:satellite.unnamed'), angleText(angle, t, format)]),
  }))
  const hidden = scope.params.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
  if (scope.kind === 'ids')
    return (
      <p>
        {hidden}
        {t('tools:scope.chosen', { channels: t('lists:channels.count', { count: scope.count ?? 0 }) })}{' '}
        <a href={allHref}>{t('tools:scope.all')}</a>
      </p>
    )
  return (
    <>
      {hidden}
      {scope.params.length > 0 && (
        <p>
          {t('tools:scope.matching', { channels: t('lists:channels.count', { count: scope.count ?? 0 }) })}{' '}
          <a href={allHref}>{t('tools:scope.all')}</a>
        </p>
      )}
      <div className="filters">
        <SelectField
          name="satellite"
          label={t('lists:filter.satellite')}
          defaultValue={scope.satellite}
          options={[{ value: '', label: t('lists:filter.anySatellite') }, ...choices]}
        />
        <SelectField
          name="type"
          label={t('lists:filter.type')}
          defaultValue={scope.type}
          options={[
            { value: '', label: t('lists:filter.anyType') },
            ...(['tv', 'radio', 'data', 'other'] as const).map((type) => ({
              value: type,
              label: t(`lists:type.${type}`),
            })),
          ]}
        />
      </div>
    </>
  )
}

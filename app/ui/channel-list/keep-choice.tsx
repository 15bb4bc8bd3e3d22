/** What to keep of a list with too many channels: check boxes with counts, converted to the API's keep rules. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { FieldGroup } from '~/ui/field-group'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'

export type KeepCountsView = {
  channels: number
  limit: number
  tv: number
  free: number
  /** Missing in selections that were stored before this option existed. */
  favourites?: number
  satellites: { name: string; angle: number | null; channels: number }[]
}

type Values = Record<string, string | string[]>
const valuesOf = (values: Values, name: string): string[] => [values[name] ?? []].flat()

/** Builds the keep rules from a posted form: satellites together, then types, then the first of what remains. */
export const keepRulesOf = (values: Values): string[] => {
  const satellites = valuesOf(values, 'satellite').filter((angle) => /^\d{1,4}$/.test(angle))
  const first = valuesOf(values, 'first').find((count) => /^[1-9]\d{0,5}$/.test(count))
  return [
    ...(valuesOf(values, 'tv').length > 0 ? ['type:tv'] : []),
    ...(valuesOf(values, 'free').length > 0 ? ['free'] : []),
    ...(valuesOf(values, 'favourites').length > 0 ? ['favourites'] : []),
    ...(satellites.length > 0 ? [`satellite:${satellites.join(',')}`] : []),
    ...(first === undefined ? [] : [`first:${first}`]),
  ]
}

export const KeepChoice = ({ counts, kept }: { counts: KeepCountsView; kept: Values }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const isFresh = keepRulesOf(kept).length === 0
  const ticked = new Set(valuesOf(kept, 'satellite'))
  const count = (channels: number) => <span className="muted"> · {t('channels.count', { count: channels })}</span>
  return (
    <FieldGroup id="field-keep" legend={t('held.choice')} hint={t('held.choiceHint')}>
      <label className="choice">
        <input
          type="checkbox"
          name="first"
          value={counts.limit}
          defaultChecked={isFresh || valuesOf(kept, 'first').length > 0}
        />{' '}
        <span>{t('held.first', { number: counts.limit })}</span>
      </label>
      {(['tv', 'free', 'favourites'] as const).map((name) =>
        name === 'favourites' && (counts.favourites ?? 0) === 0 ? null : (
          <label key={name} className="choice">
            <input type="checkbox" name={name} value="1" defaultChecked={valuesOf(kept, name).length > 0} />{' '}
            <span>
              {t(`held.${name}`)}
              {count(counts[name] ?? 0)}
            </span>
          </label>
        ),
      )}
      {counts.satellites.some((satellite) => satellite.angle !== null) && (
        <div className="choice-group" role="group" aria-label={t('held.satellites')}>
          <p className="strong">{t('held.satellites')}</p>
          {counts.satellites.map((satellite) =>
            satellite.angle === null ? null : (
              <label key={`${satellite.angle}${satellite.name}`} className="choice">
                <input
                  type="checkbox"
                  name="satellite"
                  value={satellite.angle}
                  defaultChecked={ticked.has(String(satellite.angle))}
                />{' '}
                <span>
                  <bdi>{plainSatelliteName(satellite.name) || t('satellite.unnamed')}</bdi>{' '}
                  <bdi className="muted">{angleText(satellite.angle, t, format)}</bdi>
                  {count(satellite.channels)}
                </span>
              </label>
            ),
          )}
        </div>
      )}
    </FieldGroup>
  )
}

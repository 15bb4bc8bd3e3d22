/**
 * Two days, from and to, in a search form. Scripts keep each within the other's bounds, and clear both when one is
 * cleared. Without scripts the server does; a hidden field tells it that both were shown. With scripts another one has
 * the reader's time zone, in which their pages show times.
 */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { bothEnds, dayFrom, type DateRange as Range, type RangeError } from '~/i18n/date-range'
import { Field } from './field'
import { FieldGroup } from './field-group'
import { WithScripts } from './with-scripts'

/** The page must load the namespace `parts`. */
export const DateRange = ({ range, legend }: { range: Range; legend?: string }) => {
  const { t } = useTranslation('parts')
  const from = useRef<HTMLInputElement>(null)
  const to = useRef<HTMLInputElement>(null)
  const messageOf = (field: RangeError['field']): string | null => {
    const error = range.errors.find((one) => one.field === field)
    return error === undefined ? null : t(`range.${error.reason}`)
  }
  const keepTogether = (changed: HTMLInputElement | null, other: HTMLInputElement | null): void => {
    if (changed === null || other === null || from.current === null || to.current === null) return
    // While a day is being typed, scripts read the field as empty; only a cleared field counts.
    if (changed.value === '' && !changed.validity.badInput) other.value = ''
    from.current.max = to.current.value
    to.current.min = dayFrom(from.current.value, -1)
  }
  return (
    <FieldGroup legend={legend ?? t('range.legend')} legendHidden>
      <div className="range">
        {range.from !== '' && range.to !== '' ? (
          <input type="hidden" name={bothEnds.name} value={bothEnds.value} />
        ) : null}
        <WithScripts>
          <input type="hidden" name="zone" value={new Intl.DateTimeFormat().resolvedOptions().timeZone} />
        </WithScripts>
        <Field
          ref={from}
          type="date"
          name="from"
          label={t('range.from')}
          defaultValue={range.from}
          max={range.to || undefined}
          error={messageOf('from')}
          onChange={() => keepTogether(from.current, to.current)}
        />
        <Field
          ref={to}
          type="date"
          name="to"
          label={t('range.to')}
          defaultValue={range.to}
          min={dayFrom(range.from, -1) || undefined}
          error={messageOf('to')}
          onChange={() => keepTogether(to.current, from.current)}
        />
      </div>
    </FieldGroup>
  )
}

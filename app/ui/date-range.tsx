/**
 * Two days, from and to, of a search form. Scripts keep each within the other's bounds, and empty both when one is
 * emptied.
 */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayFrom, type DateRange as Range, type RangeError } from '~/i18n/date-range'
import { Field, FieldGroup } from './field'

/** The namespace `parts` must be among the page's. */
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
    // A field that is being typed in is empty to scripts, too, until its day is whole; only an emptied one clears.
    if (changed.value === '' && !changed.validity.badInput) other.value = ''
    from.current.max = to.current.value
    to.current.min = dayFrom(from.current.value, -1)
  }
  return (
    <FieldGroup legend={legend ?? t('range.legend')} legendHidden>
      <div className="range">
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

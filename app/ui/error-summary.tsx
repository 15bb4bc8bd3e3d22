/** What was wrong with a form, at its head: takes the focus when it appears, and each sentence leads to its field. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldId } from './field'

/** `field` is null where the whole form is meant. */
export type FormError = { field: string | null; message: string }

export const ErrorSummary = ({ errors }: { errors: readonly FormError[] }) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    // Autofocus on a container is what moves the focus when no script runs.
    <div className="notice bad" role="alert" tabIndex={-1} ref={box} autoFocus aria-labelledby="error-summary-title">
      <p className="notice-title" id="error-summary-title">
        {t('form.problems', { count: errors.length })}
      </p>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field ?? ''}${message}`}>{field ? <a href={`#${fieldId(field)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}

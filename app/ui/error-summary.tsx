/**
 * The errors of a form, above it: the summary takes the focus when it appears, and each sentence links to its field.
 */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldId } from './field-id'

/** `field` is null if the error concerns the whole form. */
export type FormError = { field: string | null; message: string }

export const ErrorSummary = ({ errors }: { errors: readonly FormError[] }) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    // Autofocus on a container moves the focus without scripts.
    <div className="notice bad" role="alert" tabIndex={-1} ref={box} autoFocus aria-labelledby="error-summary-title">
      <p className="notice-title" id="error-summary-title">
        {/* Not everything that a form is refused for can be corrected in its fields. */}
        {errors.some(({ field }) => field !== null) ? t('form.problems', { count: errors.length }) : t('form.notDone')}
      </p>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field ?? ''}${message}`}>{field ? <a href={`#${fieldId(field)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}

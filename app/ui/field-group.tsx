/** A group of inputs with its own legend, hint and error, for pages without single fields. */
import { useId, type ReactNode } from 'react'
import { FieldError } from './field-error'

/** Several inputs that together answer one question. */
export const FieldGroup = ({
  legend,
  legendHidden,
  hint,
  error,
  id,
  children,
}: {
  legend: ReactNode
  legendHidden?: boolean
  hint?: ReactNode
  error?: string | null
  id?: string
  children: ReactNode
}) => {
  const base = useId()
  const described = [hint ? `${base}h` : '', error ? `${base}e` : ''].filter(Boolean).join(' ')
  return (
    <fieldset className="field" id={id} aria-describedby={described || undefined} tabIndex={id ? -1 : undefined}>
      <legend className={legendHidden ? 'hidden-visually' : 'legend'}>{legend}</legend>{' '}
      {hint ? (
        <div className="field-hint" id={`${base}h`}>
          {hint}
        </div>
      ) : null}{' '}
      <FieldError id={`${base}e`} error={error} /> {children}
    </fieldset>
  )
}

/** A select with its label in the panel of a list's filters: no hint and no error, because it loads with every list. */
import { useId, type SelectHTMLAttributes } from 'react'

type FilterSelectProps = { label: string; options: readonly { value: string; label: string }[] } & Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'id' | 'className'
>

export const FilterSelect = ({ label, options, ...rest }: FilterSelectProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>{' '}
      <select {...rest} id={id} className="input">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

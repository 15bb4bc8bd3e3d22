/** A choice for all selected channels at once. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField, type Option, type OptionGroup } from '~/ui/field'

/** Can't be chosen: no value has this text. */
const notChosen = '?'
const optionsOf = (option: Option | OptionGroup): readonly Option[] => ('options' in option ? option.options : [option])

type SharedSelectProps = {
  label: string
  /** Undefined if the selected channels differ. */
  value: string | undefined
  options: readonly (Option | OptionGroup)[]
  /** The text for a value that is not offered. */
  other?: string
  hint?: string | undefined
  disabled?: boolean
  onSet(value: string): void
}
export const SharedSelect = ({ value, options, other, onSet, ...rest }: SharedSelectProps) => {
  const { t } = useTranslation('editor')
  const isOffered = options.flatMap(optionsOf).some((option) => option.value === value)
  const none = { value: notChosen, label: value === undefined ? t('inspector.different') : (other ?? '') }
  return (
    <SelectField
      {...rest}
      id={useId()}
      name="inspector"
      value={isOffered ? value : notChosen}
      options={isOffered ? options : [none, ...options]}
      onChange={({ target }) => {
        if (target.value !== notChosen) onSet(target.value)
      }}
    />
  )
}

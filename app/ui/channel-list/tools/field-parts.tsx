/** Shared by the fields of the tools’ forms. Typed values stay; missing ones get their defaults. */
import type { Option } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { Radio } from '~/ui/radio'
import { isolate } from '../joined'
import type { ToolData } from './types'

/** Symbols that are the same in every language, isolated for right-to-left sentences. */
export const signs = {
  any: isolate('*'),
  one: isolate('?'),
  digits: isolate('#'),
  running: isolate('{n}'),
  padded: isolate('{nnn}'),
  sample: isolate('001'),
  found: isolate('{0}'),
  first: isolate('{1}'),
  second: isolate('{2}'),
  best: isolate('4K'),
}

export type FieldsProps = { data: ToolData; messageOf: (field: string) => string | null }
export const textOf = ({ asked }: ToolData, name: string): string => {
  const value = asked[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** A value from the address is text; one from a schema is a boolean. */
export const isOn = ({ asked }: ToolData, name: string): boolean =>
  ['1', 'true', 'on', 'yes'].includes(String(asked[name]))

type ChoicesProps = { name: string; legend: string; value: string; options: readonly Option[] }
export const Choices = ({ name, legend, value, options }: ChoicesProps) => (
  <FieldGroup id={`field-${name}`} legend={legend}>
    {options.map((option) => (
      <Radio key={option.value} name={name} value={option.value} checked={option.value === value}>
        {option.label}
      </Radio>
    ))}
  </FieldGroup>
)

/** What the fields of the tools’ forms share. What was typed stays; what is missing has its usual value. */
import type { Option } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { isolate } from '../joined'
import type { ToolData } from './types'

/** Signs that are the same in every language, kept together where sentences run from right to left. */
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
/** A value that came by the address is text; one that a schema gave is a yes or no. */
export const isOn = ({ asked }: ToolData, name: string): boolean =>
  ['1', 'true', 'on', 'yes'].includes(String(asked[name]))

type ChoicesProps = { name: string; legend: string; value: string; options: readonly Option[] }
export const Choices = ({ name, legend, value, options }: ChoicesProps) => (
  <FieldGroup id={`field-${name}`} legend={legend}>
    {options.map((option) => (
      <div key={option.value}>
        <label className="choice">
          <input type="radio" name={name} value={option.value} defaultChecked={option.value === value} />{' '}
          <span>{option.label}</span>
        </label>
      </div>
    ))}
  </FieldGroup>
)

/** Explains a refused value to a program: the field, the item's name, and the rule in words. */
import {
  byName,
  channelNumberNames,
  channelNumbers,
  channelTextNames,
  channelTexts,
  limits,
  type Operation,
  type OperationError,
} from '~/engine/types'
import { refuseUrl } from '~/engine/rules'

/** A rule's sentence (`tables:rule`) and its numbers. */
type Rule = { rule: string; min?: number; max?: number; number?: number }
const range = (rule: string, [min, max]: readonly [number, number]): Rule => ({ rule, min, max })
const text = (number: number): Rule => ({ rule: 'text-too-long', number })

const [minMHz, maxMHz] = limits.frequencyMHz
/** Rules by the field's name in an operation; numbers in the operation's units. */
const rules: Readonly<Record<string, Rule>> = {
  angle: range('id-range', limits.angle),
  frequencyKHz: range('id-range', [minMHz * 1000, maxMHz * 1000]),
  symbolRate: range('symbol-rate-range', limits.symbolRate),
  number: range('id-range', limits.channelNumber),
  ...byName(channelNumberNames, (name) => range(channelNumbers[name].reason, channelNumbers[name].bounds)),
  ...byName(channelTextNames, (name) => text(channelTexts[name])),
}

/** The addresses that an operation gives to channels. */
const addressesIn = (operation: Operation | undefined): unknown[] => {
  if (operation?.op === 'set' && operation.target === 'channel') return [operation.value]
  if (operation?.op === 'values') return operation.values.map(([, value]) => value)
  return operation?.op === 'add' && operation.target === 'channel' ? operation.channels.map(({ url }) => url) : []
}
/** The rule that the first refused address breaks. */
const ruleOfAddress = (operation: Operation | undefined): Rule => {
  const refused = addressesIn(operation).flatMap((url) => (typeof url === 'string' ? (refuseUrl(url) ?? []) : []))
  return refused[0] === 'url-too-long' ? { rule: refused[0], number: limits.urlCharacters } : { rule: 'url-invalid' }
}

const ruleOf = (field: string, operation: Operation | undefined): Rule | undefined => {
  if (field === 'url') return ruleOfAddress(operation)
  return field.startsWith('name.')
    ? text(limits.nameCharacters)
    : Object.hasOwn(rules, field)
      ? rules[field]
      : undefined
}

/** `part`: the name belongs to a satellite, group or category, whose limit may be shorter than a channel's. */
export const describeRefused = (
  operation: Operation | undefined,
  { code, field }: Pick<OperationError, 'code' | 'field'>,
): { field?: string; part?: string } & Partial<Rule> => {
  if (code.startsWith('name-')) {
    const isPart =
      (operation?.op === 'set' || operation?.op === 'add') &&
      (operation.target === 'satellite' || operation.target === 'group' || operation.target === 'category')
    return { field: field ?? 'name', ...(isPart ? { part: operation.target } : {}) }
  }
  if (field === undefined) return {}
  return { field, ...(code === 'value-invalid' ? ruleOf(field, operation) : {}) }
}

/** Builds the sentence for a code from the namespace `errors`, with the cause added if a code has several. */
import type { TFunction } from 'i18next'
import type { Code } from '~/errors/table'

type Values = Record<string, unknown>

/** The namespace and the data field that describe a code's cause. */
const causes: Partial<Record<Code, { prefix: string; field: string }>> = {
  C1112: { prefix: 'problems:refusal.', field: 'cause' },
  C1106: { prefix: 'problems:operation.', field: 'reason' },
  C1104: { prefix: 'problems:clash.', field: 'cause' },
}

/** Says when a refused person may try again, in whole units, never too early. */
export const againText = (t: TFunction, seconds: number): string => {
  const [unit, value] =
    seconds < 90
      ? (['seconds', seconds] as const)
      : seconds < 5400
        ? (['minutes', seconds / 60] as const)
        : (['hours', seconds / 3600] as const)
  return String(t(`common:again.${unit}`, { value: Math.max(1, Math.ceil(value)) }))
}

/**
 * Returns what a person reads about a failure. `data` is the failure's own: `context` and `count` choose among forms,
 * and `fileName` says which of several files is meant.
 */
export const failureText = (t: TFunction, code: Code, data: Values | null | undefined = null): string => {
  const values = data ?? {}
  const wait = values['retryAfterSeconds']
  const plain = String(t(`errors:${code}`, values))
  const sentence = typeof wait === 'number' ? `${plain} ${againText(t, wait)}` : plain
  const named = typeof values['fileName'] === 'string' ? `\u2068${values['fileName']}\u2069: ` : ''
  const more = causes[code]
  const cause = more === undefined ? undefined : values[more.field]
  if (more === undefined || typeof cause !== 'string') return named + sentence
  // If the data names a channel, the sentence names it too.
  const channel =
    typeof values['channel'] === 'string'
      ? String(
          t(`${more.prefix}${cause}-named`, {
            ...values,
            channel: `\u2068${values['channel']}\u2069`,
            defaultValue: '',
          }),
        )
      : ''
  const detail = channel === '' ? String(t(`${more.prefix}${cause}`, { ...values, defaultValue: '' })) : channel
  return detail === '' ? named + sentence : `${named}${sentence} ${detail}`
}

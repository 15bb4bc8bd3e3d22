/**
 * The sentence for a refused form on the list pages: the code's own, or a shorter one if the field provides the
 * context.
 */
import type { TFunction } from 'i18next'
import type { Code } from '~/errors/table'
import { failureText } from '~/i18n/failure-text'
import type { FormError } from '~/ui/error-summary'
import { isolate } from './joined'

export type ListError = { field: string | null; code: Code; data: Record<string, unknown> | null }

const reasons: Record<string, string> = {
  'nothing-selected': 'lists:problem.nothingSelected',
  'position-range': 'lists:problem.position',
  'unknown-group': 'lists:problem.group',
  'name-empty': 'lists:problem.nameEmpty',
  'name-too-long': 'lists:problem.nameTooLong',
  'name-control': 'lists:problem.nameControl',
  'unknown-channel': 'lists:problem.unknownChannel',
  'no-mode': 'lists:problem.mode',
  'view-order': 'editor:look.noStep',
  'nothing-pasted': 'numbers:paste.empty',
  'typed-number': 'numbers:mine.wrong',
  'number-range': 'numbers:numbers.wrong',
  'order-invalid': 'editor:look.changed',
  'too-many-shares': 'merge:share.tooMany',
  'no-file': 'lists:upload.chooseFile',
  'too-large': 'lists:upload.tooLarge',
}

export const listErrorText = ({ code, data }: Pick<ListError, 'code' | 'data'>, t: TFunction): string => {
  const key = typeof data?.['reason'] === 'string' ? reasons[data['reason']] : undefined
  if (data?.['reason'] === 'unknown-channel' && typeof data['channel'] === 'string')
    return String(t('lists:problem.unknownChannelNamed', { channel: isolate(data['channel']) }))
  return key === undefined ? failureText(t, code, data) : String(t(key, { ...data }))
}

/** The errors of a refused form with their sentences. */
export const listErrorsOf = (errors: readonly ListError[] | undefined, t: TFunction): FormError[] =>
  (errors ?? []).map((error) => ({ field: error.field, message: listErrorText(error, t) }))

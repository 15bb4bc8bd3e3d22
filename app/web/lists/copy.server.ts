/** The answer to the forms that copy a list, one's own, a ready-made or a shared one. */
import type { Result } from '~/errors/table'
import { redirectDone } from '~/request/flash.server'
import { refused } from '~/web/form/form.server'
import { listPathOf } from './answer.server'

/** To the copy, or back to the form: a refused name is said at its field. */
export const answerCopied = (
  context: Parameters<typeof redirectDone>[0],
  copied: Result<{ id: string; name: string }>,
  values: Record<string, string | string[]>,
) =>
  copied.ok
    ? redirectDone(context, listPathOf(copied.value.id), 'lists:done.copied', { name: copied.value.name })
    : refused(copied.code === 'C1110' || copied.code === 'C1125' ? { ...copied, field: 'name' } : copied, values)

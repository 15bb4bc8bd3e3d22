/** What the pages of a list read first: who asks, the list, and the fields of a form about it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { requireUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { readForm } from '~/web/form/form.server'
import type { ListAsk } from './answer.server'
import { requireList } from './channels-action.server'

/** Who asks, and the list of the address. */
export const requireUserAndList = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return { user, list: await requireList(user, params['id']) }
}

/** The same with the form's fields; `ask` is what every answer to it needs. */
export const readListForm = async <S extends z.ZodType>(
  { request, params, context }: ActionFunctionArgs,
  schema: S,
) => {
  const user = await requireUser(request, context)
  const [t, list, read] = await Promise.all([
    getT(request, context),
    requireList(user, params['id']),
    readForm(request, context, schema),
  ])
  return { ask: { actor: user, context, t, list } satisfies ListAsk, user, t, list, read }
}

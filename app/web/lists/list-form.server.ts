/** Reads a form about a list: its sender, the list, and its fields. */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { requireUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { readForm } from '~/web/form/form.server'
import { requireList } from './channels-action.server'

export const readListForm = async <S extends z.ZodType>({ request, params, context }: ActionFunctionArgs, schema: S) => {
  const user = await requireUser(request, context)
  const [t, list, read] = await Promise.all([
    getT(request, context),
    requireList(user, params['id']),
    readForm(request, context, schema),
  ])
  return { user, t, list, read }
}

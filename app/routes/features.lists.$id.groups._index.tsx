/** The favourite groups of a list: the box's eight, and the user's own. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { groupName } from '~/ui/channel-list/group-name'
import { EntriesPage } from '~/ui/channel-list/tables/entries-page'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerGroups } from '~/web/lists/tables/groups.server'
import { readTable } from '~/web/lists/tables/table.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:groups.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readTable(user, params['id'], (view) => ({ groups: view.favouriteGroups() })))
}

export const action = (args: ActionFunctionArgs) => answerGroups(args)

const GroupsPage = () => {
  const { list, version, groups } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  return (
    <EntriesPage
      list={list}
      version={version}
      kind="groups"
      entries={groups}
      most={limits.favouriteGroups}
      nameOf={(group) => groupName(group.name, group.index, t)}
      failure={answer?.failure}
    />
  )
}
export default GroupsPage

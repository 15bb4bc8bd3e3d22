/** Takes away what nobody needs: unnamed channels, empty satellites, transponders and groups. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { UnsavedLater } from '~/client/editor/unsaved-later'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/lists.css'
import { TidyFields } from '~/ui/channel-list/tools/tidy-fields'
import { ToolPage } from '~/ui/channel-list/tools/tool-page'
import { parsePaging } from '~/ui/pagination'
import { answerTool, loadTool, type ToolAnswer } from '~/web/lists/tools.server'

export const handle = { i18n: ['tools', 'lists', 'problems'], title: 'lists:tool.tidy' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = (args: LoaderFunctionArgs) =>
  loadTool(args, 'tidy', parsePaging(new URL(args.request.url).searchParams))
export const action = (args: ActionFunctionArgs) => answerTool(args, 'tidy')

const TidyPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<ToolAnswer>()
  const { list, userId } = data
  return (
    <ToolPage
      data={data}
      failure={answer?.failure?.errors ?? []}
      unsaved={
        <UnsavedLater
          userId={userId}
          listId={list.id}
          listPath={`/features/lists/${list.id}`}
          revision={list.revision}
          of="tool"
        />
      }
      fields={(messageOf) => <TidyFields data={data} messageOf={messageOf} />}
    />
  )
}
export default TidyPage

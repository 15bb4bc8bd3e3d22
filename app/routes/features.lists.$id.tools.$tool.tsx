/** A tool for a whole list, or for channels selected in it: its input, a preview, then one edit. */
import { useActionData, useLoaderData } from '@remix-run/react'
import { UnsavedLater } from '~/client/editor/unsaved-later'
import type { RouteHandle } from '~/i18n/handle'
import { FromFile, toolFields } from '~/ui/channel-list/tools/fields'
import { ToolPage } from '~/ui/channel-list/tools/tool-page'
import { answerTool, loadTool, type ToolAnswer } from '~/web/lists/tools.server'

export const handle = {
  i18n: ['tools', 'lists', 'problems'],
  title: (data, t) => t(`lists:tool.${data?.tool ?? 'menu'}`),
} satisfies RouteHandle<{ tool: string }>
export { links } from '~/styles/list-links'
export const loader = loadTool
export const action = answerTool

const ToolRoute = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<ToolAnswer>()
  const { tool, list, userId } = data
  const failure = answer?.failure?.errors ?? []
  const Fields = toolFields[tool]
  return (
    <ToolPage
      key={tool}
      data={data}
      failure={failure}
      file={answer?.file}
      unsaved={
        <UnsavedLater
          userId={userId}
          listId={list.id}
          listPath={`/features/lists/${list.id}`}
          revision={list.revision}
          of="tool"
        />
      }
      fields={(messageOf) => <Fields data={data} messageOf={messageOf} />}
    >
      {tool === 'from' ? <FromFile data={data} failure={failure} /> : null}
    </ToolPage>
  )
}
export default ToolRoute

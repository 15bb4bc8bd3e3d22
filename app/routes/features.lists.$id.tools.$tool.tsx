/** A tool for a whole list, or for channels selected in it: its input, a preview, then one edit. */
import type { LinksFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ComponentType } from 'react'
import { UnsavedLater } from '~/client/editor/unsaved-later'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/lists.css'
import { CopyFields } from '~/ui/channel-list/tools/copy-fields'
import { DuplicateFields } from '~/ui/channel-list/tools/duplicate-fields'
import type { FieldsProps } from '~/ui/channel-list/tools/field-parts'
import { FromFields, FromFile } from '~/ui/channel-list/tools/from-fields'
import { NameFields } from '~/ui/channel-list/tools/names-fields'
import { SkyFields } from '~/ui/channel-list/tools/sky-fields'
import { TidyFields } from '~/ui/channel-list/tools/tidy-fields'
import { ToolPage } from '~/ui/channel-list/tools/tool-page'
import type { ToolData } from '~/ui/channel-list/tools/types'
import { VanishedFields } from '~/ui/channel-list/tools/vanished-fields'
import { answerTool, loadTool, type ToolAnswer } from '~/web/lists/tools.server'

export const handle = {
  i18n: ['tools', 'lists', 'problems'],
  title: (data, t) => t(`lists:tool.${data?.tool ?? 'menu'}`),
} satisfies RouteHandle<{ tool: string }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export const loader = loadTool
export const action = answerTool

const fieldsOf: Record<ToolData['tool'], ComponentType<FieldsProps>> = {
  names: NameFields,
  from: FromFields,
  duplicates: DuplicateFields,
  vanished: VanishedFields,
  copy: CopyFields,
  sky: SkyFields,
  tidy: TidyFields,
}

const ToolRoute = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<ToolAnswer>()
  const { tool, list, userId } = data
  const failure = answer?.failure?.errors ?? []
  const Fields = fieldsOf[tool]
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

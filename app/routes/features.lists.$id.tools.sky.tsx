/** Takes satellites and transponders over from another list, such as one made of a satellites.xml. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { UnsavedLater } from '~/client/editor/unsaved-later'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/lists.css'
import { isOn } from '~/ui/channel-list/tools/field-parts'
import { ListField } from '~/ui/channel-list/tools/list-field'
import { ToolPage } from '~/ui/channel-list/tools/tool-page'
import { CheckField } from '~/ui/field'
import { parsePaging } from '~/ui/pagination'
import { answerTool, loadTool, type ToolAnswer } from '~/web/lists/tools.server'

export const handle = { i18n: ['tools', 'lists', 'problems'], title: 'lists:tool.sky' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = (args: LoaderFunctionArgs) =>
  loadTool(args, 'sky', parsePaging(new URL(args.request.url).searchParams))
export const action = (args: ActionFunctionArgs) => answerTool(args, 'sky')

const SkyPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<ToolAnswer>()
  const { t } = useTranslation('tools')
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
      fields={() => (
        <>
          <ListField data={data} label={t('sky.list')} any={t('from.choose')} />
          <CheckField name="all" label={t('sky.all')} value="1" defaultChecked={isOn(data, 'all')} />
        </>
      )}
    />
  )
}
export default SkyPage

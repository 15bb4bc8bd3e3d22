/** The tools for a whole list, or for channels selected in it. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { toolNames } from '~/modules/channel-list/tools/tools.schema'
import { Card } from '~/ui/card'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { toolQuery } from '~/web/lists/tools.server'

export const handle = { i18n: ['tools', 'lists'], title: 'lists:tool.menu' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { list } = await requireUserAndList({ request, params, context })
  return json({
    list: { id: list.id, name: list.name },
    tools: list.canChange ? toolNames : toolNames.filter((tool) => tool === 'copy'),
    ...toolQuery(new URL(request.url)),
  })
}

const ToolsPage = () => {
  const { list, tools: shown, query, chosen } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['tools', 'lists'])
  const path = `/features/lists/${list.id}`
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t('lists:tool.menu')}
        lead={
          chosen > 0
            ? t('tools:scope.chosen', { channels: t('lists:channels.count', { count: chosen }) })
            : t('tools:lead.all')
        }
      />
      <ul className="list-cards">
        {shown.map((tool) => (
          <li key={tool}>
            <Card title={<a href={`${path}/tools/${tool}${query}`}>{t(`lists:tool.${tool}`)}</a>}>
              <p>{t(`tools:lead.${tool}`)}</p>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  )
}
export default ToolsPage

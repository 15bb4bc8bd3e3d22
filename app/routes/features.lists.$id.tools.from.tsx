/** Takes names from another list, or from a file: each channel is found by its satellite, transponder and SID. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { UnsavedLater } from '~/client/editor/unsaved-later'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/lists.css'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ListField } from '~/ui/channel-list/tools/list-field'
import { addressWith, toolErrors, ToolPage } from '~/ui/channel-list/tools/tool-page'
import { FileField } from '~/ui/field'
import { parsePaging } from '~/ui/pagination'
import { answerTool, loadTool, type ToolAnswer } from '~/web/lists/tools.server'

export const handle = { i18n: ['tools', 'lists', 'problems'], title: 'lists:tool.from' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = (args: LoaderFunctionArgs) =>
  loadTool(args, 'from', parsePaging(new URL(args.request.url).searchParams))
export const action = (args: ActionFunctionArgs) => answerTool(args, 'from')

const FromPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<ToolAnswer>()
  const { t } = useTranslation(['tools', 'lists'])
  const { list, userId } = data
  const failure = answer?.failure?.errors ?? []
  return (
    <ToolPage
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
      fields={() => <ListField data={data} label={t('tools:from.list')} any={t('tools:from.choose')} />}
    >
      <Card title={t('tools:from.fileTitle')}>
        <form
          noValidate
          method="post"
          action={addressWith(data, { list: null })}
          encType="multipart/form-data"
          className="form"
        >
          <input type="hidden" name="intent" value="file" />
          <FileField
            name="file"
            label={t('lists:upload.file')}
            hint={t('tools:from.fileHint')}
            button={t('lists:upload.pick')}
            none={t('lists:upload.none')}
            error={toolErrors(failure, t).find(({ field }) => field === 'file')?.message ?? null}
          />
          <div className="form-actions">
            <Button>{t('tools:show')}</Button>
          </div>
        </form>
      </Card>
    </ToolPage>
  )
}
export default FromPage

/** Every field of one channel that a user may set, in one form. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import {
  FurtherFields,
  NameFields,
  ReceptionFields,
  ServiceFields,
  StreamFields,
} from '~/ui/channel-list/tables/channel-fields'
import { TablePage, tablePath, useKept, Version } from '~/ui/channel-list/tables/parts'
import { Draft } from '~/ui/draft'
import { FormActions } from '~/ui/form-actions'
import { draftMark, useGiven } from '~/ui/kept'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerChannelFields, readChannelFields } from '~/web/lists/tables/channel-forms.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t) => t('tables:fields.of', { name: data?.channel.name || t('lists:row.unnamed') }),
} satisfies RouteHandle<{ channel: { name: string } }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readChannelFields(user, params['id'], params['channelId']))
}

export const action = (args: ActionFunctionArgs) => answerChannelFields(args)

const ChannelFieldsPage = () => {
  const { list, version, channel, transponder, choices, categories } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const mark = draftMark('fields', [channel, transponder])
  const given = useGiven(mark)
  const kept = useKept(answer?.failure, undefined, given)
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const page = tablePath(list, `/channels/${channel.id}`)
  const name = channel.name === '' ? t('lists:row.unnamed') : channel.name
  return (
    <TablePage
      list={list}
      title={t('fields.of', { name })}
      crumbs={[{ href: page, label: name }]}
      failure={answer?.failure}
    >
      {list.canChange && (
        <form
          noValidate
          method="post"
          action={`${page}/fields`}
          className="stack"
          data-draft={mark}
          key={version.revision}
        >
          <Version {...version} />
          <Draft mark={mark} given={given} />
          <ServiceFields
            channel={channel}
            kept={kept}
            categories={categories}
            streamed={channel.url !== null || transponder === null}
          />
          <ReceptionFields channel={channel} kept={kept} choices={choices} transponder={transponder} />
          <FurtherFields channel={channel} kept={kept} />
          <StreamFields channel={channel} kept={kept} />
          <NameFields channel={channel} kept={kept} />
          <FormActions submit={t('action.save')} cancelHref={page} />
        </form>
      )}
    </TablePage>
  )
}
export default ChannelFieldsPage

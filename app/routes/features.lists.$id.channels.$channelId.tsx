/** One channel: every field in its file, and what can be changed. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findCodeName } from '~/i18n/code-name'
import type { RouteHandle } from '~/i18n/handle'
import { parseNumber } from '~/i18n/number'
import { limits, type Operation } from '~/engine/types'
import { fail } from '~/errors/table'
import { findNameChoice, readList, type Actor } from '~/modules/channel-list/channel-list.server'
import { ButtonLink } from '~/ui/button'
import { FileCard, NamesCard, ReceptionCard, ServiceCard, StreamsCard } from '~/ui/channel-list/channel-facts'
import { ChannelForms } from '~/ui/channel-list/channel-forms'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorText } from '~/ui/channel-list/error-text'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { ErrorPage } from '~/ui/error-page'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { invalid, newBatch } from '~/web/form/form.server'
import { getLanguage, getT } from '~/request/language.server'
import { answerEdit, keyOfForm, listPathOf, refuseForm, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { channelForm } from '~/web/lists/forms.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'

export const handle = {
  i18n: ['lists', 'problems', 'tables'],
  title: (data, t) => (data?.shown === null ? data.list.name : data?.shown.channel.name || t('lists:row.unnamed')),
} satisfies RouteHandle<{ list: { name: string }; shown: { channel: { name: string } } | null }>
export { links } from '~/styles/list-links'

const parseChannelId = (text: string | undefined): number =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : -1

/**
 * How many characters of a name fit into a SatcoDX record of this version and length; null if the version does not say.
 */
const heldOf = (version: string | null, [from, to]: readonly [number, number]): number | null => {
  if (version === null || !/^10[345]$/.test(version)) return null
  return version !== '104' && to - from >= 132 ? 25 : 20
}

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const id = parseChannelId(params['channelId'])
  const named = await findNameChoice(user.userId, list.id)
  const read = requireValue(
    await readList(user, list.id, {}, (view) => {
      const channel = view.channel(id)
      if (channel === null) return null
      return {
        // The name as the list shows it.
        channel: { ...channel, name: (named && channel.names[named]) ?? channel.name },
        revision: view.revision,
        source: view.source,
        total: view.length,
        satellite: view.satellites().find((entry) => entry.index === channel.satellite) ?? null,
        transponder: view.transponders().find((entry) => entry.index === channel.transponder) ?? null,
        category: view.categories().find((one) => one.id === channel.category)?.name ?? null,
        groups: view.favouriteGroups().map(({ id: group, index, name }) => ({ id: group, index, name })),
        problems: view
          .problemsOf(id + 1)
          .map(({ severity, code, offset, value }) => ({ severity, code, offset, value: value ?? null })),
        ...view.neighbours(id),
      }
    }),
  )
  const shownList = { id: list.id, name: list.name, canChange: list.canChange }
  // Not thrown: an edit that was refused because the file was replaced shows its page although its channel is gone.
  if (read === null) return json({ list: shownList, shown: null }, { status: 404 })
  const held = list.dialect === 'satcodx' ? heldOf(list.version, read.channel.range) : null
  const language = await getLanguage(request, context)
  const { country, language: spoken, broadcastLanguage, audio, subtitles } = read.channel
  const languageNames = Object.fromEntries(
    [
      spoken,
      broadcastLanguage,
      ...audio.map((track) => track.language),
      ...subtitles.map((track) => track.language),
    ].flatMap((code) => {
      const name = findCodeName('language', code, language)
      return code === null || name === null ? [] : [[code, name]]
    }),
  )
  return json({
    list: shownList,
    shown: {
      batch: newBatch(),
      held,
      countryName: findCodeName('region', country, language),
      languageNames,
      ...read,
      category: read.category === null ? null : categoryName(read.category, await getT(request, context)),
    },
  })
}

/** The edit of the name that the page shows: in the language chosen for the list, if the channel has a name in it. */
const renaming = async (user: Actor, listId: string, id: number, name: string): Promise<Operation> => {
  const language = await findNameChoice(user.userId, listId)
  const names = requireValue(await readList(user, listId, {}, (view) => view.channel(id)?.names ?? {}))
  return language === null || names[language] === undefined
    ? { op: 'rename', id, name }
    : { op: 'names-in', language, names: [[id, name]] }
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, user, t, list, read } = await readListForm({ request, params, context }, channelForm)
  if (!read.ok) return invalid(read)
  const id = parseChannelId(params['channelId'])
  const { intent, base, source } = read.value
  const path = listPathOf(list.id)
  const here = `${path}/channels/${id}`
  const channels = t('lists:channels.count', { count: 1 })
  const answer = (
    operations: Operation[],
    key: string,
    values: Record<string, string | number> = {},
    to = here,
  ): Promise<Response> =>
    answerEdit({
      ...ask,
      base,
      source,
      batch: keyOfForm(read.value.batch, operations),
      operations,
      to,
      done: { key: `lists:${key}`, params: { channels, ...values } },
      values: read.values,
    })
  switch (intent) {
    case 'rename': {
      const name = (read.value.name ?? '').trim()
      return answer([await renaming(user, list.id, id, name)], 'done.rename', { name })
    }
    case 'move': {
      const to = parseNumber(read.value.to ?? '', { min: 1, max: list.channels })
      if (to === null)
        return refuseForm(
          fail('C1106', { field: 'to', data: { reason: 'position-range', number: list.channels } }),
          read.values,
        )
      return answer([{ op: 'move', ids: [id], to }], 'done.move', { to })
    }
    case 'lock':
    case 'unlock':
      return answer([{ op: 'lock', ids: [id], value: intent === 'lock' }], `done.${intent}`)
    case 'skip':
    case 'unskip':
      return answer([{ op: 'skip', ids: [id], value: intent === 'skip' }], `done.${intent}`)
    case 'favourites': {
      const wanted = new Set([read.value.group ?? []].flat().map(Number))
      const groups = requireValue(
        await readList(user, list.id, {}, (view) => view.favouriteGroups().map((group) => group.id)),
      )
      return answer(
        groups.map((group): Operation => ({ op: 'favourite', ids: [id], group, value: wanted.has(group) })),
        'channel.favouritesSaved',
      )
    }
    case 'delete':
      return answer([{ op: 'delete', ids: [id] }], 'done.delete', {}, `${path}#channels`)
  }
}

type Data = SerializeFrom<typeof loader>
const ChannelPage = () => {
  const { list, shown } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  return shown === null ? (
    <ErrorPage status={404} code="C1102" />
  ) : (
    <Channel list={list} shown={shown} answer={answer} />
  )
}

type Shown = NonNullable<Data['shown']>
const Channel = ({ list, shown, answer }: { list: Data['list']; shown: Shown; answer: EditAnswer | undefined }) => {
  const { channel, satellite, transponder, problems, previous, next } = shown
  const { t } = useTranslation(['lists', 'tables'])
  const path = `/features/lists/${list.id}`
  const { failure } = answer ?? {}
  const errors = (failure?.errors ?? []).map((error) => ({
    field: error.field ?? (failure?.values['name'] !== undefined ? 'name' : null),
    message: listErrorText(error, t),
  }))
  const kept = {
    value: (field: string): string | undefined => {
      const value = failure?.values[field]
      return typeof value === 'string' ? value : undefined
    },
    error: (field: string): string | null => errors.find((error) => error.field === field)?.message ?? null,
  }
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={<bdi>{channel.name === '' ? t('row.unnamed') : channel.name}</bdi>}
        lead={t(channel.number === channel.position ? 'channel.position' : 'channel.numbered', {
          number: channel.position,
          own: channel.number,
          total: shown.total,
        })}
        actions={
          <>
            {list.canChange && (
              <ButtonLink href={`${path}/channels/${channel.id}/fields`} icon="edit">
                {t('tables:fields.edit')}
              </ButtonLink>
            )}
            {channel.url !== null && channel.url !== '' && (
              <ButtonLink
                href={`/features/mylink?${new URLSearchParams({ list: list.id, search: channel.name }).toString()}`}
                icon="link"
              >
                {t('action.toMyLink')}
              </ButtonLink>
            )}
            <span className="neighbours">
              {previous !== null && (
                <ButtonLink href={`${path}/channels/${previous}`} icon="back" rel="prev" variant="quiet">
                  {t('channel.previous')}
                </ButtonLink>
              )}
              {next !== null && (
                <ButtonLink href={`${path}/channels/${next}`} icon="next" rel="next" variant="quiet">
                  {t('channel.next')}
                </ButtonLink>
              )}
            </span>
          </>
        }
        errors={errors}
      />
      {problems.map((problem, index) => (
        <p key={index} className={problem.severity === 'error' ? 'notice bad' : 'notice'}>
          {t(`problems:${problem.code}`, { value: problem.value ?? '' })}{' '}
          <a href={`${path}/report`}>{t('action.report')}</a>
        </p>
      ))}
      <div className={list.canChange ? 'aside' : 'stack'}>
        {/* Actions come first, on a phone too; on a wide screen they are at the side. */}
        {list.canChange && (
          <ChannelForms
            channel={channel}
            version={shown}
            path={path}
            groups={shown.groups}
            most={limits.nameCharacters}
            held={shown.held}
            kept={kept}
          />
        )}
        <div className="stack channel-cards">
          <ReceptionCard satellite={satellite} transponder={transponder} />
          <ServiceCard
            channel={channel}
            category={shown.category}
            countryName={shown.countryName}
            languageNames={shown.languageNames}
          />
          <NamesCard names={channel.names} />
          <StreamsCard channel={channel} languageNames={shown.languageNames} />
          <FileCard channel={channel} />
        </div>
      </div>
    </div>
  )
}
export default ChannelPage

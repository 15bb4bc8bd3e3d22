/** One channel: every field in its file, and what can be changed. */
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { findCodeName } from '~/i18n/code-name'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { parseNumber } from '~/i18n/number'
import { limits, type Operation } from '~/engine/types'
import { fail } from '~/errors/table'
import { readList } from '~/modules/channel-list/channel-list.server'
import styles from '~/styles/lists.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorText } from '~/ui/channel-list/error-text'
import { groupName } from '~/ui/channel-list/group-name'
import { Code } from '~/ui/code'
import { ErrorPage } from '~/ui/error-page'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { NumberField } from '~/ui/number-field'
import { PageHead } from '~/ui/page-head'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'
import { Tag } from '~/ui/tag'
import { requireUser } from '~/request/caller.server'
import { invalid, readForm } from '~/web/form/form.server'
import { getLanguage, getT } from '~/request/language.server'
import { answerEdit, listPathOf, refuse, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireList } from '~/web/lists/channels-action.server'
import { channelForm } from '~/web/lists/forms.server'

export const handle = {
  i18n: ['lists', 'problems'],
  title: (data, t) => (data?.shown === null ? data.list.name : data?.shown.channel.name || t('lists:row.unnamed')),
} satisfies RouteHandle<{ list: { name: string }; shown: { channel: { name: string } } | null }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const parseChannelId = (text: string | undefined): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : -1

/**
 * How many characters of a name fit into a SatcoDX record of this version and length; null where the version does not
 * say.
 */
const heldOf = (version: string | null, [from, to]: readonly [number, number]): number | null => {
  if (version === null || !/^10[345]$/.test(version)) return null
  return version !== '104' && to - from >= 132 ? 25 : 20
}

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const list = await requireList(user, params['id'])
  const id = parseChannelId(params['channelId'])
  const read = requireValue(
    await readList(user, list.id, {}, (view) => {
      const channel = view.channel(id)
      if (channel === null) return null
      return {
        channel,
        revision: view.revision,
        source: view.source,
        total: view.length,
        satellite: view.satellites().find((entry) => entry.index === channel.satellite) ?? null,
        transponder: view.transponders().find((entry) => entry.index === channel.transponder) ?? null,
        groups: view.favouriteGroups().map((group) => group.name),
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
    shown: { held, countryName: findCodeName('region', country, language), languageNames, ...read },
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, list, read] = await Promise.all([
    getT(request, context),
    requireList(user, params['id']),
    readForm(request, context, channelForm),
  ])
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
      actor: user,
      context,
      t,
      list,
      base,
      source,
      operations,
      to,
      done: { key: `lists:${key}`, params: { channels, ...values } },
      values: read.values,
    })
  switch (intent) {
    case 'rename': {
      const name = (read.value.name ?? '').trim()
      return answer([{ op: 'rename', id, name }], 'done.rename', { name })
    }
    case 'move': {
      const to = parseNumber(read.value.to ?? '', { min: 1, max: list.channels })
      if (to === null)
        return json<EditAnswer>(
          refuse(
            fail('C1106', { field: 'to', data: { reason: 'position-range', number: list.channels } }),
            read.values,
          ),
          { status: 422 },
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
        await readList(user, list.id, {}, (view) => view.favouriteGroups().map((group) => group.index)),
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

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

/** A number with its unit: the number as a code, the unit in the page's own script. */
const Measure = ({ number, text }: { number: number; text: (mark: string) => string }) => {
  const [before = '', after = ''] = text('\u0000').split('\u0000')
  return (
    <bdi>
      {before}
      <Code>{number}</Code>
      {after}
    </bdi>
  )
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

const Channel = ({
  list,
  shown,
  answer,
}: {
  list: Data['list']
  shown: NonNullable<Data['shown']>
  answer: EditAnswer | undefined
}) => {
  const {
    held,
    channel,
    countryName,
    languageNames,
    satellite,
    transponder,
    groups,
    problems,
    previous,
    next,
    revision,
    source,
    total,
  } = shown
  const { t } = useTranslation('lists')
  const format = useFormat()
  const hasStreams =
    [
      channel.system,
      channel.videoType,
      channel.videoPid,
      channel.audioPid,
      channel.pcrPid,
      channel.pmtPid,
      channel.pvtPid,
      channel.teletextPid,
    ].some((value) => value !== null && value !== '') || channel.audio.length + channel.subtitles.length > 0
  const path = `/features/lists/${list.id}`
  const here = `${path}/channels/${channel.id}`
  const errors = (answer?.failure?.errors ?? []).map((error) => ({
    field: error.field ?? (answer?.failure?.values['name'] !== undefined ? 'name' : null),
    message: listErrorText(error, t),
  }))
  const messageOf = (field: string): string | null => errors.find((error) => error.field === field)?.message ?? null
  const kept = (field: string): string | undefined => {
    const value = answer?.failure?.values[field]
    return typeof value === 'string' ? value : undefined
  }
  const hidden = (
    <>
      <input type="hidden" name="base" value={revision} />
      <input type="hidden" name="source" value={source} />
    </>
  )
  const numbers = (label: string, value: number | null): ReactNode =>
    value === null ? null : (
      <Fact label={label}>
        <Code>{value}</Code>
      </Fact>
    )
  const nameOf = (code: string | null): string | null => (code === null ? null : (languageNames[code] ?? null))
  const coded = (label: string, code: string | null, name: string | null): ReactNode =>
    code === null || code === '' ? null : (
      <Fact label={label}>
        {name !== null && <>{name} </>}
        <span className={name === null ? undefined : 'muted'}>
          <Code>{code}</Code>
        </span>
      </Fact>
    )
  const track = ({
    pid,
    type,
    language,
  }: {
    pid: number | null
    type?: string | number | null
    language: string | null
  }): ReactNode => {
    const codes = [pid, type, language].filter((part) => part !== null && part !== undefined && part !== '').join(' · ')
    const name = nameOf(language)
    return (
      <>
        {name !== null && <>{name} </>}
        <span className={name === null ? undefined : 'muted'}>
          <Code>{codes}</Code>
        </span>
      </>
    )
  }
  const texts = (label: string, value: string | null): ReactNode =>
    value === null || value === '' ? null : (
      <Fact label={label}>
        <bdi>{value}</bdi>
      </Fact>
    )
  return (
    <div className="stack stack-wide">
      <PageHead
        title={<bdi>{channel.name === '' ? t('row.unnamed') : channel.name}</bdi>}
        lead={t('channel.position', { number: channel.position, total })}
        crumbs={[
          { href: '/features', label: t('title') },
          { href: path, label: list.name },
        ]}
        actions={
          <>
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
          </>
        }
      />
      <ErrorSummary errors={errors} />
      {problems.map((problem, index) => (
        <p key={index} className={problem.severity === 'error' ? 'notice bad' : 'notice'}>
          {t(`problems:${problem.code}`, { value: problem.value ?? '' })}{' '}
          <a href={`${path}/report`}>{t('action.report')}</a>
        </p>
      ))}
      <div className={list.canChange ? 'aside' : 'stack'}>
        <div className="stack channel-cards">
          <Card title={t('channel.reception')}>
            <dl className="facts">
              {satellite && (
                <Fact label={t('channel.satellite')}>
                  <bdi>{plainSatelliteName(satellite.name)}</bdi>{' '}
                  <bdi className="muted">{angleText(satellite.angle, t, format)}</bdi>
                </Fact>
              )}
              {transponder && transponder.frequencyKHz !== null && (
                <Fact label={t('channel.frequency')}>
                  <Measure
                    number={transponder.frequencyKHz / 1000}
                    text={(number) => t('channel.frequencyValue', { number })}
                  />
                </Fact>
              )}
              {transponder?.polarisation && (
                <Fact label={t('channel.polarisation')}>{t(`channel.pol.${transponder.polarisation}`)}</Fact>
              )}
              {transponder && transponder.symbolRate !== null && (
                <Fact label={t('channel.symbolRate')}>
                  <Measure
                    number={transponder.symbolRate}
                    text={(number) => t('channel.symbolRateValue', { number })}
                  />
                </Fact>
              )}
              {transponder?.fec && (
                <Fact label={t('channel.fec')}>
                  <Code>{transponder.fec}</Code>
                </Fact>
              )}
              {satellite?.band && (
                <Fact label={t('channel.band')}>
                  <Code>{satellite.band}</Code>
                </Fact>
              )}
            </dl>
          </Card>
          <Card title={t('channel.service')}>
            <dl className="facts">
              <Fact label={t('channel.type')}>{t(`type.${channel.type}`)}</Fact>
              {channel.scrambled !== null && (
                <Fact label={t('channel.access')}>
                  {channel.scrambled ? <Tag tone="warn">{t('channel.scrambled')}</Tag> : t('channel.free')}
                </Fact>
              )}
              {texts(t('channel.encryption'), channel.encryption)}
              {numbers(t('channel.sid'), channel.sid)}
              {numbers(t('channel.onid'), channel.onid)}
              {numbers(t('channel.tsid'), channel.tsid)}
              {texts(t('channel.provider'), channel.provider)}
              {texts(t('channel.package'), channel.package)}
              {texts(t('channel.network'), channel.network)}
              {coded(t('channel.country'), channel.country, countryName)}
              {coded(t('channel.language'), channel.language, nameOf(channel.language))}
              {coded(t('channel.broadcastLanguage'), channel.broadcastLanguage, nameOf(channel.broadcastLanguage))}
              {texts(t('channel.coverage'), channel.coverage)}
            </dl>
          </Card>
          {hasStreams && (
            <Card title={t('channel.streams')}>
              <dl className="facts">
                {texts(t('channel.system'), channel.system)}
                {texts(t('channel.videoType'), channel.videoType)}
                {numbers(t('channel.videoPid'), channel.videoPid)}
                {numbers(t('channel.audioPid'), channel.audioPid)}
                {numbers(t('channel.pcrPid'), channel.pcrPid)}
                {numbers(t('channel.pmtPid'), channel.pmtPid)}
                {numbers(t('channel.pvtPid'), channel.pvtPid)}
                {numbers(t('channel.teletextPid'), channel.teletextPid)}
                {channel.audio.map((one, index) => (
                  <Fact key={index} label={`${t('channel.audio')} ${format.number(index + 1)}`}>
                    {track(one)} {one.dolby && <Tag tone="info">{t('channel.dolby')}</Tag>}
                  </Fact>
                ))}
                {channel.subtitles.map((one, index) => (
                  <Fact key={index} label={`${t('channel.subtitles')} ${format.number(index + 1)}`}>
                    {track(one)}
                    {(one.compositionPage !== null || one.ancillaryPage !== null) && (
                      <>
                        {' '}
                        <span className="muted">
                          {t('channel.page', {
                            composition: one.compositionPage ?? '–',
                            ancillary: one.ancillaryPage ?? '–',
                          })}
                        </span>
                      </>
                    )}
                  </Fact>
                ))}
              </dl>
            </Card>
          )}
          <Card title={t('channel.file')}>
            <dl className="facts">
              <Fact label={t('report.record')}>
                <Code>{channel.id + 1}</Code>
              </Fact>
              <Fact label={t('channel.range')}>
                <Code>{`${channel.range[0]}–${channel.range[1] - 1}`}</Code>
              </Fact>
              <Fact label={t('channel.encoding')}>
                <Code>{channel.encoding}</Code>
              </Fact>
            </dl>
          </Card>
        </div>
        {list.canChange && (
          <div className="stack">
            <Card>
              <form noValidate method="post" action={here} className="form">
                {hidden}
                <Field
                  name="name"
                  label={t('channel.name')}
                  hint={
                    held === null
                      ? t('channel.nameHint', { number: limits.nameCharacters })
                      : t('channel.nameHintFile', { number: limits.nameCharacters, held })
                  }
                  defaultValue={kept('name') ?? channel.name}
                  error={messageOf('name')}
                  autoComplete="off"
                  dir="auto"
                />
                <Button variant="primary" name="intent" value="rename">
                  {t('channel.rename')}
                </Button>
              </form>
            </Card>
            <Card>
              <form noValidate method="post" action={here} className="form">
                {hidden}
                <NumberField
                  name="to"
                  label={t('channel.moveTo')}
                  defaultValue={kept('to') ?? String(channel.position)}
                  error={messageOf('to')}
                />
                <Button name="intent" value="move">
                  {t('channel.move')}
                </Button>
              </form>
            </Card>
            <Card title={t('channel.flags')}>
              <form noValidate method="post" action={here} className="stack">
                {hidden}
                <div className="channel-flag">
                  <span>{t(channel.lock ? 'channel.lockedNow' : 'channel.unlockedNow')}</span>
                  <Button name="intent" value={channel.lock ? 'unlock' : 'lock'} icon="lock">
                    {t(channel.lock ? 'channel.unlock' : 'channel.lock')}
                  </Button>
                </div>
                <div className="channel-flag">
                  <span>{t(channel.skip ? 'channel.skippedNow' : 'channel.unskippedNow')}</span>
                  <Button name="intent" value={channel.skip ? 'unskip' : 'skip'}>
                    {t(channel.skip ? 'channel.unskip' : 'channel.skip')}
                  </Button>
                </div>
              </form>
            </Card>
            {groups.length > 0 && (
              <Card title={t('channel.favourites')}>
                <form noValidate method="post" action={here} className="form" key={channel.favourites}>
                  {hidden}
                  <div className="check-grid">
                    {groups.map((name, index) => (
                      <label key={index} className="choice">
                        <input
                          type="checkbox"
                          name="group"
                          value={index}
                          defaultChecked={(channel.favourites & (1 << index)) !== 0}
                        />{' '}
                        <bdi>{groupName(name, index, t)}</bdi>
                      </label>
                    ))}
                  </div>
                  <Button name="intent" value="favourites" icon="star">
                    {t('channel.saveFavourites')}
                  </Button>
                </form>
              </Card>
            )}
            <form noValidate method="get" action={`${path}/remove`}>
              <input type="hidden" name="ids" value={channel.id} />
              {hidden}
              <Button variant="quiet-danger" icon="trash">
                {t('channel.delete')}
              </Button>
            </form>
          </div>
        )}
      </div>
    </div>
  )
}
export default ChannelPage

/** One box: the list that it loads, its services and their switches, its name, its facts, and a link to unbind it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { findChoosableList, listsForBox, ownBox } from '~/modules/channel-list/channel-list.server'
import { changeSettings, findBox, hasAdultControl, renameBox, setActiveList } from '~/modules/device/device.server'
import { switchServices } from '~/modules/entitlement/entitlement.server'
import { BoxSettingsCard } from '~/ui/box-settings'
import { FetchedText, FetchTag, SeenTag } from '~/ui/box-state'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { SerialNumber } from '~/ui/code'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, SelectField, type OptionGroup } from '~/ui/field'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { PageHead } from '~/ui/page-head'
import { SwitchTable } from '~/ui/service/switch-table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { follows, type BoxView } from '~/ui/box-view'
import { boxServiceLines } from '~/web/box/box-service.server'
import { findBoxView } from '~/web/box/box-view.server'
import { serviceTextsIn } from '~/web/service/service-text.server'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { boxFormSchema, printSettings, settingNames } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { now } from '~/platform/clock.server'

export const handle = {
  i18n: ['terminal', 'service'],
  title: (data: { box: BoxView } | undefined, t) => data?.box.name ?? t('terminal:title'),
} satisfies RouteHandle<{ box: BoxView }>

/** A longer menu is hard to use; the box itself shows all lists. */
const maxChoicesShown = 200
const ownTexts: OwnTexts = { 'nickname.A0422': 'terminal:rename.tooLong' }

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const sn = params.sn ?? ''
  const [box, raw] = await Promise.all([findBoxView(user, sn), findBox(user.userId, sn)])
  if (box === null || raw === null) throw json({ code: 'I1402' }, { status: 404 })
  const language = await getLanguage(request, context)
  const { items } = await listsForBox(
    ownBox({ sn, userId: user.userId, vnoId: raw.vnoId }),
    { page: 1, size: maxChoicesShown },
    () => [language],
  )
  const choices = items.map(({ id, name, kind }) => ({ id, name, kind }))
  if (box.activeList && !choices.some((choice) => choice.id === box.activeList?.id)) {
    const active = await findChoosableList(user.userId, sn, box.activeList.id)
    if (active) choices.unshift(active)
  }
  const at = now()
  const [services, mayTurnAdultOn] = await Promise.all([boxServiceLines(sn, language, at), hasAdultControl(sn)])
  const shown = printSettings(box.settings)
  return json({ box, shown, choices, services, mayTurnAdultOn, now: at.toISOString() })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const sn = params.sn ?? ''
  const read = await readForm(request, context, boxFormSchema)
  if (!read.ok) return invalid(read)
  const page = `/terminal/${sn}`
  if (read.value.intent === 'rename') {
    const renamed = await renameBox(user.userId, sn, read.value.nickname)
    return renamed.ok ? redirectDone(context, page, 'terminal:flash.renamed') : refused(renamed, read.values)
  }
  if (read.value.intent === 'settings') {
    const { intent: _, was, ...wanted } = read.value
    // Save only changed settings, so that the form doesn't reset what the box or another tab has changed since.
    const settings = Object.fromEntries(
      settingNames.filter((name) => wanted[name] !== was[name]).map((name) => [name, wanted[name]]),
    )
    const changed = await changeSettings(user.userId, sn, settings)
    if (!changed.ok) return refused(changed, read.values)
    const name = (await findBoxView(user, sn))?.name ?? sn
    return redirectDone(context, page, 'terminal:flash.settings', { name })
  }
  if (read.value.intent !== 'list') {
    const { intent, service } = read.value
    const switched = await switchServices(user.userId, sn, [service], intent === 'service-on')
    if (!switched.ok) return refused(switched, read.values)
    const { nameOf } = await serviceTextsIn(await getLanguage(request, context))
    return redirectWithFlash(context, page, {
      kind: 'done',
      key: intent === 'service-on' ? 'terminal:flash.serviceOn' : 'terminal:flash.serviceOff',
      params: { name: nameOf(service) },
    })
  }
  const listId = read.value.list === '' ? null : read.value.list
  const chosen = await setActiveList(user.userId, sn, listId)
  if (!chosen.ok) return refused(chosen, read.values)
  const [box, list] = await Promise.all([
    findBoxView(user, sn),
    listId === null ? null : findChoosableList(user.userId, sn, listId),
  ])
  const name = box?.name ?? sn
  if (!box?.activeList || list === null) return redirectDone(context, page, 'terminal:flash.noList', { name })
  const key = follows(box, list) ? 'terminal:flash.list' : 'lists:putOnBox.chosen'
  return redirectDone(context, page, key, { name, list: box.activeList.name })
}

const useChoices = (
  choices: readonly { id: string; name: string; kind: string }[],
): (OptionGroup | { value: string; label: string })[] => {
  const { t } = useTranslation('terminal')
  const groups = [
    ['user', t('list.mine')],
    ['vno', t('list.vnoAny')],
    ['system', t('list.system')],
  ] as const
  return [
    { value: '', label: t('list.none') },
    ...groups.flatMap(([kind, label]) => {
      const options = choices
        .filter((choice) => choice.kind === kind)
        .map(({ id, name }) => ({ value: id, label: name }))
      return options.length > 0 ? [{ label, options }] : []
    }),
  ]
}

const Facts = ({ box, now }: { box: BoxView; now: string }) => {
  const { t } = useTranslation('terminal')
  const format = useLocalFormat()
  // Facts that the box has not reported are not listed.
  const told = (
    [
      ['model', box.model],
      ['software', box.softwareVersion],
      ['deviceId', box.deviceId],
      ['cpu', box.cpu],
      ['memory', box.memory],
      ['flashMemory', box.flash],
    ] as const
  ).filter(([, value]) => value)
  return (
    <dl className="facts">
      <dt>{t('sn')}</dt>
      <dd>
        <SerialNumber sn={box.sn} />
      </dd>
      {told.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </Fragment>
      ))}
      {box.latestSoftwareVersion ? (
        <>
          <dt>{t('latestSoftware')}</dt>
          <dd>
            <bdi>{box.latestSoftwareVersion}</bdi>
            {box.newerSoftware ? <Tag tone="info">{t('newerSoftware')}</Tag> : null}
          </dd>
        </>
      ) : null}
      <dt>{t('boundAt')}</dt>
      <dd>{format.date(format.dayOf(box.boundAt))}</dd>
      {box.lastSeenAt ? (
        <>
          <dt>{t('lastSeen')}</dt>
          <dd>
            <Time value={box.lastSeenAt} now={now} />
          </dd>
        </>
      ) : null}
    </dl>
  )
}

const AdultCard = ({ sn, isOn, mayTurnOn }: { sn: string; isOn: boolean; mayTurnOn: boolean }) => {
  const { t } = useTranslation('terminal')
  return (
    <Card
      title={t('adult.title')}
      actions={<Tag tone={isOn ? 'warn' : 'quiet'}>{t(isOn ? 'adult.on' : 'adult.off')}</Tag>}
    >
      <p>{t('adult.text')}</p>
      <p className="space-above">
        {isOn || mayTurnOn ? (
          <ButtonLink href={`/terminal/${sn}/adult`}>{t(isOn ? 'adult.turnOff' : 'adult.turnOn')}</ButtonLink>
        ) : (
          <a href={`/service?sn=${sn}`}>{t('adult.buy')}</a>
        )}
      </p>
    </Card>
  )
}

const BoxPage = () => {
  const { t } = useTranslation('terminal')
  const { box, shown, choices, services, mayTurnAdultOn, now } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, ownTexts)
  const options = useChoices(choices)
  return (
    <>
      <PageHead
        title={<bdi>{box.name}</bdi>}
        crumbs={[{ href: '/terminal', label: t('title') }]}
        actions={<SeenTag lastSeenAt={box.lastSeenAt} seenLately={box.seenLately} now={now} />}
      />
      <ErrorSummary errors={form.summary} />
      <div className="aside">
        <div className="stack">
          <Card title={t('list.label')} actions={<FetchTag state={box.state} />}>
            <form noValidate method="post" className="form" key={`list ${box.activeList?.id ?? ''}`}>
              <SelectField
                label={t('list.label')}
                labelHidden
                name="list"
                hint={t(box.state === 'off' ? 'list.offHint' : 'list.hint')}
                options={options}
                defaultValue={form.valueOf('list') ?? box.activeList?.id ?? ''}
                error={form.messageOf('list')}
              />
              <div className="form-actions">
                <Button variant="primary" name="intent" value="list">
                  {t('list.choose')}
                </Button>
                {box.activeList ? (
                  <ButtonLink variant="quiet" href={`/features/lists/${box.activeList.id}`}>
                    {t('list.open', { list: box.activeList.name })}
                  </ButtonLink>
                ) : null}
              </div>
            </form>
            <p className="small muted space-above">
              {t('common:label', { label: t('fetch.label') })} <FetchedText fetched={box.fetched} now={now} />
            </p>
          </Card>
          <BoxSettingsCard box={box} shown={shown} form={form} now={now} />
          <Card
            className="buttons-full"
            title={t('services.title')}
            actions={
              <ButtonLink variant="quiet" href={`/service?sn=${box.sn}`}>
                {t('services.buy')}
              </ButtonLink>
            }
          >
            {services.length === 0 ? (
              <p>{t('services.none')}</p>
            ) : (
              <SwitchTable sn={box.sn} adultSwitchOn={box.adultSwitchOn} lines={services} />
            )}
            <p className="small muted space-above">{t('services.hint')}</p>
          </Card>
          <Card
            title={t('facts')}
            actions={
              box.model ? (
                <ButtonLink
                  variant="quiet"
                  href={`/help/instructions?${new URLSearchParams({ model: box.model }).toString()}`}
                >
                  {t('manuals')}
                </ButtonLink>
              ) : null
            }
          >
            <Facts box={box} now={now} />
            <p className="space-above">
              <a href={`/news/feedback/new?sn=${box.sn}`}>{t('ask')}</a>
            </p>
          </Card>
        </div>
        <div className="stack">
          <Card title={t('rename.title')}>
            <form noValidate method="post" className="form" key={`name ${box.nickname ?? ''}`}>
              <Field
                label={t('rename.label')}
                name="nickname"
                hint={t('rename.hint')}
                defaultValue={form.valueOf('nickname') ?? box.nickname ?? ''}
                error={form.messageOf('nickname')}
                placeholder={box.model}
                autoComplete="off"
                dir="auto"
              />
              <div className="form-actions">
                <Button name="intent" value="rename">
                  {t('rename.submit')}
                </Button>
              </div>
            </form>
          </Card>
          <AdultCard sn={box.sn} isOn={box.adultSwitchOn} mayTurnOn={mayTurnAdultOn} />
          {/* Last: users come here to use a box, not to give it up. */}
          <p>
            <ButtonLink variant="quiet-danger" href={`/terminal/${box.sn}/unbind`}>
              {t('unbind.submit')}
            </ButtonLink>
          </p>
        </div>
      </div>
    </>
  )
}
export default BoxPage

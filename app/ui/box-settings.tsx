/** The settings of CHMax on a box, and the result of the box's own updates. Texts are in the namespace `terminal`. */
import { useTranslation } from 'react-i18next'
import type { SettingName } from '~/modules/device/setting'
import type { BoxView } from './box-view'
import { Card } from './card'
import { CheckField, SelectField } from './field'
import { FormActions } from './form-actions'
import type { useFormErrors } from './form-errors'
import { Time } from './time'

type Brought = NonNullable<BoxView['brought']>
const BroughtText = ({ brought }: { brought: Brought }) => {
  const { t } = useTranslation('terminal')
  const { name, revision, from, compare, changes } = brought
  const list = name ?? t('settings.gone')
  return (
    <>
      {from === null ? t('settings.brought', { list, revision }) : t('settings.inPlace', { list, revision, from })}
      {changes !== null && (
        <>
          {' · '}
          {t('settings.changes', changes)}
        </>
      )}
      {compare !== null && (
        <>
          {' · '}
          <a href={compare}>{t('settings.compare')}</a>
        </>
      )}
    </>
  )
}

/** When the box last looked for a newer list by itself, and the result. */
const UpdateText = ({ box, now }: { box: BoxView; now: string }) => {
  const { t } = useTranslation('terminal')
  const { updatedItselfAt, updatedSoonAt, brought } = box
  // An update that resumed after an interruption delivered it later than it began.
  const isNew = brought !== null && updatedItselfAt !== null && brought.at >= updatedItselfAt
  return (
    <>
      <p className="small muted space-above">
        {t('common:label', { label: t('settings.ran') })}{' '}
        {updatedItselfAt === null ? (
          t('settings.never')
        ) : (
          <>
            <Time value={updatedItselfAt} now={now} />
            {' · '}
            {isNew ? <BroughtText brought={brought} /> : t('settings.nothing')}
          </>
        )}
      </p>
      {brought !== null && !isNew ? (
        <p className="small muted">
          {t('common:label', { label: t('settings.before') })} <Time value={brought.at} now={now} />
          {' · '}
          <BroughtText brought={brought} />
        </p>
      ) : null}
      {updatedSoonAt !== null && (
        <p className="small">
          {t('common:label', { label: t('settings.soon') })} <Time value={updatedSoonAt} now={now} />
          {' · '}
          {t('settings.soonWhy')}
        </p>
      )}
    </>
  )
}

/** What the box itself says of its last update: of a failure why, in its own words. */
const ReportText = ({ reported, now }: { reported: NonNullable<BoxView['reported']>; now: string }) => {
  const { t } = useTranslation('terminal')
  const { name, revision, result, reason, why, at } = reported
  const isGood = result === 'loaded' || result === 'same'
  return (
    <p className={isGood ? 'small muted' : 'small'}>
      {t(`settings.report.${result}`, { list: name ?? t('settings.gone'), revision })}
      {why !== null && why !== '' && (
        <>
          {' '}
          (<bdi className="code">{why}</bdi>)
        </>
      )}
      {reason !== null && (
        <>
          {' · '}
          {t(`settings.reason.${reason}`)}
        </>
      )}
      {' · '}
      <Time value={at} now={now} />
    </p>
  )
}

/** Where each setting was changed last, so that a person who didn't do it sees that it was the box's own menu. */
const ChangesText = ({ box, now }: { box: BoxView; now: string }) => {
  const { t } = useTranslation('terminal')
  const labels: Record<SettingName, string> = {
    enabled: 'CHMax',
    listStyle: t('settings.style'),
    search: t('settings.search'),
    autoUpdate: t('settings.update'),
  }
  return (
    <div className="small muted space-above">
      {box.settingChanges.map(({ name, at, by }) => (
        <p key={name}>
          {t('common:label', { label: labels[name] })} {t(`settings.by.${by}`)}
          {' · '}
          <Time value={at} now={now} />
        </p>
      ))}
    </div>
  )
}

export const BoxSettingsCard = ({
  box,
  shown,
  form,
  now,
}: {
  box: BoxView
  /** The settings as this page shows them; the form sends them back. */
  shown: string
  form: ReturnType<typeof useFormErrors>
  now: string
}) => {
  const { t } = useTranslation('terminal')
  const { settings } = box
  // A refused form shows the submitted choices again.
  const sent = form.valueOf('autoUpdate') !== undefined
  const isTicked = (name: SettingName): boolean => (sent ? form.valueOf(name) !== undefined : settings[name] === true)
  return (
    <Card title={t('settings.title')}>
      <form noValidate method="post" className="form" key={`settings ${JSON.stringify(settings)}`}>
        <input type="hidden" name="was" value={form.valueOf('was') ?? shown} />
        <CheckField
          label={t('settings.enabled')}
          hint={t('settings.enabledHint')}
          name="enabled"
          value="on"
          defaultChecked={isTicked('enabled')}
        />
        <SelectField
          label={t('settings.update')}
          hint={t('settings.updateHint')}
          name="autoUpdate"
          options={(['cloud', 'system', 'off'] as const).map((value) => ({ value, label: t(`settings.${value}`) }))}
          defaultValue={form.valueOf('autoUpdate') ?? settings.autoUpdate}
          error={form.messageOf('autoUpdate')}
        />
        <SelectField
          label={t('settings.style')}
          name="listStyle"
          options={(['new', 'original'] as const).map((value) => ({ value, label: t(`settings.${value}`) }))}
          defaultValue={form.valueOf('listStyle') ?? settings.listStyle}
          error={form.messageOf('listStyle')}
        />
        <CheckField label={t('settings.search')} name="search" value="on" defaultChecked={isTicked('search')} />
        <FormActions variant="plain" submit={t('settings.submit')} intent="settings" />
      </form>
      {box.settingChanges.length > 0 && <ChangesText box={box} now={now} />}
      <UpdateText box={box} now={now} />
      {box.reported !== null && <ReportText reported={box.reported} now={now} />}
    </Card>
  )
}

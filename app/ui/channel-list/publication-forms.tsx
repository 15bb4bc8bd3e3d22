/**
 * The forms with which a System or VNO list is published: a version for a part of the boxes or all of them, a wider
 * stage, its end, back to what was out before, and taking the list away. Each is a form of its own, for browsers
 * without scripts.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { Field, SelectField } from '~/ui/field'

export type PublishedState = {
  /** The newest version. */
  revision: number
  seq: number
  published: { revision: number } | null
  staged: { revision: number; percent: number } | null
  earlier: number | null
  steps: readonly number[]
}
type FormsProps = {
  here: string
  batch: string
  state: PublishedState
  valueOf: (field: string) => string | undefined
  messageOf: (field: string) => string | undefined
}

const ActForm = ({ here, batch, seq, children }: { here: string; batch: string; seq: number; children: ReactNode }) => (
  <form noValidate method="post" action={here} className="form">
    <input type="hidden" name="batch" value={batch} />
    <input type="hidden" name="seen" value={seq} />
    {children}
  </form>
)

/** The share of boxes: a part in percent, or all of them. */
const ShareField = ({
  steps,
  label,
  ...rest
}: {
  steps: readonly number[]
  label: string
  value: string | undefined
}) => {
  const { t } = useTranslation('publish')
  const format = useFormat()
  return (
    <SelectField
      name="percent"
      label={label}
      defaultValue={rest.value}
      options={[
        ...steps.map((step) => ({
          value: String(step),
          label: t('publish.part', { share: format.percent(step / 100) }),
        })),
        { value: '100', label: t('publish.all') },
      ]}
    />
  )
}

const WhyField = ({ value, error }: { value: string | undefined; error: string | undefined }) => {
  const { t } = useTranslation('publish')
  return (
    <Field
      name="why"
      label={t('publish.why')}
      hint={t('publish.whyHint')}
      defaultValue={value}
      error={error}
      maxLength={500}
      autoComplete="off"
      dir="auto"
    />
  )
}

const PublishForm = ({ here, batch, state, valueOf, messageOf }: FormsProps) => {
  const { t } = useTranslation('publish')
  // Everybody has the newest version: another one is a rare wish, and nothing is filled in for it.
  const isNewestOut = state.published?.revision === state.revision
  const form = (
    <ActForm here={here} batch={`${batch}p`} seq={state.seq}>
      <Field
        name="revision"
        label={t('publish.version')}
        hint={t('publish.versionHint', { number: state.revision })}
        defaultValue={valueOf('revision') ?? (isNewestOut ? '' : String(state.revision))}
        error={messageOf('revision')}
        inputMode="numeric"
        autoComplete="off"
      />
      <ShareField steps={state.steps} label={t('publish.to')} value={valueOf('percent')} />
      <WhyField value={valueOf('why')} error={messageOf('why')} />
      <div className="form-actions">
        <Button variant={isNewestOut ? 'plain' : 'primary'} name="intent" value="publish">
          {t('publish.submit')}
        </Button>
      </div>
    </ActForm>
  )
  if (!isNewestOut) return <Card title={t('publish.heading')}>{form}</Card>
  return (
    <details className="folded-search" open={valueOf('revision') !== undefined}>
      <summary>{t('publish.other')}</summary>
      {form}
    </details>
  )
}

const StageForms = ({ here, batch, state, staged }: FormsProps & { staged: { percent: number } }) => {
  const { t } = useTranslation('publish')
  return (
    <Card title={t('stage.heading')}>
      <div className="stack">
        <p>{t('stage.lead')}</p>
        <ActForm here={here} batch={`${batch}w`} seq={state.seq}>
          <ShareField
            steps={state.steps.filter((step) => step > staged.percent)}
            label={t('stage.to')}
            value={undefined}
          />
          <div className="form-actions">
            <Button variant="primary" name="intent" value="widen">
              {t('stage.widen')}
            </Button>
          </div>
        </ActForm>
        <ActForm here={here} batch={`${batch}s`} seq={state.seq}>
          <p className="small muted">{t('stage.stopText')}</p>
          <div className="form-actions">
            <Button name="intent" value="withdraw">
              {t('stage.stop')}
            </Button>
          </div>
        </ActForm>
      </div>
    </Card>
  )
}

/** The forms that this state allows. */
export const PublicationForms = (props: FormsProps) => {
  const { t } = useTranslation('publish')
  const { here, batch, state } = props
  return (
    <>
      {state.staged === null ? <PublishForm {...props} /> : <StageForms {...props} staged={state.staged} />}
      {state.earlier !== null && (
        <Card title={t('back.heading')}>
          <ActForm here={here} batch={`${batch}b`} seq={state.seq}>
            <p>{t('back.text', { number: state.earlier })}</p>
            <div className="form-actions">
              <Button name="intent" value="roll-back">
                {t('back.submit', { number: state.earlier })}
              </Button>
            </div>
          </ActForm>
        </Card>
      )}
      {(state.published !== null || state.staged !== null) && (
        <Card title={t('away.heading')} tone="danger">
          <ActForm here={here} batch={`${batch}u`} seq={state.seq}>
            <p>{t('away.text')}</p>
            <div className="form-actions">
              <Button variant="danger" name="intent" value="unpublish">
                {t('away.submit')}
              </Button>
            </div>
          </ActForm>
        </Card>
      )}
    </>
  )
}

/**
 * The forms that publish a System or VNO list: a version for some of the boxes or all of them, widening a stage, ending
 * it, rolling back, unpublishing. Each is a separate form, for browsers without scripts.
 */
import type { SerializeFrom } from '@remix-run/node'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useFormat } from '~/i18n/format'
import type { publicationsOutput } from '~/modules/channel-list/view.schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { Field, SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'

export type PublishedState = Pick<
  SerializeFrom<z.output<typeof publicationsOutput>>,
  'revision' | 'seq' | 'published' | 'staged' | 'earlier' | 'version'
> & { steps: readonly number[] }
type Staged = NonNullable<PublishedState['staged']>
type FormsProps = {
  here: string
  batch: string
  state: PublishedState
  valueOf: (field: string) => string | undefined
  messageOf: (field: string) => string | undefined
  /** Why no version can be published. */
  children?: ReactNode
}

type PageProps = Pick<FormsProps, 'here' | 'batch' | 'state'>
/** `mark` tells the page's forms apart: each is done once. */
const ActForm = ({ here, batch, state, mark, children }: PageProps & { mark: string; children: ReactNode }) => (
  <form noValidate method="post" action={here} className="form">
    <input type="hidden" name="batch" value={`${batch}${mark}`} />
    <input type="hidden" name="seen" value={state.seq} />
    {children}
  </form>
)

/** The options of a field for a share, in percent. */
const useShares = () => {
  const { t } = useTranslation('publish')
  const format = useFormat()
  return (shares: readonly number[], text: 'publish.part' | 'publish.byReports') =>
    shares.map((share) => ({ value: String(share), label: t(text, { share: format.percent(share / 100) }) }))
}

/** The share of boxes: a part in percent, or all of them. */
const ShareField = ({
  steps,
  ...field
}: {
  steps: readonly number[]
  label: string
  defaultValue?: string | undefined
}) => {
  const { t } = useTranslation('publish')
  const options = [...useShares()(steps, 'publish.part'), { value: '100', label: t('publish.all') }]
  return <SelectField {...field} name="percent" options={options} />
}

/** The shares of good reports that open the next stage. */
const opensAtShares = [50, 80, 95] as const

/** Shows another version than the newest before it is published. */
const OtherVersion = ({ here, state, valueOf, messageOf }: FormsProps) => {
  const { t } = useTranslation('publish')
  return (
    <details className="folded-search" open={messageOf('of') !== undefined}>
      <summary>{t('publish.other')}</summary>
      <form noValidate method="get" action={here} className="form">
        <Field
          name="of"
          label={t('publish.version')}
          hint={t('publish.versionHint', { number: state.revision })}
          defaultValue={valueOf('of')}
          error={messageOf('of')}
          inputMode="numeric"
          autoComplete="off"
        />
        <FormActions variant="plain" submit={t('publish.look')} />
      </form>
    </details>
  )
}

const PublishForm = (props: FormsProps) => {
  const { t } = useTranslation(['publish', 'lists'])
  const sharesOf = useShares()
  const { here, state, valueOf, messageOf, children } = props
  const { version } = state
  const isOut = version !== null && state.published?.revision === version.revision
  return (
    <Card title={t('publish:publish.heading')}>
      <div className="stack">
        {children}
        {isOut && <p>{t('publish:publish.isOut', { number: version.revision })}</p>}
        {version !== null && !isOut && (
          <ActForm {...props} here={`${here}?of=${version.revision}`} mark="p">
            <input type="hidden" name="revision" value={version.revision} />
            <input type="hidden" name="sha256" value={version.sha256} />
            <p>
              {t('publish:publish.which', {
                number: version.revision,
                channels: t('lists:channels.count', { count: version.channels }),
              })}
            </p>
            <p className="small muted">
              {t('publish:publish.digest')} <code>{version.sha256}</code>
            </p>
            <ShareField steps={state.steps} label={t('publish:publish.to')} defaultValue={valueOf('percent')} />
            <SelectField
              name="opensAt"
              label={t('publish:publish.opensAt')}
              defaultValue={valueOf('opensAt')}
              options={[
                { value: '', label: t('publish:publish.byHand') },
                ...sharesOf(opensAtShares, 'publish.byReports'),
              ]}
            />
            <Field
              name="why"
              label={t('publish:publish.why')}
              hint={t('publish:publish.whyHint')}
              defaultValue={valueOf('why')}
              error={messageOf('why')}
              maxLength={500}
              autoComplete="off"
              dir="auto"
            />
            <FormActions submit={t('publish:publish.submit')} intent="publish" />
          </ActForm>
        )}
        <OtherVersion {...props} />
      </div>
    </Card>
  )
}

const StageForms = ({ staged, ...props }: PageProps & { staged: Staged }) => {
  const { t } = useTranslation('publish')
  return (
    <Card title={t('stage.heading')}>
      <div className="stack">
        <p>{t('stage.lead')}</p>
        {staged.pausedAt === null && (
          <ActForm {...props} mark="w">
            <ShareField steps={props.state.steps.filter((step) => step > staged.percent)} label={t('stage.to')} />
            <FormActions submit={t('stage.widen')} intent="widen" />
          </ActForm>
        )}
        {([staged.pausedAt === null ? 'pause' : 'resume', 'stop'] as const).map((act) => (
          <ActForm key={act} {...props} mark={act === 'stop' ? 's' : 'h'}>
            <div className="form-actions">
              <Button
                {...(act === 'resume' ? { variant: 'primary' as const } : {})}
                name="intent"
                value={act === 'stop' ? 'withdraw' : act}
              >
                {t(`stage.${act}`)}
              </Button>{' '}
              <span className="small muted">{t(`stage.${act}Text`)}</span>
            </div>
          </ActForm>
        ))}
      </div>
    </Card>
  )
}

/** The forms that this state allows, except the one that unpublishes the list. */
export const PublicationForms = (props: FormsProps) => {
  const { t } = useTranslation('publish')
  const { state } = props
  return (
    <>
      {state.staged === null ? <PublishForm {...props} /> : <StageForms {...props} staged={state.staged} />}
      {state.earlier !== null && (
        <Card title={t('back.heading')}>
          <ActForm {...props} mark="b">
            <p>{t('back.text', { number: state.earlier })}</p>
            <FormActions variant="plain" submit={t('back.submit', { number: state.earlier })} intent="roll-back" />
          </ActForm>
        </Card>
      )}
    </>
  )
}

/** Unpublishes the list for everybody: below everything else, so that nobody presses it by accident. */
export const TakeAwayForm = (props: PageProps) => {
  const { t } = useTranslation('publish')
  const { state } = props
  if (state.published === null && state.staged === null) return null
  return (
    <Card title={t('away.heading')} tone="danger">
      <ActForm {...props} mark="u">
        <p>{t('away.text')}</p>
        <FormActions variant="danger" submit={t('away.submit')} intent="unpublish" />
      </ActForm>
    </Card>
  )
}

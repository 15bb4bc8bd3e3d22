/** Asks before links are deleted: how many, which, and for how long they can be restored. */
import { useTranslation } from 'react-i18next'
import type { Crumb } from '../breadcrumb'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../error-summary'
import type { FailureShape } from '../form-errors'
import { PageHead } from '../page-head'
import { useLinkKept } from './kept'
import { restoreDays, type LinkKind } from './view'

type RemoveQuestionProps = {
  kind: LinkKind
  count: number
  names: readonly string[]
  here: string
  back: string
  batch: string
  crumbs: readonly Crumb[]
  failure: FailureShape | null | undefined
}

export const RemoveQuestion = (props: RemoveQuestionProps) => {
  const { kind, count, names, here, back, batch, crumbs, failure } = props
  const { t } = useTranslation(['mylink', 'common'])
  const { errors } = useLinkKept(failure)
  return (
    <div className="narrow">
      <PageHead
        title={t('remove.title', { what: t(`mylink:${kind}`, { count }) })}
        lead={`${t('remove.lead')} ${t('deleted.promise', { number: restoreDays })}`}
        crumbs={crumbs}
      />
      <ErrorSummary errors={errors.map(({ message }) => ({ field: null, message }))} />
      <Card tone="danger">
        <div className="stack">
          <ul className="name-list">
            {names.map((name, index) => (
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {count > names.length ? (
              <li className="muted">{t('remove.more', { number: count - names.length })}</li>
            ) : null}
          </ul>
          <form noValidate method="post" action={here} className="form-actions">
            <input type="hidden" name="batch" value={batch} />
            <Button variant="danger" icon="trash">
              {t('remove.submit')}
            </Button>
            <ButtonLink href={back} variant="quiet">
              {t('common:action.cancel')}
            </ButtonLink>
          </form>
        </div>
      </Card>
    </div>
  )
}

/** The form that copies a list: its new name, and what to keep of a list that has too many channels. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { Card } from '~/ui/card'
import type { FormError } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import type { FailureShape } from '~/ui/form-errors'
import { KeepChoice, type KeepCountsView } from './keep-choice'

type CopyFormProps = {
  action: string
  suggested: string
  failure: (FailureShape & { values: Record<string, string | string[]> }) | undefined
  errors: readonly FormError[]
  submit: string
  cancelHref: string
  /** Hidden fields. */
  children?: ReactNode
}

export const CopyForm = ({ action, suggested, failure, errors, submit, cancelHref, children }: CopyFormProps) => {
  const { t } = useTranslation('lists')
  const kept = failure?.values ?? {}
  const over = failure?.errors.find((error) => error.code === 'Q2202' || error.code === 'C1111')
  const counts = over?.data && typeof over.data['channels'] === 'number' ? (over.data as KeepCountsView) : null
  return (
    <Card>
      <form noValidate method="post" action={action} className="form">
        {children}
        <Field
          name="name"
          label={t('copy.name')}
          hint={t('channel.nameHint', { number: limits.listNameCharacters })}
          defaultValue={typeof kept['name'] === 'string' ? kept['name'] : suggested}
          error={errors.find((error) => error.field === 'name')?.message}
          autoComplete="off"
          dir="auto"
        />
        {counts && <KeepChoice counts={counts} kept={kept} />}
        <FormActions submit={submit} cancelHref={cancelHref} />
      </form>
    </Card>
  )
}

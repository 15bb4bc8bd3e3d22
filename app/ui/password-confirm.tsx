/**
 * A step that needs the account's password: what will happen, the password, yes or no. `withCode` asks for the second
 * step's code, too.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from './card'
import { SecondStepCodeField } from './code-field'
import { Field } from './field'
import { FormActions } from './form-actions'
import type { OwnTexts } from './form-errors'

type Errors = { messageOf: (field: string) => string | null }
export type PasswordConfirmProps = {
  form: Errors
  confirm: ReactNode
  cancelHref: string
  danger?: boolean
  withCode?: boolean
  children?: ReactNode
}

/**
 * For forms of signed-in people, which ask for the password alone: the sentences of I1309 and I1302 mention a user
 * name.
 */
export const passwordTexts: OwnTexts = {
  'password.I1309': 'account:password.missing',
  'password.I1302': 'account:password.wrong',
  'oldPassword.I1309': 'account:password.missing',
  'oldPassword.I1302': 'account:password.wrong',
  'newPassword.I1309': 'account:password.newEmpty',
  'userName.I1309': 'account:userName.empty',
}

export const PasswordConfirm = ({
  form,
  confirm,
  cancelHref,
  danger = true,
  withCode = false,
  children,
}: PasswordConfirmProps) => {
  const { t } = useTranslation('account')
  return (
    <Card>
      <form noValidate method="post" className="form" data-once="" data-sealed="">
        {children}
        {withCode && <SecondStepCodeField error={form.messageOf('code')} />}
        <Field
          label={t('password.present')}
          name="password"
          type="password"
          error={form.messageOf('password')}
          autoComplete="current-password"
          required
        />
        <FormActions variant={danger ? 'danger' : 'primary'} submit={confirm} cancelHref={cancelHref} />
      </form>
    </Card>
  )
}

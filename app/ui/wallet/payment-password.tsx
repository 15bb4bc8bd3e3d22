/** Fields for the six digits of the payment password. Texts are in the namespace `wallet`. */
import { useTranslation } from 'react-i18next'
import { Field } from '../field'
import type { OwnTexts } from '../form-errors'

type Errors = { messageOf: (field: string) => string | null }

/** The sentences for codes in forms of the payment password. */
export const paymentPasswordTexts: OwnTexts = {
  'paymentPassword.A0422': 'wallet:password.digits',
  'oldPassword.A0422': 'wallet:password.digits',
  'newPassword.A0422': 'wallet:password.digits',
  'repeatPassword.A0422': 'wallet:password.digits',
  'newPassword.I1111': 'wallet:password.trivial',
  'repeatPassword.I1107': 'wallet:password.differ',
  'password.I1309': 'account:password.missing',
  'password.I1302': 'wallet:password.accountWrong',
}

/** Browsers keep passwords for accounts; they should neither store nor fill in this one. */
export const PaymentPasswordField = ({
  form,
  name,
  label,
  hint,
}: {
  form: Errors
  name: string
  label: string
  hint?: string
}) => (
  <Field
    label={label}
    name={name}
    type="password"
    hint={hint}
    error={form.messageOf(name)}
    code
    inputMode="numeric"
    autoComplete="off"
    className="wallet-digits"
    required
  />
)

/** A new payment password, typed twice. */
export const NewPaymentPasswordFields = ({ form }: { form: Errors }) => {
  const { t } = useTranslation('wallet')
  return (
    <>
      <PaymentPasswordField form={form} name="newPassword" label={t('password.new')} hint={t('password.hint')} />
      <PaymentPasswordField form={form} name="repeatPassword" label={t('password.repeat')} />
    </>
  )
}

/**
 * The fields of a transfer, and the amounts that can't be sent yet. Texts are in the namespaces `wallet` and `order`.
 */
import { useTranslation } from 'react-i18next'
import { useFormat, useLocalFormat } from '~/i18n/format'
import { Field } from '../field'
import type { OwnTexts } from '../form-errors'
import { Notice } from '../notice'
import { unbroken, useAmounts } from '../order/amounts'
import type { SenderView } from './view'

/** The sentences for codes in the forms of a transfer. */
export const transferTexts: OwnTexts = {
  'amount.A0422': 'wallet:transfer.badAmount',
  'amount.A0422.ambiguous': 'wallet:transfer.commaAmount',
  'note.A0422': 'wallet:transfer.longNote',
  'recipient.I1309': 'wallet:transfer.noRecipient',
  'recipient.I1110': 'wallet:transfer.areaMissing',
  'recipient.I1106': 'wallet:transfer.badName',
}

type Errors = { messageOf: (field: string) => string | null; valueOf: (field: string) => string | undefined }
export type TypedTransfer = { recipient: string; amount: string; note: string }
type Sender = Pick<SenderView, 'sendable' | 'dayLeft' | 'hasFee'>

export const TransferFields = ({
  form,
  typed,
  sender,
  maxNoteLength,
}: {
  form: Errors
  typed: TypedTransfer | null
  sender: Sender
  maxNoteLength: number
}) => {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const amounts = useAmounts()
  const { sendable, dayLeft, hasFee } = sender
  const can = t('transfer.can', { amount: unbroken(amounts.mango(sendable)) })
  const day = dayLeft === null ? '' : ` ${t('transfer.dayLeft', { amount: unbroken(amounts.mango(dayLeft)) })}`
  const fee = hasFee ? ` ${t('transfer.feeLater')}` : ''
  return (
    <>
      <Field
        label={t('transfer.recipient')}
        name="recipient"
        hint={t('transfer.recipientHint')}
        defaultValue={form.valueOf('recipient') ?? typed?.recipient}
        error={form.messageOf('recipient')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={254}
        required
      />
      <Field
        label={t('transfer.amount')}
        name="amount"
        hint={can + day + fee}
        defaultValue={form.valueOf('amount') ?? typed?.amount}
        error={form.messageOf('amount')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        className="wallet-amount"
        required
      />
      <Field
        label={t('transfer.note')}
        name="note"
        hint={t('transfer.noteHint', { most: format.number(maxNoteLength) })}
        defaultValue={form.valueOf('note') ?? typed?.note}
        error={form.messageOf('note')}
        autoComplete="off"
        dir="auto"
      />
    </>
  )
}

/** Mango that was bought by card, and when it can be sent. */
export const TransferWaits = ({ later }: { later: SenderView['later'] }) => {
  const { t } = useTranslation('wallet')
  const format = useLocalFormat()
  const amounts = useAmounts()
  if (later.length === 0) return null
  return (
    <Notice tone="info" title={t('transfer.waits')}>
      <p>{t('transfer.waitsText')}</p>
      <ul>
        {later.map(({ amount, from }) => (
          <li key={from + amount}>
            {t('transfer.waitsFrom', { amount: unbroken(amounts.mango(amount)), date: format.dateTime(from) })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

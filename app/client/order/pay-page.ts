/** What a payment page shows: its loader's answer, kept up to date, and why an action was refused. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLanguage, parseLanguage } from '~/i18n/languages'
import { useFormErrors, type FailureShape } from '~/ui/form-errors'
import type { PayViewProps } from '~/ui/order/pay-frame'
import { isLive, paidOf, type PaidPage } from '~/ui/order/pay-state'
import { payTitle } from '~/ui/order/pay-title'
import { useFreshOnReturn } from './came-back'
import { Countdown } from './countdown'
import { useLive } from './live'

type Loaded<Page extends PaidPage> = {
  state: Pick<PayViewProps<Page>, 'page' | 'qr'>
  choosing: boolean
  cameBack: boolean
  batch: string
}

/** Keeps the page's title like its heading, which changes with what the provider says. */
const useLiveTitle = (title: string): void => {
  const shown = useRef(title)
  useEffect(() => {
    document.title = document.title.replace(shown.current, title)
    shown.current = title
  }, [title])
}

export const usePayPage = <Page extends PaidPage>(
  { state: loaded, choosing, cameBack, batch }: Loaded<Page>,
  failure: FailureShape | undefined,
): PayViewProps<Page> => {
  useFreshOnReturn()
  const form = useFormErrors(failure)
  const state = useLive(loaded, `${paidOf(loaded.page).payPath}/state`, ({ page }) => isLive(page, choosing))
  const { t, i18n } = useTranslation('order')
  useLiveTitle(payTitle(state.page, choosing, t, parseLanguage(i18n.language) ?? defaultLanguage))
  const chosen = form.valueOf('method')
  return {
    ...state,
    choosing,
    cameBack,
    batch,
    clock: Countdown,
    form: {
      summary: form.summary,
      chosen: chosen === undefined || chosen === '' ? null : Number(chosen),
      error: form.messageOf('method'),
    },
  }
}

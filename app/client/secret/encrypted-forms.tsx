/**
 * Forms with secrets (`data-sealed`): their fields are encrypted before they are sent. If a captcha is due, the dialog
 * opens and the same form is sent again. Without scripts or encryption, the same form is sent unencrypted.
 */
import { useLocation, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { callText } from '~/client/api/texts'
import { endSending, showSending, unsentEvent } from '~/client/sending'
import { showToast } from '~/client/toast'
import { checkNeededEvent, type CheckNeeded } from '~/ui/check-needed'
import { actionOf, fieldsOf, isSubmitter } from './form-fields'

const load = () => import('./send-encrypted')
const isOurs = (form: EventTarget | null): form is HTMLFormElement =>
  form instanceof HTMLFormElement && form.dataset.sealed !== undefined
const buttonOf = ({ submitter }: SubmitEvent) => (isSubmitter(submitter) ? submitter : null)

/** Installs the handlers. It is mounted once in the root and renders nothing. */
export const EncryptedForms = () => {
  const submit = useSubmit()
  const { state } = useNavigation()
  const { pathname } = useLocation()
  /** True from the press of the button until the answer is shown: a second press is ignored. */
  const busy = useRef(false)
  const pressed = useRef('')
  /** What was pressed last: a captcha's answer sends it again. */
  const last = useRef<{ form: HTMLFormElement; button: ReturnType<typeof buttonOf> } | null>(null)
  useEffect(() => {
    if (state !== 'idle') return
    busy.current = false
    pressed.current = ''
  }, [state])
  /** The answer requires something first; that is done once per answer. */
  const repeating = useRef(false)
  const used = useRef(false)
  // A secret does not stay in memory on a page that did not ask for it.
  useEffect(
    () => () => {
      if (used.current)
        void load().then(
          ({ forgetSending }) => forgetSending(),
          () => undefined,
        )
      used.current = false
    },
    [pathname],
  )
  useEffect(() => {
    const run = async (work: (part: Awaited<ReturnType<typeof load>>) => Promise<boolean>): Promise<void> => {
      busy.current = true
      used.current = true
      try {
        busy.current = await work(await load())
      } catch {
        busy.current = false
        showToast('problem', callText('network'))
      }
      if (!busy.current) endSending()
    }
    const onSubmit = (event: SubmitEvent) => {
      if (event.defaultPrevented || !isOurs(event.target)) return
      // Nothing else may send the form: it would be sent unencrypted.
      event.preventDefault()
      const form = event.target
      const submitter = buttonOf(event)
      const sending = {
        action: actionOf(form, submitter),
        fields: fieldsOf(form, submitter),
        keepScroll: form.dataset.keepScroll !== undefined,
      }
      // A corrected form counts as another one, however quickly it is sent.
      const content = JSON.stringify(sending)
      if (busy.current && content === pressed.current) return
      pressed.current = content
      last.current = { form, button: submitter }
      showSending(form, submitter)
      void run((part) => part.sendForm(sending, submit))
    }
    const onNeeded = (event: Event) => {
      if (repeating.current || !(event instanceof CustomEvent)) return
      const needed = event.detail as CheckNeeded
      repeating.current = true
      const send: typeof submit = (...args) => {
        // The first answer has ended the display, and an answer that doesn't come must find the form.
        if (last.current !== null) showSending(last.current.form, last.current.button)
        submit(...args)
      }
      void run((part) => part.sendAgain(needed, send)).finally(() => {
        repeating.current = false
      })
    }
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && isOurs(event.target.closest('form'))) void load().catch(() => undefined)
    }
    // No answer came; and a page that the browser restores from memory waits for none.
    const onUnsent = () => {
      busy.current = false
    }
    // Runs before all other handlers of the page, whatever the order in which they were added.
    document.addEventListener('submit', onSubmit, true)
    document.addEventListener('focusin', onFocus)
    document.addEventListener(checkNeededEvent, onNeeded)
    document.addEventListener(unsentEvent, onUnsent)
    addEventListener('pageshow', onUnsent)
    return () => {
      document.removeEventListener('submit', onSubmit, true)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener(checkNeededEvent, onNeeded)
      document.removeEventListener(unsentEvent, onUnsent)
      removeEventListener('pageshow', onUnsent)
    }
  }, [submit])
  return null
}

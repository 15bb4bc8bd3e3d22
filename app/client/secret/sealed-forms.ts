/**
 * Forms with secrets (`data-sealed`): their fields are encrypted before they are sent, and where a captcha is due the dialog
 * opens over the page and the same form is sent again. Without scripts, or where encryption is not to be had, the same form
 * goes as it is.
 */
import { useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { purposeOf } from '~/client/captcha/purpose'
import { checkNeededEvent, type CheckNeeded } from '~/ui/check-needed'

type Sent = { action: string; fields: Record<string, string | string[]>; again: number }

/** A nonce that ran out on the way is renewed once; a captcha may be asked for again a few times. */
const maxRepeats = 4

const isOurs = (form: EventTarget | null): form is HTMLFormElement => form instanceof HTMLFormElement && form.dataset.sealed !== undefined

const fieldsOf = (form: HTMLFormElement, submitter: HTMLElement | null): Record<string, string | string[]> => {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') fields.set(name, [...(fields.get(name) ?? []), value])
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))
}

/** Installs the handler. Called once, by the root, before the handler of plain navigation. */
export const useSealedForms = (): void => {
  const submit = useSubmit()
  useEffect(() => {
    let last: Sent | null = null
    let busy = false

    const send = async (sent: Sent): Promise<void> => {
      const { sealFor } = await import('./seal')
      const sealed = await sealFor(new URL(sent.action, location.href).pathname, sent.fields)
      last = sent
      const body = new URLSearchParams(sealed === null ? Object.entries(sent.fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : value.map(one => [name, one]))) : [['sealed', sealed]])
      submit(body, { action: sent.action, method: 'post' })
    }

    const onSubmit = (event: SubmitEvent) => {
      if (event.defaultPrevented || !isOurs(event.target)) return
      event.preventDefault()
      if (busy) return
      busy = true
      const submitter = event.submitter
      const action = submitter?.getAttribute('formaction') ?? event.target.getAttribute('action') ?? location.pathname + location.search
      void send({ action, fields: fieldsOf(event.target, submitter), again: 0 }).finally(() => {
        busy = false
      })
    }

    const repeat = async ({ code, purpose }: CheckNeeded): Promise<void> => {
      const sent = last
      if (sent === null || sent.again >= maxRepeats) return
      if (code === 'B0005') {
        const { openCaptcha } = await import('~/client/captcha/open')
        if (!(await openCaptcha(purposeOf(purpose)))) return
      }
      await send({ ...sent, again: sent.again + 1 })
    }
    const onNeeded = (event: Event) => {
      if (event instanceof CustomEvent) void repeat(event.detail as CheckNeeded)
    }

    const onFocus = (event: FocusEvent) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (isOurs(form)) void import('./seal').then(({ prepareSeal }) => prepareSeal(), () => undefined)
    }
    document.addEventListener('submit', onSubmit)
    document.addEventListener('focusin', onFocus)
    document.addEventListener(checkNeededEvent, onNeeded)
    return () => {
      document.removeEventListener('submit', onSubmit)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener(checkNeededEvent, onNeeded)
    }
  }, [submit])
}

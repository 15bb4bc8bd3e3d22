/**
 * What a person has typed into the page's forms and not sent: noted while typing, kept on the server when the session is
 * about to end, so that it stands there again after signing in. Secrets never leave the form by this way.
 */
import { callApi } from '~/client/api/call'

const changed = new WeakSet<HTMLFormElement>()

const isSecret = (field: Element): boolean =>
  field instanceof HTMLInputElement && (field.type === 'password' || field.type === 'hidden' || field.type === 'file' || /one-time-code|password/.test(field.autocomplete))

/** Forms that hold something typed. A form that asks for secrets is typed again. */
const formsTyped = (): HTMLFormElement[] => [...document.forms].filter(form => changed.has(form) && form.method === 'post' && form.dataset.sealed === undefined)

/** The fields of those forms, without secrets. */
export const fieldsTyped = (): Record<string, string | string[]> => {
  const fields = new Map<string, string[]>()
  for (const form of formsTyped())
    for (const field of form.elements)
      if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) && field.name !== '' && !isSecret(field)) {
        if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') && !field.checked) continue
        fields.set(field.name, [...(fields.get(field.name) ?? []), field.value])
      }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))
}

/** Notes typing. Gives the way to stop. */
export const watchTyping = (): (() => void) => {
  const note = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest('form') : null
    if (form !== null) changed.add(form)
  }
  document.addEventListener('input', note)
  return () => document.removeEventListener('input', note)
}

/** Keeps what is typed, if anything is. */
export const keepTyped = async (): Promise<void> => {
  const fields = fieldsTyped()
  if (Object.keys(fields).length > 0) await callApi('/iot/customer/draft', { method: 'PUT', values: { page: location.pathname + location.search, fields: fields as never }, background: true, quiet: true, keepalive: true })
}

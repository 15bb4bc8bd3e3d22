/** What a form sends, as text: its fields and the pressed button. */
export type FormFields = Record<string, string | string[]>

type Submitter = HTMLButtonElement | HTMLInputElement
export const isSubmitter = (element: Element | null): element is Submitter =>
  element instanceof HTMLButtonElement || element instanceof HTMLInputElement

const gathered = (entries: Iterable<readonly [string, string]>): FormFields => {
  const fields = new Map<string, string[]>()
  for (const [name, value] of entries) fields.set(name, [...(fields.get(name) ?? []), value])
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** The fields of a form, including the pressed button if it has a name (older browsers omit it). */
export const fieldsOf = (form: HTMLFormElement, submitter: Submitter | null): FormFields => {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return gathered(
    submitter === null || submitter.name === '' ? entries : [...entries, [submitter.name, submitter.value]],
  )
}

/** The same as the body of a plain form. */
export const bodyOf = (fields: FormFields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])))

/** Where a form is sent: its button's address takes precedence; a form without an address is sent to its own page. */
export const actionOf = (form: HTMLFormElement, submitter: Submitter | null): string => {
  const url = new URL(
    submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.pathname + location.search,
    location.href,
  )
  return url.pathname + url.search
}

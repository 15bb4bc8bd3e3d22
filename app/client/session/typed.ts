/**
 * Unsent input in the page's forms, recorded while the watch runs. Secrets are excluded here already. Forms that ask
 * for secrets are not kept, unless data-kept says that the rest is work.
 */
import { unsentEvent } from '~/client/sending'

export type TypedFields = Record<string, string | string[]>
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const typedInto = new WeakSet<HTMLFormElement>()
/** Buttons hold no data, hidden fields were not typed, files can't be kept. */
const keptNowhere = new Set(['password', 'hidden', 'file', 'submit', 'button', 'image', 'reset'])

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
/** True for a field whose value may be kept. */
export const mayKeep = (field: Pick<Field, 'name' | 'type' | 'disabled' | 'autocomplete'>): boolean =>
  field.name !== '' &&
  !field.disabled &&
  !keptNowhere.has(field.type) &&
  !/one-time-code|password/.test(field.autocomplete)

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
const isChosen = (field: Field): boolean => !isBox(field) || field.checked
const valuesOf = (field: Field): string[] =>
  field instanceof HTMLSelectElement ? [...field.selectedOptions].map((option) => option.value) : [field.value]

/** True for a form of this page whose contents are kept. */
export const isKept = (form: HTMLFormElement): boolean =>
  form.method === 'post' && (form.dataset.sealed === undefined || form.dataset.kept !== undefined)
const isUnsent = (form: HTMLFormElement): boolean =>
  isKept(form) && (typedInto.has(form) || form.querySelector('[aria-invalid="true"]') !== null)

/** What a form's fields are stored under: the mark of a form that changes something (`draftMark`), and a dot. */
const prefixOf = (form: HTMLFormElement): string => (form.dataset.draft ? `${form.dataset.draft}.` : '')

const fieldsOf = (isMeant: (form: HTMLFormElement) => boolean): TypedFields => {
  const all: TypedFields = {}
  for (const form of document.forms) {
    if (!isMeant(form)) continue
    const prefix = prefixOf(form)
    for (const field of form.elements) {
      if (!isField(field) || !mayKeep(field)) continue
      const name = prefix + field.name
      const values = [...[all[name] ?? []].flat(), ...(isChosen(field) ? valuesOf(field) : [])]
      // In a form that changes something, clearing a field counts as typing too: only a list of values can be empty.
      if (prefix !== '' || values.length > 1) all[name] = values
      else if (values[0] !== undefined) all[name] = values[0]
    }
  }
  return all
}

/** The fields of all forms with unsent contents. */
export const fieldsTyped = (): TypedFields => fieldsOf(isUnsent)

/** True for a form whose contents wait on the server when the page is left: `data-draft`. */
const isDraft = (form: HTMLFormElement): boolean => form.dataset.draft !== undefined && isKept(form)
/** The unsent contents of such forms. */
export const draftTyped = (): TypedFields => fieldsOf((form) => isDraft(form) && typedInto.has(form))
export const hasDraftForm = (): boolean => [...document.forms].some(isDraft)

const setField = (field: Field, values: readonly string[], nth: number): void => {
  if (isBox(field)) field.checked = values.includes(field.value)
  else field.value = values[nth] ?? field.value
  // Listeners for typing are notified.
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
/** Shows what was typed before in the page's forms, unless something else was typed in the meantime. True if it did. */
export const restoreTyped = (fields: TypedFields): boolean => {
  let hasRestored = false
  for (const form of document.forms) {
    if (!isDraft(form)) continue
    const prefix = prefixOf(form)
    const counts = new Map<string, number>()
    for (const field of form.elements) {
      if (!isField(field) || !mayKeep(field)) continue
      const nth = counts.get(field.name) ?? 0
      counts.set(field.name, nth + 1)
      const typed = fields[prefix + field.name]
      if (typed === undefined || isTouched(field)) continue
      setField(field, [typed].flat(), nth)
      hasRestored ||= isTouched(field)
    }
  }
  return hasRestored
}

/** True if a field's value differs from the page's. */
export const isTouched = (field: Field): boolean => {
  if (isBox(field)) return field.checked !== field.defaultChecked
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return field.value !== field.defaultValue
}
const holdsTyping = (form: HTMLFormElement): boolean =>
  [...form.elements].some((field) => isField(field) && mayKeep(field) && isTouched(field))

/**
 * The input that is lost when another form reloads the page, signed in or not; including forms that ask for secrets,
 * but without the secrets. `given` as in watchTyping.
 */
export const fieldsStanding = (sent: HTMLFormElement, given: boolean): TypedFields =>
  fieldsOf(
    (form) =>
      form !== sent &&
      form.method === 'post' &&
      form.closest('main') !== null &&
      (given || isUnsent(form) || holdsTyping(form)),
  )

/**
 * Starts recording what is typed. `given`: the forms show what was typed before the session ended, which is still
 * unsent.
 */
export const watchTyping = ({
  given,
  onTyped,
  onSent,
}: {
  given: boolean
  onTyped: () => void
  onSent: () => void
}): (() => void) => {
  for (const form of document.forms) if (given || holdsTyping(form)) typedInto.add(form)
  const note = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest('form') : null
    if (form === null || !isKept(form)) return
    typedInto.add(form)
    onTyped()
  }
  const sent = (event: Event) => {
    const form = event.target
    // Without a network the page keeps its forms unchanged.
    if (navigator.onLine && form instanceof HTMLFormElement && typedInto.delete(form)) onSent()
  }
  document.addEventListener('input', note)
  document.addEventListener(unsentEvent, note)
  document.addEventListener('submit', sent)
  return () => {
    document.removeEventListener('input', note)
    document.removeEventListener(unsentEvent, note)
    document.removeEventListener('submit', sent)
  }
}

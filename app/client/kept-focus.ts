/**
 * Keeps the focus where the action was. The answer to a form re-renders it, or puts another in its place, and the
 * browser would leave the focus nowhere.
 */
type Sent = {
  action: string | null
  nth: number
  about: string
  name: string
  value: string
  title: string
  places: string[]
}
let sent: Sent | null = null

/** The page's own forms. Messages before them come and go, so those don't count. */
const formsHere = (): HTMLFormElement[] => [...document.querySelectorAll<HTMLFormElement>('main form:not(.toast-undo)')]

/** Fields that differ with every version. */
const passing: ReadonlySet<string> = new Set(['base', 'batch', 'source'])
/** What a form is about, by its hidden fields: a row's form has its row in them. */
const aboutOf = (form: HTMLFormElement): string =>
  [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
    .filter(({ name }) => !passing.has(name))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&')

/** Records the place of a form that is sent. */
export const noteSent = (form: HTMLFormElement, button: HTMLButtonElement | HTMLInputElement | null): void => {
  const places: string[] = []
  for (let part: Element | null = form; part !== null && part.tagName !== 'MAIN'; part = part.parentElement)
    if (part.id !== '') places.push(part.id)
  const { name = '', value = '', title = '' } = button ?? {}
  const [action, nth, about] = [form.getAttribute('action'), formsHere().indexOf(form), aboutOf(form)]
  sent = { action, nth, about, name, value, title, places }
}

/** The same button of the same form, what replaced it, or the part of the page around it. */
const findAfter = ({ action, nth, about, name, value, title, places }: Sent): HTMLElement | null => {
  const forms = formsHere()
  const [at, ...others] = [forms[nth], ...forms].filter((form) => form?.getAttribute('action') === action)
  const buttonsOf = (form: HTMLFormElement | undefined) =>
    [...(form?.querySelectorAll<HTMLButtonElement>('button:not([type=button])') ?? [])].filter(
      (button) => !button.disabled && button.tabIndex >= 0 && button.offsetParent !== null,
    )
  // A row's button may have another value with every version; it keeps its title.
  const isSame = (button: HTMLButtonElement) =>
    button.name === name && (button.value === value || (title !== '' && button.title === title))
  // A switch has another button now: the same one of another row would switch something else.
  const own =
    about === '' ? undefined : forms.find((form) => form.getAttribute('action') === action && aboutOf(form) === about)
  const ownButtons = buttonsOf(own)
  return (
    ownButtons.find(isSame) ??
    (ownButtons.length === 1 ? ownButtons[0] : undefined) ??
    buttonsOf(at).find(isSame) ??
    others.flatMap(buttonsOf).find(isSame) ??
    (forms[nth] === at && buttonsOf(at).length === 1 ? buttonsOf(at)[0] : undefined) ??
    places.map((id) => document.getElementById(id)).find((place) => place !== null) ??
    document.querySelector('main')
  )
}

/** The answer is rendered. If the page itself has moved the focus, to errors or to another page, that holds. */
export const keepFocus = (): void => {
  if (sent === null) return
  const isLost = document.activeElement === null || document.activeElement === document.body
  const place = isLost ? findAfter(sent) : null
  sent = null
  if (place === null) return
  if (!place.matches('button, a, [tabindex]')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/**
 * Keeps Home and Terminal as they were left, as long as this tab's document lives: scroll position, filters, and unsent
 * input. It is kept in memory only, so the end of a session, which always loads a new document, leaves nothing. Secrets
 * are never kept.
 */
import { useLocation, useNavigationType, type Location } from '@remix-run/react'
import { Component } from 'react'
import { isKept, isTouched, mayKeep } from '~/client/session/typed'

const keptPages: readonly string[] = ['/home', '/terminal']

type FieldState = { form: string; name: string; nth: number; value: string; checked: boolean }
type Kept = { search: string; top: number; fields: FieldState[] }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const kept = new Map<string, Kept>()

/** True when a page stays as it was left. */
export const isKeptPage = (pathname: string): boolean => keptPages.includes(pathname)

/** The state of a navigation that returns to a kept page. */
export const returning = { returning: true } as const
const isReturning = (state: unknown): boolean => typeof state === 'object' && state !== null && 'returning' in state

/**
 * The address of a kept page with its last filters, for a link to it. Null if the link is meant literally: it has
 * filters, is on the page itself, or the page was not visited yet.
 */
export const findKept = (url: URL): string | null => {
  const state = kept.get(url.pathname)
  return state === undefined || url.search !== '' || url.hash !== '' || url.pathname === location.pathname
    ? null
    : url.pathname + state.search
}

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Every field on the page that may be kept, with a key that identifies it. */
const fieldsHere = function* (): Generator<[Field, Pick<FieldState, 'form' | 'name' | 'nth'>]> {
  const forms = new Map<string, number>()
  for (const form of document.querySelectorAll<HTMLFormElement>('main form')) {
    const action = form.getAttribute('action') ?? ''
    const nthForm = forms.get(action) ?? 0
    forms.set(action, nthForm + 1)
    // Filter forms are included, for text that is being typed into them.
    if (form.method === 'post' && !isKept(form)) continue
    const counts = new Map<string, number>()
    for (const field of form.elements) {
      if (!isField(field) || !mayKeep(field)) continue
      const nth = counts.get(field.name) ?? 0
      counts.set(field.name, nth + 1)
      yield [field, { form: `${action} ${nthForm}`, name: field.name, nth }]
    }
  }
}

const keep = ({ pathname, search }: Location): void => {
  const fields: FieldState[] = []
  for (const [field, place] of fieldsHere())
    if (isTouched(field)) fields.push({ ...place, value: field.value, checked: isBox(field) && field.checked })
  kept.set(pathname, { search, top: scrollY, fields })
}

const setField = (field: Field, { value, checked }: FieldState): void => {
  if (isBox(field)) field.checked = checked
  else field.value = value
  // Listeners for typing are notified.
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const restore = ({ fields, top }: Kept, scrolls: boolean): void => {
  for (const [field, place] of fieldsHere()) {
    const state = fields.find((one) => one.form === place.form && one.name === place.name && one.nth === place.nth)
    if (state !== undefined && !isTouched(field)) setField(field, state)
  }
  if (scrolls) scrollTo({ top, behavior: 'instant' })
}

type KeeperProps = { userId: string | null; location: Location; arrival: string }

/** A class, because only class components are called before the old page is removed; hooks run afterwards. */
class Keeper extends Component<KeeperProps> {
  override componentDidMount() {
    kept.clear()
  }

  override getSnapshotBeforeUpdate(before: KeeperProps) {
    if (before.userId !== this.props.userId) kept.clear()
    else if (before.location.pathname !== this.props.location.pathname && isKeptPage(before.location.pathname))
      keep(before.location)
    return null
  }

  override componentDidUpdate(before: KeeperProps) {
    const { location: here, arrival } = this.props
    if (before.location.pathname === here.pathname) return
    const state = kept.get(here.pathname)
    // By a link or Back. An action that leads here shows its outcome from the top; other filters are another view.
    const isBack = arrival === 'POP'
    if (state !== undefined && (isBack || isReturning(here.state)) && state.search === here.search)
      restore(state, !isBack)
  }

  override render() {
    return null
  }
}

/** Watches pages come and go. It is mounted once, in the frame, beside the pages. */
export const KeptPages = ({ userId }: { userId: string | null }) => (
  <Keeper userId={userId} location={useLocation()} arrival={useNavigationType()} />
)

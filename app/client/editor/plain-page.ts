/** Input that a person has begun in the plain page before the editor is there: it is carried over, or waited for. */
import { parseIds } from '~/ui/channel-list/query'

const isField = (element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  element.matches('input:not([type=checkbox], [type=radio], [type=hidden], [name=search]), select, textarea')

/** True while the field holds input that no form has sent. */
const isBegun = (field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean =>
  field instanceof HTMLSelectElement
    ? field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex((one) => one.defaultSelected),
      )
    : field.value !== field.defaultValue

/** True while the person is in a field or a menu of the page, or has filled one in. */
const isBusy = (plain: HTMLElement): boolean => {
  const active = document.activeElement
  if (active && plain.contains(active) && (isField(active) || active.closest('details[open]'))) return true
  return [...plain.querySelectorAll('input, select, textarea')].some((field) => isField(field) && isBegun(field))
}

/** After a press that takes the focus out of a field, its click is still to come. */
const quietMs = 400
const signs = ['focusin', 'focusout', 'input', 'change', 'keyup', 'click', 'toggle'] as const

/** Resolves when there is no unfinished input that the editor could not carry over; true if that took a while. */
export const whenIdle = (plain: HTMLElement | null): Promise<boolean> => {
  if (!plain || !isBusy(plain)) return Promise.resolve(false)
  return new Promise((resolve) => {
    let timer = 0
    const check = () => {
      if (isBusy(plain)) return
      for (const sign of signs) plain.removeEventListener(sign, listener, true)
      resolve(true)
    }
    const listener = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(check, quietMs)
    }
    for (const sign of signs) plain.addEventListener(sign, listener, true)
  })
}

/** The selection in the address, updated by what was ticked and unticked in the page since. */
const tickedIn = (plain: HTMLElement | null, params: URLSearchParams, source: string | undefined): number[] => {
  const ids = new Set((params.get('source') ?? source) === source ? parseIds(params.get('selected')) : [])
  for (const box of plain?.querySelectorAll<HTMLInputElement>('input[type=checkbox][name=id]') ?? [])
    ids[box.checked ? 'add' : 'delete'](Number(box.value))
  return [...ids]
}

/** What the editor carries over. */
export const readPlain = (plain: HTMLElement | null, params: URLSearchParams) => {
  const active = document.activeElement
  const search = plain?.querySelector<HTMLInputElement>('input[name=search]')
  const source = plain?.querySelector<HTMLInputElement>('input[name=source]')?.value
  const row = active?.matches('input[name=id]') ? Number((active as HTMLInputElement).value) : null
  return {
    /** The person was typing in the search field. */
    typing: Boolean(search) && active === search,
    search: search?.value.trim() ?? null,
    /** The file that the ids belong to. */
    source,
    ticked: tickedIn(plain, params, source),
    isAll: plain?.querySelector<HTMLInputElement>('input[type=checkbox][name=all]')?.checked ?? false,
    /** The channel whose box has the focus. */
    row,
    /** The keyboard focus was in the rows. */
    isInRows: active?.closest('tbody') !== null && plain?.contains(active) === true,
  }
}

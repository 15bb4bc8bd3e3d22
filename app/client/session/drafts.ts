/**
 * Stores on the server what is being typed, a few seconds behind the typing: a session may be ended from elsewhere, and
 * then nothing can be stored any more. It is removed once the form is sent or the page is left. Long forms
 * (`data-draft`) keep theirs when the page is left, and show it again if the person returns within a day.
 */
import { callApi } from '~/client/api/call'
import { isCancel } from './cancel'
import { isLeaving } from './leave'
import { draftTyped, fieldsTyped, hasDraftForm, restoreTyped, watchTyping, type TypedFields } from './typed'

/** The most typing that is lost when the machine is switched off. */
const keepEveryMs = 3000
const address = '/iot/customer/draft'

export type Drafts = {
  /** Stores what is typed now. */
  keep(): Promise<void>
  /** The person has left the page: what was typed is kept for a long form, otherwise discarded. */
  leftPage(page: string): void
  /** Another page is there: what was typed on it before is shown. True if there was something. */
  cameTo(): Promise<boolean>
  stop(): void
}

/** Removals that are not answered yet: a page that is opened again meanwhile waits for them. */
const removals = new Set<Promise<unknown>>()
/** Removes what the server stores of a page's forms. */
export const dropDraft = async (page: string): Promise<void> => {
  const removal = callApi(address, {
    method: 'DELETE',
    values: { page },
    background: true,
    quiet: true,
    keepalive: true,
  })
  removals.add(removal)
  await removal.finally(() => removals.delete(removal))
}

const pageHere = (): string => location.pathname + location.search

export const startDrafts = (given: boolean): Drafts => {
  /** Pages that the server stores something for, as far as this page knows. */
  const kept = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  /** The contents of the page's long forms, read while they exist. */
  let draft: TypedFields = {}

  const calm = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const keep = async (): Promise<void> => {
    calm()
    const fields = fieldsTyped()
    const page = pageHere()
    if (Object.keys(fields).length === 0) return
    kept.add(page)
    await store(page, fields)
  }
  const store = (page: string, fields: TypedFields) =>
    callApi(address, { method: 'PUT', values: { page, fields }, background: true, quiet: true, keepalive: true })
  const leave = (page: string) => {
    const left = draft
    draft = {}
    if (Object.keys(left).length === 0) return drop(page)
    calm()
    kept.delete(page)
    void store(page, left)
  }
  const cameTo = async (): Promise<boolean> => {
    const page = pageHere()
    if (!hasDraftForm()) return false
    await Promise.allSettled(removals)
    const answer = await callApi<{ fields: TypedFields | null }>(address, {
      values: { page },
      background: true,
      quiet: true,
    })
    if (!answer.ok || answer.data.fields === null || page !== pageHere()) return false
    kept.add(page)
    return restoreTyped(answer.data.fields)
  }
  const drop = (page: string) => {
    calm()
    if (kept.delete(page)) void dropDraft(page)
  }
  const stopTyping = watchTyping({
    given,
    onTyped: () => {
      draft = draftTyped()
      timer ??= setTimeout(() => void keep(), keepEveryMs)
    },
    onSent: () => {
      draft = {}
      // May have been stored by this page before another language was chosen.
      if (hasDraftForm()) kept.add(pageHere())
      drop(pageHere())
    },
  })
  // What the page restored when it loaded is still unsent, and the server has it.
  if (given) {
    draft = draftTyped()
    kept.add(pageHere())
  }
  // For a person who leaves within the few seconds by a link elsewhere. After Exit nothing may stay.
  const onHide = () => {
    if (timer !== null && !isLeaving()) void keep()
  }
  addEventListener('pagehide', onHide)
  // Cancel discards what was typed at once, before the next page is requested.
  const onClick = ({ target }: MouseEvent) => {
    if (!isCancel(target)) return
    draft = {}
    drop(pageHere())
  }
  document.addEventListener('click', onClick, { capture: true })
  return {
    keep,
    leftPage: leave,
    cameTo,
    stop: () => {
      removeEventListener('pagehide', onHide)
      document.removeEventListener('click', onClick, { capture: true })
      calm()
      stopTyping()
    },
  }
}

/**
 * Stores on the server what is being typed, a few seconds behind the typing: a session may be ended from elsewhere, and
 * then nothing can be stored any more. It is removed once the form is sent or the page is left.
 */
import { callApi } from '~/client/api/call'
import { fieldsTyped, watchTyping } from './typed'

/** At most this much typing is lost when the machine is switched off. */
const keepEveryMs = 3000
const address = '/iot/customer/draft'

export type Drafts = {
  /** Stores what is typed now. */
  keep(): Promise<void>
  /** The person has left the page: what was typed on it is discarded. */
  leftPage(page: string): void
  stop(): void
}

const pageHere = (): string => location.pathname + location.search

export const startDrafts = (given: boolean): Drafts => {
  /** Pages that the server stores something for, as far as this page knows. */
  const kept = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null

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
    await callApi(address, { method: 'PUT', values: { page, fields }, background: true, quiet: true, keepalive: true })
  }
  const drop = (page: string) => {
    calm()
    if (kept.delete(page))
      void callApi(address, { method: 'DELETE', values: { page }, background: true, quiet: true, keepalive: true })
  }
  const stopTyping = watchTyping({
    given,
    onTyped: () => {
      timer ??= setTimeout(() => void keep(), keepEveryMs)
    },
    onSent: () => drop(pageHere()),
  })
  return {
    keep,
    leftPage: drop,
    stop: () => {
      calm()
      stopTyping()
    },
  }
}

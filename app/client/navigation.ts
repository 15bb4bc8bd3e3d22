/**
 * Turns plain links and forms into client navigations by one handler for the whole page, so that pages are written in
 * plain HTML and render fast. What a browser must do itself (downloads, other origins, new tabs, files) is left alone;
 * `data-reload` opts out, `data-keep-scroll` keeps the scroll position.
 */
import { useNavigate, useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { callText } from '~/client/api/texts'
import { findKept, returning } from '~/client/kept-page'
import { showToast } from '~/client/toast'

const isModified = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** Addresses that answer no page: the API, texts, files. */
const isPage = (url: URL): boolean =>
  url.origin === location.origin &&
  !/^\/(?:api|build|texts|\.well-known)\//.test(url.pathname) &&
  !/\/file$|\.[a-z0-9]{2,5}$/i.test(url.pathname)

type Goal = { kind: 'page'; url: URL; keepScroll: boolean } | { kind: 'place'; id: string }

/** Where a click on a plain link should lead here, or null where the browser goes by itself. */
export const goalOfClick = (event: MouseEvent): Goal | null => {
  if (event.defaultPrevented || isModified(event)) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (
    !link?.href ||
    link.hasAttribute('download') ||
    link.dataset.reload !== undefined ||
    (link.target !== '' && link.target !== '_self')
  )
    return null
  const url = new URL(link.href, location.href)
  if (!isPage(url)) return null
  const samePage = url.pathname === location.pathname && url.search === location.search
  if (samePage && url.hash !== '') return { kind: 'place', id: decodeURIComponent(url.hash.slice(1)) }
  return { kind: 'page', url, keepScroll: link.dataset.keepScroll !== undefined }
}

/**
 * Goes on at once, or, where the browser believes that it has no network, once the portal has answered. Else the page
 * stays as it is, with what was typed, and says why. (A portal on this machine answers without any network.)
 */
const whenReachable = (go: () => void): void => {
  if (navigator.onLine) go()
  else fetch('/healthz', { cache: 'no-store' }).then(go, () => showToast('problem', callText('network')))
}

/**
 * Goes to a place on the page. The router must not see it: to it every move is a new page, and a form's mistakes would
 * be gone.
 */
const goToPlace = (id: string): void => {
  const place = document.getElementById(id)
  // The whole page is "near" wherever one is: its top is asked for by name.
  if (place === null || id === 'top') scrollTo({ top: 0 })
  else {
    place.scrollIntoView({ block: 'nearest' })
    place.focus({ preventScroll: true })
  }
}

/** Sends a form as a whole page, with the button that was pressed. */
const sendWhole = (form: HTMLFormElement, submitter: HTMLButtonElement | HTMLInputElement | null): void => {
  if (submitter !== null && submitter.name !== '') {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = submitter.name
    field.value = submitter.value
    form.append(field)
  }
  form.submit()
}

/** Installs the handler. Called once, by the root. */
export const usePlainNavigation = (): void => {
  const navigate = useNavigate()
  const submit = useSubmit()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const goal = goalOfClick(event)
      if (!goal) return
      event.preventDefault()
      if (goal.kind === 'place') goToPlace(goal.id)
      else {
        const { url, keepScroll } = goal
        whenReachable(() => {
          const kept = findKept(url)
          // A page that was kept scrolls to where it was left by itself.
          if (kept !== null) navigate(kept, { state: returning, preventScrollReset: true })
          else navigate(url.pathname + url.search + url.hash, { preventScrollReset: keepScroll })
        })
      }
    }
    const onSubmit = (event: SubmitEvent) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
      const form = event.target
      const submitter =
        event.submitter instanceof HTMLButtonElement || event.submitter instanceof HTMLInputElement
          ? event.submitter
          : null
      const method = (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase()
      const type = submitter?.getAttribute('formenctype') ?? form.enctype
      const target = submitter?.getAttribute('formtarget') ?? form.target
      if (target !== '' && target !== '_self') return
      if (
        form.dataset.reload !== undefined ||
        submitter?.dataset.reload !== undefined ||
        type === 'multipart/form-data'
      ) {
        // The browser sends it by itself; without a network it would put its own page in the place of what was typed.
        // Who leaves by Exit wants nothing of it to stay.
        if (navigator.onLine || form.dataset.exit !== undefined) return
        event.preventDefault()
        whenReachable(() => sendWhole(form, submitter))
        return
      }
      if (method !== 'get' && method !== 'post') return
      const here = location.pathname + (method === 'get' ? '' : location.search)
      const url = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? here, location.href)
      if (!isPage(url)) return
      event.preventDefault()
      whenReachable(() =>
        submit(submitter ?? form, {
          action: url.pathname + url.search,
          method,
          preventScrollReset: form.dataset.keepScroll !== undefined,
        }),
      )
    }
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('submit', onSubmit)
    }
  }, [navigate, submit])
}

/**
 * Turns plain links and forms into client navigations by one handler for the whole page, so that pages can be written
 * in plain HTML and render fast. What a browser must do itself (downloads, other origins, new tabs, files) is left
 * alone. `data-reload` opts out; `data-keep-scroll` keeps the scroll position; `data-place` names the place on the next
 * page where a form's answer is.
 */
import { useNavigate, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { callText } from '~/client/api/texts'
import { keepFocus, noteSent } from '~/client/kept-focus'
import { findKept, returning } from '~/client/kept-page'
import { isPlainClick } from '~/client/plain-click'
import { endSending, isDoubleClick, isSending, noteUnsent, showSending, takeBackSending } from '~/client/sending'
import { showToast } from '~/client/toast'

/** Addresses that are not pages: the API, texts, files. */
const isPage = (url: URL): boolean =>
  url.origin === location.origin &&
  !/^\/(?:api|build|texts|\.well-known)\//.test(url.pathname) &&
  !/\/file$|\.[a-z0-9]{2,5}$/i.test(url.pathname)

type Goal = { kind: 'page'; url: URL; keepScroll: boolean } | { kind: 'place'; id: string }

/** Where a click on a plain link leads; null if the browser handles it. */
export const goalOfClick = (event: MouseEvent): Goal | null => {
  if (event.defaultPrevented || !isPlainClick(event)) return null
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

/** The page stays with what was typed, and says why. */
const sayUnreachable = (): void => {
  takeBackSending()
  showToast('problem', callText('network'))
}

/** Continues once the portal has answered. */
const askReachable = (go: () => void, stay = sayUnreachable): void => {
  fetch('/healthz', { cache: 'no-store' }).then(go, stay)
}

/**
 * Continues at once or, if the browser reports no network, once the portal has answered. (A portal on this machine
 * answers without a network.)
 */
const whenReachable = (go: () => void): void => {
  if (navigator.onLine) go()
  else askReachable(go)
}

/**
 * Scrolls to an anchor on the page. The router must not see it: it treats every navigation as a new page, and a form's
 * errors would disappear.
 */
const goToPlace = (id: string): void => {
  const place = document.getElementById(id)
  // "Nearest" would leave a whole page where it is, so its top is requested explicitly.
  if (place === null || id === 'top') scrollTo({ top: 0 })
  else {
    place.scrollIntoView({ block: 'nearest' })
    place.focus({ preventScroll: true })
  }
}

/** Submits a form as a full page load, with the button that was pressed. */
const sendWhole = (form: HTMLFormElement, submitter: HTMLButtonElement | HTMLInputElement | null): void => {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = submitter?.name ?? ''
  field.value = submitter?.value ?? ''
  form.append(field)
  form.submit()
  field.remove()
}

/** The form that waits for the portal to answer, before the browser submits it. */
let asking: HTMLFormElement | null = null
/**
 * Submits a form as a full page load once the portal answers: the browser would replace it by its own error page, and
 * what was typed and chosen would be lost.
 */
const sendWholeWhenReachable = (
  form: HTMLFormElement,
  submitter: HTMLButtonElement | HTMLInputElement | null,
): void => {
  if (asking === form) return
  asking = form
  askReachable(
    () => {
      asking = null
      sendWhole(form, submitter)
    },
    () => {
      asking = null
      sayUnreachable()
      noteUnsent(form)
    },
  )
}

/** A request of the router's navigation: for a form's action, or before that for the routes of the page. */
const isOfNavigation = (input: RequestInfo | URL, init: RequestInit | undefined): boolean => {
  if (input instanceof Request || !init?.signal) return false
  const { pathname, searchParams } = new URL(input, location.href)
  return pathname === '/__manifest' || (init.method?.toLowerCase() === 'post' && searchParams.has('_data'))
}

/** An answer of a machine in front of the portal, which can't reach it. */
const isFromBetween = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && !['response', 'error', 'catch'].some((mark) => headers.has(`x-remix-${mark}`))

/**
 * An answer that comes once the router has dropped the navigation for another one, and that it doesn't read. (An error
 * would be shown even then.) Until then the page shows no progress.
 */
const holdUntilDropped = (signal: AbortSignal): Promise<Response> => {
  const { dataset } = document.documentElement
  dataset.held = ''
  return new Promise((resolve) => {
    const drop = () => {
      delete dataset.held
      resolve(new Response('{}'))
    }
    if (signal.aborted) drop()
    else signal.addEventListener('abort', drop, { once: true })
  })
}

/**
 * Keeps the page when a form's request gets no answer although the browser reports a network: the portal restarts, or
 * the line is bad. The router would show an error page in place of what was typed, so it goes on waiting until the form
 * is sent again or the page is left. Returns a function that ends it.
 */
const watchAnswers = (): (() => void) => {
  const send = window.fetch
  const watched: typeof fetch = async (input, init) => {
    if (!isOfNavigation(input, init)) return send(input, init)
    const answer = await send(input, init).catch((error: unknown) => error)
    if (answer instanceof Response && !isFromBetween(answer)) return answer
    if (init?.signal?.aborted === false && takeBackSending()) {
      sayUnreachable()
      return holdUntilDropped(init.signal)
    }
    if (answer instanceof Response) return answer
    throw answer
  }
  window.fetch = watched
  return () => {
    if (window.fetch === watched) window.fetch = send
  }
}

/**
 * The second click of a double click belongs to the page of its first. On a slow machine it comes when another page is
 * already there, and would press whatever is at that position.
 */
const makeLateClickGuard = (): ((event: MouseEvent) => void) => {
  let pressedOn = ''
  return (event) => {
    if (event.detail <= 1) pressedOn = location.pathname
    else if (pressedOn !== location.pathname) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}

/** Installs the handler. The root calls it once. */
export const usePlainNavigation = (): void => {
  const navigate = useNavigate()
  const submit = useSubmit()
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle') return
    endSending()
    keepFocus()
  }, [state])
  useEffect(watchAnswers, [])
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
          // A kept page scrolls to its last position by itself.
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
      if (form.dataset.once !== undefined && isDoubleClick(form, event.timeStamp)) {
        event.preventDefault()
        return
      }
      const isUpload = type === 'multipart/form-data'
      if (form.dataset.reload !== undefined || submitter?.dataset.reload !== undefined || isUpload) {
        // A quick form goes at once if the browser reports a network. After Exit nothing is meant to stay.
        if ((navigator.onLine && !isUpload) || form.dataset.exit !== undefined) return
        event.preventDefault()
        sendWholeWhenReachable(form, submitter)
        return
      }
      if (method !== 'get' && method !== 'post') return
      const here = location.pathname + (method === 'get' ? '' : location.search)
      const url = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? here, location.href)
      if (!isPage(url)) return
      event.preventDefault()
      // A form that the browser submits itself shows no progress: nothing reports when the person stops it.
      if (method === 'post') {
        if (isSending(form, submitter)) return
        showSending(form, submitter)
        noteSent(form, submitter)
      }
      const { keepScroll, place } = form.dataset
      const isStill = keepScroll !== undefined
      whenReachable(() =>
        submit(submitter ?? form, {
          // Where the answer is on its page; a kept scroll position takes precedence.
          action: url.pathname + url.search + (isStill || place === undefined ? '' : `#${place}`),
          method,
          preventScrollReset: isStill,
        }),
      )
    }
    const guard = makeLateClickGuard()
    document.addEventListener('click', guard, true)
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
    // A page that the browser restores from memory waits for no answer.
    addEventListener('pageshow', endSending)
    return () => {
      document.removeEventListener('click', guard, true)
      document.removeEventListener('click', onClick)
      document.removeEventListener('submit', onSubmit)
      removeEventListener('pageshow', endSending)
    }
  }, [navigate, submit])
}

/**
 * Turns plain links and forms into client navigations by one handler for the whole page, so that pages are written in
 * plain HTML and render fast. What a browser must do itself (downloads, other origins, new tabs, files) is left alone;
 * `data-reload` opts out, `data-keep-scroll` keeps the scroll position.
 */
import { useNavigate, useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { textsFailed } from '~/i18n/i18n.client'

const isModified = (event: MouseEvent): boolean => event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** Addresses that answer no page: the API, texts, files. */
const isPage = (url: URL): boolean =>
  url.origin === location.origin && !/^\/(?:api|build|texts|\.well-known)\//.test(url.pathname) && !/\/file$|\.[a-z0-9]{2,5}$/i.test(url.pathname)

/** The page that a click on a plain link should open here, or null where the browser goes by itself. */
export const pageOfClick = (event: MouseEvent): { url: URL; keepScroll: boolean } | null => {
  if (event.defaultPrevented || isModified(event)) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.hasAttribute('download') || link.dataset.reload !== undefined || (link.target !== '' && link.target !== '_self')) return null
  const url = new URL(link.href, location.href)
  if (!isPage(url)) return null
  const samePage = url.pathname === location.pathname && url.search === location.search
  return samePage && url.hash !== '' ? null : { url, keepScroll: link.dataset.keepScroll !== undefined }
}

/** Installs the handler. Called once, by the root. */
export const usePlainNavigation = (): void => {
  const navigate = useNavigate()
  const submit = useSubmit()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const page = pageOfClick(event)
      // Where texts could not be fetched, only the server can show the next page whole.
      if (!page || textsFailed()) return
      event.preventDefault()
      navigate(page.url.pathname + page.url.search + page.url.hash, { preventScrollReset: page.keepScroll })
    }
    const onSubmit = (event: SubmitEvent) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || textsFailed()) return
      const form = event.target
      const submitter = event.submitter instanceof HTMLButtonElement || event.submitter instanceof HTMLInputElement ? event.submitter : null
      const method = (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase()
      const type = submitter?.getAttribute('formenctype') ?? form.enctype
      const target = submitter?.getAttribute('formtarget') ?? form.target
      if (form.dataset.reload !== undefined || submitter?.dataset.reload !== undefined || (target !== '' && target !== '_self')) return
      if (type === 'multipart/form-data' || (method !== 'get' && method !== 'post')) return
      const here = location.pathname + (method === 'get' ? '' : location.search)
      const url = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? here, location.href)
      if (!isPage(url)) return
      event.preventDefault()
      submit(submitter ?? form, { action: url.pathname + url.search, method, preventScrollReset: form.dataset.keepScroll !== undefined })
    }
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('submit', onSubmit)
    }
  }, [navigate, submit])
}

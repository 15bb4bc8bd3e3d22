/**
 * The place in the frame where APP Download appears: it hears the links with `data-app-download` and
 * `openAppDownload()`. The dialog, its texts, its styles and the addresses come when they are asked for; if one can't
 * be had, the page of the same takes over.
 */
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { appDownloadPage, listenForAppDownload, openAppDownload } from './open'
import type { AppDownloadDialogProps } from './dialog'

type Dialog = ComponentType<AppDownloadDialogProps>

const goToPage = () => location.assign(appDownloadPage)

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export const AppDownloadHost = () => {
  const { i18n } = useTranslation()
  const [shown, setShown] = useState<{ Dialog: Dialog } | null>(null)
  useEffect(() => {
    let pending = false
    let gone = false
    const leave = listenForAppDownload(() => {
      if (pending) return
      pending = true
      Promise.all([import('./dialog'), i18n.loadNamespaces('provider')])
        .then(async ([{ AppDownloadDialog, loadStyles }]) => {
          await loadStyles()
          if (!gone) setShown({ Dialog: AppDownloadDialog })
        })
        .catch(goToPage)
        .finally(() => {
          pending = false
        })
    })
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-app-download]') : null
      if (link === null || !isPlainClick(event) || location.pathname === appDownloadPage) return
      event.preventDefault()
      openAppDownload()
    }
    // Before the frame’s own handler, which would go to the page and leaves alone what is answered already.
    document.addEventListener('click', onClick, true)
    return () => {
      gone = true
      leave()
      document.removeEventListener('click', onClick, true)
    }
  }, [i18n])
  if (shown === null) return null
  return <shown.Dialog close={() => setShown(null)} giveUp={goToPage} />
}

/**
 * Shows APP Download in the frame: it listens for links with `data-app-download` and for `openAppDownload()`. The
 * dialog, its texts, its styles and the addresses are loaded on demand. If that fails, the page with the same contents
 * is opened.
 */
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainClick } from '../plain-click'
import { appDownloadPage, listenForAppDownload, openAppDownload } from './open'
import type { AppDownloadDialogProps } from './dialog'

type Dialog = ComponentType<AppDownloadDialogProps>

const goToPage = () => location.assign(appDownloadPage)

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
    // Runs before the frame’s own handler, which skips handled clicks.
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

/** APP Download as a dialog, with what it needs before it can be shown; the addresses are loaded while it is open. */
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '~/styles/provider.css'
import { AppDownload, type AppLink } from '~/ui/app-download'
import { Button } from '~/ui/button'
import { LoadingState } from '~/ui/loading-state'
import { useModal } from '~/ui/use-modal'
import { appDownloadPage } from './open'

/** Loads the style sheet of the provider's pages, once: without it the dialog would jump. */
export const loadStyles = (): Promise<void> => {
  if (document.querySelector(`link[rel="stylesheet"][href="${styles}"]`) !== null) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = styles
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error('the styles did not come')))
    document.head.append(link)
  })
}

/** Loads the addresses as the page has them. */
const loadApps = async (): Promise<AppLink[]> => {
  const answer = await fetch(`${appDownloadPage}/data`, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`the addresses did not come: ${answer.status}`)
  return ((await answer.json()) as { apps: AppLink[] }).apps
}

/** `giveUp` is called if the addresses can't be loaded. */
export type AppDownloadDialogProps = { close: () => void; giveUp: () => void }

export const AppDownloadDialog = ({ close, giveUp }: AppDownloadDialogProps) => {
  const [apps, setApps] = useState<readonly AppLink[] | null>(null)
  useEffect(() => {
    let gone = false
    loadApps().then(
      (found) => {
        if (!gone) setApps(found)
      },
      () => {
        if (!gone) giveUp()
      },
    )
    return () => {
      gone = true
    }
  }, [giveUp])
  const { t } = useTranslation(['provider', 'common'])
  const titleId = useId()
  const dialog = useModal()
  return (
    <dialog className="dialog app-dialog" ref={dialog} aria-labelledby={titleId} onClose={close}>
      <div className="app-dialog-head">
        <h2 id={titleId}>{t('provider:app.title')}</h2>
        <Button type="button" variant="quiet" icon="close" onClick={close}>
          {t('common:action.close')}
        </Button>
      </div>
      {apps === null || apps.length > 0 ? <p className="muted">{t('provider:app.lead')}</p> : null}
      {apps === null ? <LoadingState rows={6} /> : <AppDownload links={apps} />}
    </dialog>
  )
}

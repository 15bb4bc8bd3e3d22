/**
 * The watch over a signed-in page and its warning. It is loaded after the page has become usable, and shows nothing
 * until a warning is due.
 */
import { useLocation } from '@remix-run/react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, parseLanguage } from '~/i18n/languages'
import { Button } from '~/ui/button'
import { showToast } from '~/client/toast'
import { startWatch, type Watch } from './watch'

const minuteMs = 60_000

/** `isGiven`: the page's forms still show what was typed before. Both are asked once the watch starts. */
export type SessionWatchProps = { isGiven: () => boolean; wasActive: () => boolean }

const useWatch = ({ isGiven, wasActive }: SessionWatchProps) => {
  const { t, i18n } = useTranslation('session')
  const { pathname, search } = useLocation()
  const [warnedMinutes, setWarnedMinutes] = useState<number | null>(null)
  const watch = useRef<Watch | null>(null)
  // Only for the first page's forms; later pages have their own.
  const first = useRef({ isGiven, wasActive, language: parseLanguage(i18n.language) })
  useEffect(() => {
    const left = new AbortController()
    const { isGiven, wasActive, language } = first.current
    const onChange = ({ warned, leftMs }: { warned: boolean; leftMs: number }) => {
      if (!left.signal.aborted) setWarnedMinutes(warned ? Math.max(1, Math.round(leftMs / minuteMs)) : null)
    }
    void startWatch({
      language: language ? codeOf(language) : 'en',
      isGiven,
      wasActive,
      onChange,
      left: left.signal,
    }).then((started) => {
      if (left.signal.aborted) started?.stop()
      else watch.current = started
    })
    return () => {
      left.abort()
      watch.current?.stop()
      watch.current = null
    }
  }, [])
  const page = pathname + search
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current !== page)
      void watch.current?.leftPage(lastPage.current).then((isBack) => {
        if (isBack) showToast('note', t('typedBack'))
      })
    lastPage.current = page
  }, [page, t])
  return { warnedMinutes, stay: () => watch.current?.stay() }
}

const SessionWatch = (props: SessionWatchProps) => {
  const { t } = useTranslation('session')
  const { warnedMinutes, stay } = useWatch(props)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isOpen = warnedMinutes !== null
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen && dialog.current?.open) dialog.current.close()
  }, [isOpen])
  return (
    <dialog
      className="dialog"
      role="alertdialog"
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={stay}
    >
      <h2 id={`${id}title`}>{t('idle.title')}</h2>
      <p id={`${id}text`}>{t('idle.text', { count: warnedMinutes ?? 1 })}</p>
      <div className="form-actions">
        <Button type="button" variant="primary" onClick={stay}>
          {t('idle.stay')}
        </Button>
      </div>
    </dialog>
  )
}
export default SessionWatch

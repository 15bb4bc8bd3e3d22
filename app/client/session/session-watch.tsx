/** The watch over a signed-in page and its warning. Loaded after the page has become usable; shows nothing until it must. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setCallTexts } from '~/client/api/call'
import { codeOf, parseLanguage } from '~/i18n/languages'
import { Button } from '~/ui/button'
import { warnBeforeMs } from './idle.states'
import { startWatch, type Watch } from './watch'

const minuteMs = 60_000

const SessionWatch = () => {
  const { t, i18n } = useTranslation('session')
  const [warned, setWarned] = useState(false)
  const watch = useRef<Watch | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    let gone = false
    setCallTexts({ network: t('errors:network'), unknown: t('errors:unknown') })
    const language = parseLanguage(i18n.language)
    void startWatch(language ? codeOf(language) : 'en', idle => setWarned(idle.state === 'warned')).then(started => {
      if (gone) started?.stop()
      else watch.current = started
    })
    return () => {
      gone = true
      watch.current?.stop()
      watch.current = null
    }
  }, [i18n, t])
  useEffect(() => {
    if (warned && !dialog.current?.open) dialog.current?.showModal()
    if (!warned && dialog.current?.open) dialog.current.close()
  }, [warned])
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="idle-title" onCancel={() => watch.current?.stay()}>
      <h2 id="idle-title">{t('idle.title')}</h2>
      <p>{t('idle.text', { count: warnBeforeMs / minuteMs })}</p>
      <div className="form-actions"><Button type="button" variant="primary" onClick={() => watch.current?.stay()}>{t('idle.stay')}</Button></div>
    </dialog>
  )
}
export default SessionWatch

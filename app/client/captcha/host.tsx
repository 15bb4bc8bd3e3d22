/** Shows the captcha dialog in the frame: mounted once, empty until a call asks for it. */
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { canEncrypt } from '../secret/can-encrypt'
import { listenForCaptcha, type CaptchaRequest } from './open'

type DialogProps = CaptchaRequest
type Shown = { request: CaptchaRequest; Dialog: ComponentType<DialogProps> }

/** If the dialog can't be loaded, opens the plain page with the same question. */
const goToPage = (purpose: string): void => {
  location.assign(
    `/verification?${new URLSearchParams({ purpose, returnTo: location.pathname + location.search }).toString()}`,
  )
}

export const CaptchaHost = () => {
  const { i18n } = useTranslation()
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(
    () =>
      listenForCaptcha((request) => {
        const done = (passed: boolean): void => {
          setShown(null)
          request.done(passed)
        }
        // A challenge is encrypted; a browser without cryptography solves it on the page.
        if (!canEncrypt()) {
          request.done(false)
          goToPage(request.purpose)
          return
        }
        Promise.all([import('./dialog'), i18n.loadNamespaces(['captcha'])]).then(
          ([{ CaptchaDialog }]) => setShown({ request: { ...request, done }, Dialog: CaptchaDialog }),
          () => {
            request.done(false)
            goToPage(request.purpose)
          },
        )
      }),
    [i18n],
  )
  if (shown === null) return null
  const { Dialog, request } = shown
  return <Dialog {...request} />
}

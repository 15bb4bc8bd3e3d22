/**
 * The reference for the channel page: the Remix template's streaming entry, with an i18next instance for each request
 * as in remix-i18next's guide. pages.ts builds it in a copy of the project; it is not part of the portal.
 */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { createInstance } from 'i18next'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { findTexts, routeNamespaces } from '~/i18n/i18n.server'
import { i18nextOptions } from '~/i18n/options'
import { NonceContext } from '~/ui/nonce'
import { getLanguage } from '~/request/language.server'

const abortDelayMs = 5_000

const handleRequest = async (
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: AppLoadContext,
): Promise<Response> => {
  const language = await getLanguage(request, context)
  const namespaces = routeNamespaces(page)
  const texts = Object.fromEntries(
    namespaces.map((name) => [name, JSON.parse(findTexts(language, name) ?? '{}') as Record<string, string>]),
  )
  const instance = createInstance()
  await instance
    .use(initReactI18next)
    .init({ ...i18nextOptions, lng: language, ns: namespaces, resources: { [language]: texts } })
  const whole = isbot(request.headers.get('user-agent') ?? '')
  return new Promise((resolve, reject) => {
    let shellRendered = false
    const ready = (): void => {
      shellRendered = true
      const body = new PassThrough()
      const stream = createReadableStreamFromReadable(body)
      headers.set('Content-Type', 'text/html')
      resolve(new Response(stream, { headers, status }))
      pipe(body)
    }
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <I18nextProvider i18n={instance}>
          <RemixServer context={page} url={request.url} abortDelay={abortDelayMs} />
        </I18nextProvider>
      </NonceContext.Provider>,
      {
        ...(whole ? { onAllReady: ready } : { onShellReady: ready }),
        onShellError: (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
        onError: (error: unknown) => {
          if (shellRendered) console.error(error)
        },
      },
    )
    setTimeout(abort, abortDelayMs)
  })
}
export default handleRequest

/**
 * The frame of every page: the document with its language and direction, the header, messages about what just happened,
 * the page's title from the routes' handles, and the error page.
 */
import { json, type HeadersFunction, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { brandOf } from '~/brand/brand'
import { setCallTexts } from '~/client/api/texts'
import { AppDownloadHost } from '~/client/app-download/host'
import { CaptchaHost } from '~/client/captcha/host'
import { useExit } from '~/client/exit'
import { useFullLoads } from '~/client/full-load'
import { KeptPages } from '~/client/kept-page'
import { useLanguageForms } from '~/client/language'
import { usePlainNavigation } from '~/client/navigation'
import { EncryptedForms } from '~/client/secret/encrypted-forms'
import { SessionWatchLater } from '~/client/session/session-watch-later'
import { useUnread } from '~/client/unread/count'
import { textsAddress } from '~/i18n/address'
import { frameNamespaces, type RouteHandle } from '~/i18n/handle'
import { textsVersion } from '~/i18n/i18n.server'
import { defaultLanguage, directionOf, parseLanguage } from '~/i18n/languages'
import styles from '~/styles/app.css'
import { ErrorPage, errorTitleKey, noAnswer } from '~/ui/error-page'
import { useNonce } from '~/ui/nonce'
import { Progress } from '~/ui/progress'
import { KeptContext } from '~/ui/kept'
import { Shell, type ShellData } from '~/ui/shell'
import type { Toast } from '~/ui/toast'
import { ToastRegion } from '~/ui/toast-region'
import { findCaller } from '~/request/caller.server'
import { noteEnded } from '~/request/caller.server'
import { takePageDraft } from '~/web/form/draft.server'
import { newBatch } from '~/web/form/form.server'
import { takeFlash, type Flash } from '~/request/flash.server'
import { takeKept } from '~/web/form/kept.server'
import { getLanguage, getT } from '~/request/language.server'
import { contactOf } from '~/modules/provider/provider.server'
import { countUnreadAfterPage } from '~/web/news/unread.server'

export const handle = { i18n: [...frameNamespaces] } satisfies RouteHandle

/** A page that was refused for a time says for how long; of a page without headers of its own these are all. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const kept = new Headers()
  const again = errorHeaders?.get('retry-after')
  if (again) kept.set('retry-after', again)
  return kept
}
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icons/mango.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/touch.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** The end of a session, or of a form's time, is shown until it was seen: it happens while nobody watches the page. */
const isAboutEnd = (key: string): boolean =>
  key.startsWith('ended:') ||
  ['I1102', 'I1303', 'I1304', 'I1305', 'I1306', 'A0411', 'U6008'].some((code) => key === `errors:${code}`)

const undoOf = ({ list, revision }: NonNullable<Flash['undo']>): Toast['undo'] => ({
  action: `/features/lists/${encodeURIComponent(list)}`,
  base: revision,
  batch: newBatch(),
})

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const [caller, language, t] = await Promise.all([
    findCaller(request, context),
    getLanguage(request, context),
    getT(request, context),
  ])
  const { flash, headers } = takeFlash(request)
  const ended = await noteEnded(request, context)
  if (ended !== null) headers.append('set-cookie', ended.forget)
  const kept = takeKept(request, context)
  if (kept.header !== null) headers.append('set-cookie', kept.header)
  const draft = kept.fields ?? (await takePageDraft(request, context))
  const brand = brandOf(new URL(context.origin).host)
  const { id, name, stylesheet, themeColours } = brand
  const left = flash?.params.left
  const toasts: Toast[] = flash
    ? [
        {
          id: context.requestId,
          kind: flash.kind,
          text: t(flash.key, { ...flash.params }),
          stays: isAboutEnd(flash.key),
          ...(flash.undo === undefined ? {} : { undo: undoOf(flash.undo) }),
          ...(flash.next === undefined ? {} : { next: { href: flash.next.href, text: t(flash.next.key) } }),
        },
      ]
    : []
  if (ended !== null) toasts.push({ id: `${context.requestId}-ended`, kind: 'note', text: t(ended.key), stays: true })
  const shell: ShellData = {
    brand: { id, name, stylesheet, themeColours, contact: contactOf(brand) },
    user: caller.kind === 'user' ? { id: caller.userId, name: caller.userName } : null,
  }
  const unread = caller.kind === 'user' ? await countUnreadAfterPage(caller, context) : 0
  return json(
    {
      ...shell,
      unread,
      textsVersion: textsVersion(language),
      toasts,
      kept: draft,
      left: typeof left === 'string' ? left : null,
    },
    { headers },
  )
}

/** The frame's data changes only after actions (sign-in, a message) and reloads; following a link keeps it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, currentUrl, nextUrl }) =>
  (formMethod !== undefined && formMethod !== 'GET') ||
  (currentUrl.pathname !== nextUrl.pathname && nextUrl.pathname === '/home')

const useRouteHandles = () =>
  useMatches().map((match) => ({ handle: match.handle as RouteHandle | undefined, data: match.data }))

/** What browsers throw when a request gets no answer; there is no better way to recognise it. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed|network connection/i.test(error.message)

const statusOf = (error: unknown): number =>
  isRouteErrorResponse(error) ? error.status : isNoAnswer(error) ? noAnswer : 500

/** The title of the deepest route that has one, and the namespaces of all routes. */
const usePage = () => {
  const routes = useRouteHandles()
  const namespaces = [...new Set(routes.flatMap((route) => route.handle?.i18n ?? []))]
  const { t, i18n } = useTranslation(namespaces.length > 0 ? namespaces : [...frameNamespaces])
  const language = parseLanguage(i18n.language) ?? defaultLanguage
  const error = useRouteError()
  const titled = routes.filter((route) => route.handle?.title !== undefined).at(-1)
  const title = titled?.handle?.title
  // Outside a failure the router returns null or undefined, depending on its version.
  const text =
    (error ?? null) !== null
      ? t(errorTitleKey(statusOf(error)))
      : typeof title === 'function'
        ? title(titled?.data, t, language)
        : title
          ? t(title)
          : ''
  const descriptionKey = routes
    .map(({ handle }) => handle?.description)
    .filter((key) => key !== undefined)
    .at(-1)
  const describe = (name: string): string => t(descriptionKey ?? 'common:foot.tagline', { name })
  const ahead = routes.flatMap((route) =>
    route.data === undefined || route.data === null ? [] : (route.handle?.ahead?.(route.data) ?? []),
  )
  const reload = routes
    .flatMap((route) =>
      route.data === undefined || route.data === null ? [] : (route.handle?.reload?.(route.data) ?? []),
    )
    .at(-1)
  return { title: text, describe, namespaces, ahead, reload, language }
}

/**
 * What the scripts use without checking: Chromium 98, Firefox 104, Safari 15.4. An older browser keeps the plain page;
 * the client entry checks for the mark that is set here.
 */
const canRun = 'if(Object.hasOwn)if([].findLast)if(self.structuredClone)'
/**
 * Marks before the first paint that scripts run, and preloads what the first page's scripts will need: its texts, and
 * the addresses that its routes name. It stands before the style sheets, because scripts after them wait for them.
 * Whoever takes an answer handles its failure; here the catch only prevents an unhandled rejection. The script contains
 * no quotes and no ampersands, which would be escaped here.
 */
const headScript = `var d=document.documentElement.dataset,askedAhead={};${canRun}{d.scripts=\`\`;for(var a of d.first.split(\` \`))if(a)(askedAhead[a]=fetch(a)).catch(Object)}`

export const Layout = ({ children }: { children: ReactNode }) => {
  const data = useRouteLoaderData<typeof loader>('root')
  const nonce = useNonce()
  const { title, describe, namespaces, ahead, reload, language } = usePage()
  const brandName = data?.brand.name ?? 'Mango Portal'
  const description = describe(brandName)
  // Only the first page preloads; later pages fetch what they need.
  const [first] = useState(
    data
      ? [...ahead, ...namespaces.map((namespace) => textsAddress(language, data.textsVersion, namespace))].join(' ')
      : '',
  )
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-texts={data?.textsVersion}
      data-first={first}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title ? `${title} · ${brandName}` : brandName}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {reload ? (
          <noscript>
            <meta httpEquiv="refresh" content={`${reload.afterSeconds};url=${reload.to}`} />
          </noscript>
        ) : null}
        {data ? (
          <>
            <meta name="theme-color" media="(prefers-color-scheme: light)" content={data.brand.themeColours.light} />
            <meta name="theme-color" media="(prefers-color-scheme: dark)" content={data.brand.themeColours.dark} />
          </>
        ) : null}
        <script nonce={nonce} suppressHydrationWarning>
          {headScript}
        </script>
        <Meta />
        <Links />
        {data?.brand.stylesheet ? <link rel="stylesheet" href={data.brand.stylesheet} /> : null}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <LiveReload nonce={nonce} />
      </body>
    </html>
  )
}

/** After a client navigation the focus moves to the new page, so that screen readers read it from its beginning. */
const useFocusOnNavigation = () => {
  const { pathname, search, hash } = useLocation()
  const main = useRef<HTMLElement>(null)
  const seen = useRef<string | null>(null)
  useEffect(() => {
    const before = seen.current
    seen.current = pathname + hash
    if (before === null || main.current?.contains(document.activeElement)) return
    if (hash === '') {
      if (before !== pathname) main.current?.focus({ preventScroll: true })
      return
    }
    // What the address names within the page, also where only what is asked has changed.
    const place = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (place === null) return
    if (place.tabIndex < 0) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }, [pathname, search, hash])
  return main
}

/** Earlier typing belongs to the page that it came with: the next page may have fields of the same names. */
const useKeptHere = <Kept,>(kept: Kept): Kept | null => {
  const { key } = useLocation()
  const [came, setCame] = useState({ kept, key })
  if (came.kept !== kept) setCame({ kept, key })
  return came.key === key ? kept : null
}

const App = () => {
  const data = useLoaderData<typeof loader>()
  const main = useFocusOnNavigation()
  const { t } = useTranslation('errors')
  useEffect(() => setCallTexts({ network: t('network'), unknown: t('unknown') }), [t])
  const unread = useUnread(data)
  usePlainNavigation()
  useFullLoads()
  useExit()
  useLanguageForms(data.kept !== null)
  const kept = useKeptHere(data.kept)
  return (
    <>
      <Progress />
      <Shell {...data} unread={unread} mainRef={main} messages={<ToastRegion toasts={data.toasts} />}>
        {/* It comes before the pages, so that it hears the response to one form before the next is sent. */}
        <EncryptedForms />
        <KeptContext.Provider value={kept}>
          <Outlet />
        </KeptContext.Provider>
        <KeptPages userId={data.user?.id ?? null} />
        <CaptchaHost />
        <AppDownloadHost />
        <SessionWatchLater userId={data.user?.id ?? null} given={data.kept !== null} left={data.left} />
      </Shell>
    </>
  )
}
export default App

export const ErrorBoundary = () => {
  const error = useRouteError()
  const data = useRouteLoaderData<typeof loader>('root')
  const page = isRouteErrorResponse(error) ? (
    <ErrorPage status={error.status} code={textIn(error.data, 'code')} context={textIn(error.data, 'context')} />
  ) : (
    <ErrorPage status={statusOf(error)} code={null} />
  )
  return (
    <Shell brand={data?.brand ?? null} user={data?.user ?? null} unread={data?.unread ?? 0}>
      {page}
    </Shell>
  )
}

/** What a thrown Response says about itself: {code}, and {context} where a code has several sentences. */
const textIn = (data: unknown, name: 'code' | 'context'): string | null => {
  const value =
    typeof data === 'object' && data !== null && name in data ? (data as Record<typeof name, unknown>)[name] : null
  return typeof value === 'string' ? value : null
}

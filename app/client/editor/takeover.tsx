/**
 * The transition from a list's plain page to the scripted editor. It renders the plain page. If WebAssembly with SIMD
 * is supported, it loads the editor, its texts, the engine and the list in parallel, and replaces the plain page by the
 * editor; unfinished input of the plain page is carried over or finished there. Any failure leaves the plain page
 * unchanged.
 */
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { prefetch } from '~/client/prefetch'
import { engineAddress } from '~/engine/address'
import { fetchEngineModule, hasEngineSupport } from '~/engine/engine.client'
import { addressOf } from './address'
import type { EditorProps } from './editor'

export type EditorTakeoverProps = {
  list: { id: string; name: string; kind: string }
  userId: string
  /** The plain page's address, for addresses of filters and of channels. */
  listPath: string
  /** Shared by both; it stays. */
  page: EditorProps['page']
  /** The plain page's parts, replaced as a whole. */
  children: ReactNode
}

type Ready = { Editor: ComponentType<EditorProps>; props: Omit<EditorProps, 'page'>; hadFocus: boolean }

/** In parallel: each of these takes a round trip. */
const fetchParts = (listId: string) =>
  Promise.all([import('./open'), fetchEngineModule(prefetch), prefetch(addressOf.engine(listId))])

// On a list's own page the parts are requested while the page is still hydrating.
let early: { listId: string; parts: ReturnType<typeof fetchParts> } | null = null
if (typeof document !== 'undefined') {
  const listId = /^\/features\/lists\/([\w-]+)$/.exec(document.location.pathname)?.[1]
  if (listId !== undefined && hasEngineSupport()) {
    early = { listId, parts: fetchParts(listId) }
    early.parts.catch(() => undefined)
  }
}
const takeParts = (listId: string): ReturnType<typeof fetchParts> => {
  const parts = early?.listId === listId ? early.parts : fetchParts(listId)
  early = null
  return parts
}

/** What a list's page preloads in its head, so that it has arrived when the scripts run. */
export const editorPrefetches = (listId: string): string[] => [addressOf.engine(listId), engineAddress]

export const EditorTakeover = ({ list, userId, listPath, page, children }: EditorTakeoverProps) => {
  const { i18n } = useTranslation()
  const [ready, setReady] = useState<Ready | null>(null)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!hasEngineSupport()) return
    let left = false
    let close = () => undefined as void
    const start = async () => {
      const [[{ openEditor }, module, answer]] = await Promise.all([
        takeParts(list.id),
        i18n.loadNamespaces(['editor', 'lists']),
      ])
      if (left) return
      const opened = await openEditor({ module, answer, listId: list.id, userId, listPath })
      if (!opened) return
      close = opened.close
      if (left) return close()
      await opened.whenIdle(place.current)
      const hadFocus = place.current?.contains(document.activeElement) === true
      if (!left) setReady({ Editor: opened.Editor, props: opened.begin(place.current), hadFocus })
    }
    start().catch((error: unknown) => {
      // The plain page stays and works; the reason is logged for developers.
      console.warn('The scripted editor could not start.', error)
    })
    return () => {
      left = true
      close()
      setReady(null)
    }
  }, [list.id, userId, listPath, i18n])

  // The element that had the focus in the plain page is gone with it.
  useEffect(() => {
    if (ready?.hadFocus && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  }, [ready])

  if (ready) return <ready.Editor {...ready.props} page={page} />
  return (
    <div ref={place}>
      {/* A separate boundary: the page around it is hydrated first. */}
      <Suspense>{children}</Suspense>
    </div>
  )
}

/**
 * The seam between the plain page of a list and the scripted editor. It renders the plain page; where WebAssembly with
 * SIMD is there it fetches the editor, its texts, the engine and the list side by side, and puts the editor in the
 * plain page's place. Whatever fails on the way leaves the plain page as it is.
 */
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchAhead } from '~/client/ahead'
import { engineAddress } from '~/engine/address'
import { fetchEngineModule, hasEngineSupport } from '~/engine/engine.client'
import { addressOf } from './address'
import type { EditorProps, Heading, LiveNotice } from './editor'

export type EditorTakeoverProps = {
  list: { id: string; revision: number; canEdit: boolean; name: string }
  userId: string
  /** Where the plain page stands, for addresses of filters and of channels. */
  listPath: string
  /** The title row's parts that both have: they stay as they are. */
  heading: Heading
  links?: ReactNode
  notice?: LiveNotice | undefined
  /** The plain page's parts, replaced as a whole. */
  children: ReactNode
}

type Ready = { Editor: ComponentType<EditorProps>; props: Omit<EditorProps, 'heading' | 'links' | 'notice'> }

/** Side by side: each of these takes a round trip of its own. */
const fetchParts = (listId: string) =>
  Promise.all([import('./open'), fetchEngineModule(fetchAhead), fetchAhead(addressOf.engine(listId))])

// On a list's own page the parts are asked for while the page still comes to life, not after it.
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

/** What the page of a list asks for in its head, so that it is there when the scripts are. */
export const editorAhead = (listId: string): string[] => [addressOf.engine(listId), engineAddress]

export const EditorTakeover = ({ list, userId, listPath, heading, links, notice, children }: EditorTakeoverProps) => {
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
      const opened = await openEditor({ module, answer, listId: list.id, userId, listPath, plain: place.current })
      if (!opened) return
      close = opened.close
      if (left) close()
      else setReady({ Editor: opened.Editor, props: opened.props })
    }
    start().catch((error: unknown) => {
      // The plain page stays and works; the reason is for whoever looks.
      console.warn('The scripted editor could not start.', error)
    })
    return () => {
      left = true
      close()
      setReady(null)
    }
  }, [list.id, userId, listPath, i18n])

  if (ready) return <ready.Editor {...ready.props} heading={heading} links={links} notice={notice} />
  return (
    <div ref={place}>
      {/* A boundary of its own: the page around it comes to life first. Where the editor is there by then, these parts
          are never given life at all. */}
      <Suspense>{children}</Suspense>
    </div>
  )
}

/**
 * The seam between the plain page of a list and the scripted editor. It renders the plain page; where WebAssembly with
 * SIMD is there it fetches the editor, its texts, the engine and the list side by side, and puts the editor in the
 * plain page's place. Whatever fails on the way leaves the plain page as it is.
 */
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchEngineModule, hasEngineSupport } from '~/engine/engine.client'
import { addressOf } from './address'
import type { EditorProps, Heading } from './editor'

export type EditorTakeoverProps = {
  list: { id: string; revision: number; canEdit: boolean; name: string }
  userId: string
  /** Where the plain page stands, for addresses of filters and of channels. */
  listPath: string
  /** The title row's parts that both have: they stay as they are. */
  heading: Heading
  links?: ReactNode
  /** The plain page's parts, replaced as a whole. */
  children: ReactNode
}

type Ready = { Editor: ComponentType<EditorProps>; props: Omit<EditorProps, 'heading' | 'links'> }

export const EditorTakeover = ({ list, userId, listPath, heading, links, children }: EditorTakeoverProps) => {
  const { i18n } = useTranslation()
  const [ready, setReady] = useState<Ready | null>(null)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!hasEngineSupport()) return
    let left = false
    let close = () => undefined as void
    const start = async () => {
      // Side by side: each of these takes a round trip of its own.
      const [{ openEditor }, module, answer] = await Promise.all([
        import('./open'), fetchEngineModule(), fetch(addressOf.engine(list.id), { credentials: 'same-origin' }),
        i18n.loadNamespaces('editor'),
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

  if (ready) return <ready.Editor {...ready.props} heading={heading} links={links} />
  return <div ref={place}>{children}</div>
}

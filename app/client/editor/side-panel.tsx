/**
 * The place beside the rows for the selection. The inspector itself is in the chunk that loads at a person's first
 * action. Until then, and while nothing is selected, a summary of the list is shown.
 */
import { useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenIn } from './chosen'
import { EditorContext, useEditor } from './context'
import { useMedia } from './use-store'
import type { More } from './use-more'

/** Narrower windows have no room for it; there it opens as a sheet. */
const sideQuery = '(min-width: 75rem)'
export const useHasSidePanel = (): boolean => useMedia(sideQuery)
export const hasSidePanel = (): boolean => window.matchMedia(sideQuery).matches

type SidePanelProps = { Inspector: More['Inspector'] | null; about: ReactNode }

export const SidePanel = ({ Inspector, about }: SidePanelProps) => {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  // The rows are drawn first.
  const later = useDeferredValue(editor.snapshot)
  const chosen = chosenIn(later)
  const isShown = Inspector !== null && chosen.ids.length > 0
  return (
    <aside className="ws-side" aria-label={t('inspector.label')}>
      {/* A part without controls can only be scrolled by keys if it can be focused. */}
      <div className="side-inner" tabIndex={isShown ? undefined : 0}>
        {isShown ? (
          <EditorContext.Provider value={{ ...editor, snapshot: later }}>
            <Inspector {...chosen} />
          </EditorContext.Provider>
        ) : (
          about
        )}
      </div>
    </aside>
  )
}

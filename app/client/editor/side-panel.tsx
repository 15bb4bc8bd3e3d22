/**
 * The place beside the rows for the selection. The inspector itself is in the chunk that loads at a person's first
 * action. Until then, and while nothing is selected, a summary of the list is shown.
 */
import { useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import { chosenIn } from './chosen'
import type { EditorActions } from './editor-actions'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import { useMedia } from './use-store'
import type { More } from './use-more'

/** Narrower windows have no room for it; there it opens as a sheet. */
const sideQuery = '(min-width: 75rem)'
export const useHasSidePanel = (): boolean => useMedia(sideQuery)
export const hasSidePanel = (): boolean => window.matchMedia(sideQuery).matches

type SidePanelProps = {
  store: EditorStore
  snapshot: Snapshot
  actions: EditorActions
  list: { id: string; path: string }
  categoryNames: CategoryNames
  Inspector: More['Inspector'] | null
  about: ReactNode
}

export const SidePanel = ({ snapshot, Inspector, about, ...parts }: SidePanelProps) => {
  const { t } = useTranslation('editor')
  // The rows are drawn first.
  const later = useDeferredValue(snapshot)
  const chosen = chosenIn(later)
  const isShown = Inspector !== null && chosen.ids.length > 0
  return (
    <aside className="ws-side" aria-label={t('inspector.label')}>
      {/* A part without controls can only be scrolled by keys if it can be focused. */}
      <div className="side-inner" tabIndex={isShown ? undefined : 0}>
        {isShown ? <Inspector {...parts} {...chosen} snapshot={later} /> : about}
      </div>
    </aside>
  )
}

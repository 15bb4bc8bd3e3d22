/** The line above the list with the editor's own state in it, and the rail beside the rows. */
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Only } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { ListHead, type HeadedList } from '~/ui/channel-list/list-head'
import { listHref } from '~/ui/channel-list/query'
import { Rail } from '~/ui/channel-list/rail'
import { railSections, skyDots } from '~/ui/channel-list/rail-sections'
import { Icon } from '~/ui/icon'
import { useEditor } from './context'
import { SaveTag } from './save-state'
import type { EditorStore } from './store/store'

/** How long counting waits if the browser doesn't report idle time. */
const blindMs = 300

type HeadProps = { list: HeadedList; ways: ReactNode }

export const Head = ({ list, ways }: HeadProps) => {
  const { t } = useTranslation('editor')
  const { actions, snapshot } = useEditor()
  const { canEdit, canUndo, canRedo } = snapshot
  return (
    <ListHead
      list={list}
      state={<SaveTag />}
      ways={ways}
      undo={
        canEdit && (
          <span className="undo">
            {(['undo', 'redo'] as const).map((step) => (
              <button
                key={step}
                type="button"
                className="btn"
                onClick={actions[step]}
                disabled={!(step === 'undo' ? canUndo : canRedo)}
                aria-label={t(`tool.${step}`)}
                title={t(`tool.${step}`)}
              >
                <Icon name={step} />
              </button>
            ))}
          </span>
        )
      }
    />
  )
}

/** Counts the channels that are odd in each way, when the browser is idle. */
const useOdd = (store: EditorStore, version: number): Record<Only, number> | null => {
  const [odd, setOdd] = useState<Record<Only, number> | null>(null)
  useEffect(() => {
    const count = () => startTransition(() => setOdd(store.countOdd()))
    if (!('requestIdleCallback' in window)) {
      const turn = setTimeout(count, blindMs)
      return () => clearTimeout(turn)
    }
    const turn = requestIdleCallback(count)
    return () => cancelIdleCallback(turn)
  }, [store, version])
  return odd
}

/** The rail beside the editor's own list; its counts follow every edit. */
export const EditorRail = () => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { store, snapshot, list, categoryNames } = useEditor()
  const { length: total, filter, sort, satellites, groups, categories, version } = snapshot
  const odd = useOdd(store, version)
  const facts = useMemo(
    () => ({
      total,
      filter,
      satellites,
      groups,
      categories,
      categoryNames,
      odd,
      hrefOf: (next: typeof filter) => listHref(list.path, next, { sort }),
    }),
    [total, filter, sort, satellites, groups, categories, categoryNames, odd, list.path],
  )
  const sections = useMemo(() => railSections(facts, t, format), [facts, t, format])
  return <Rail sections={sections} sky={skyDots(facts)} />
}

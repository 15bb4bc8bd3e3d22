/** The line over the list with the editor's own state in it, and the rail beside the rows. */
import { useMemo, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { ListHead, type HeadedList } from '~/ui/channel-list/list-head'
import { listHref } from '~/ui/channel-list/query'
import { Rail } from '~/ui/channel-list/rail'
import { railSections, skyDots } from '~/ui/channel-list/rail-sections'
import { Icon } from '~/ui/icon'
import type { Deeds } from './deeds'
import { SaveTag } from './save-state'
import type { Snapshot } from './store/snapshot'

type HeadProps = {
  list: HeadedList
  place: RefObject<HTMLDivElement>
  snapshot: Snapshot
  deeds: Deeds
  ways: ReactNode
}

export const Head = ({ list, place, snapshot, deeds, ways }: HeadProps) => {
  const { t } = useTranslation('editor')
  const { canEdit, canUndo, canRedo } = snapshot
  return (
    <ListHead
      list={list}
      place={place}
      state={<SaveTag snapshot={snapshot} />}
      ways={ways}
      undo={
        canEdit && (
          <span className="undo">
            <button
              type="button"
              className="btn"
              onClick={deeds.undo}
              disabled={!canUndo}
              aria-label={t('tool.undo')}
              title={t('tool.undo')}
            >
              <Icon name="undo" />
            </button>
            <button
              type="button"
              className="btn"
              onClick={deeds.redo}
              disabled={!canRedo}
              aria-label={t('tool.redo')}
              title={t('tool.redo')}
            >
              <Icon name="redo" />
            </button>
          </span>
        )
      }
    />
  )
}

/** The rail over the editor's own list: what it counts follows every edit. */
export const EditorRail = ({ snapshot, listPath }: { snapshot: Snapshot; listPath: string }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { length: total, filter, sort, satellites, groups } = snapshot
  const facts = useMemo(
    () => ({
      total,
      filter,
      satellites,
      groups,
      hrefOf: (next: typeof filter) => listHref(listPath, next, { sort }),
    }),
    [total, filter, sort, satellites, groups, listPath],
  )
  const sections = useMemo(() => railSections(facts, t, format), [facts, t, format])
  return <Rail sections={sections} sky={skyDots(facts)} />
}

/** What is above the list: the page's title, the save state, undo and redo, the page's tools; and the sky. */
import { useMemo, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { listHref } from '~/ui/channel-list/query'
import { Icon } from '~/ui/icon'
import { SkyArc } from '~/ui/sky-arc/sky-arc'
import type { Deeds } from './deeds'
import { SaveTag } from './save-state'
import type { Snapshot } from './store/snapshot'

/** The page's own title; as a function it receives what the edits change. */
export type Heading = ReactNode | ((live: { channels: number }) => ReactNode)
type HeadProps = {
  place: RefObject<HTMLDivElement>
  snapshot: Snapshot
  deeds: Deeds
  heading: Heading
  links: ReactNode
}

export const Head = ({ place, snapshot, deeds, heading, links }: HeadProps) => {
  const { t } = useTranslation('editor')
  const { canEdit, canUndo, canRedo } = snapshot
  return (
    <div className="list-head" ref={place}>
      {typeof heading === 'function' ? heading({ channels: snapshot.length }) : heading}
      <div className="list-tools">
        <SaveTag snapshot={snapshot} />
        {canEdit && (
          <button type="button" className="btn" onClick={deeds.undo} disabled={!canUndo}>
            <Icon name="undo" />
            {t('tool.undo')}
          </button>
        )}
        {canEdit && (
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
        )}
        {links}
      </div>
    </div>
  )
}

/** The list's satellites; each filters by itself. */
export const Sky = ({ snapshot, listPath }: { snapshot: Snapshot; listPath: string }) => {
  const { t } = useTranslation('lists')
  const { satellites, filter } = snapshot
  const seen = useMemo(
    () =>
      satellites
        .filter((s) => s.channels > 0)
        .map((s) => ({
          key: String(s.index),
          name: s.name,
          angle: s.angle,
          channels: s.channels,
          href: listHref(listPath, {
            ...filter,
            transponder: undefined,
            satellite: filter.satellite === s.index ? undefined : s.index,
          }),
        })),
    [satellites, filter, listPath],
  )
  if (seen.length === 0) return null
  return (
    <div className="card sky-card">
      <SkyArc
        satellites={seen}
        chosen={filter.satellite === undefined ? null : String(filter.satellite)}
        all={{
          href: listHref(listPath, { ...filter, satellite: undefined, transponder: undefined }),
          channels: snapshot.length,
        }}
        label={t('satellite.label')}
      />
    </div>
  )
}

/**
 * The list as a grid over all rows: only those near the window are rendered. One row has the keyboard focus. When it
 * scrolls away the grid itself takes the focus, so that no key is lost.
 */
import { useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { List } from 'react-window'
import type { ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import type { CommandName } from '../commands'
import { useEditor } from '../context'
import type { Notify } from '../editor-notice'
import { groupTexts, placeTexts, rowTexts, satelliteTexts } from '../texts'
import type { More } from '../use-more'
import { usePrinting } from '../use-printing'
import { useMedia } from '../use-store'
import { gridKeys } from './grid-keys'
import { HeadRow } from './head-row'
import { Row, type RowShared } from './row'
import type { Drag } from './use-drag'
import { useGrips, type Grips } from './use-grips'
import { useKeptFocus } from './use-kept-focus'
import { usePlace } from './use-place'
import { useClearStatusBar, useFirstPlace, useRowsInWindow, useSettled } from './use-rows-in-window'

export type Start = {
  /** The keyboard focus was in the plain page's rows. */
  isInRows: boolean
  /** The plain page's first row. */
  row: number
  /** How far the rows were scrolled when the person left; null at a first visit. */
  scrolledPx: number | null
  /** The probable height of the rows in the window, before it is measured; only used for the first rendering. */
  heightPx: number
}

type GridProps = {
  start: Start
  /** Dragging and the fields in rows; null until they are loaded. */
  more: Pick<More, 'DragHost'> | null
  /** “My list” is being built. */
  taking: boolean
  /** The channel whose name is being edited. */
  renaming: number | null
  /** The channel whose number is being typed. */
  numbering: number | null
  onRename(id: number): void
  onNumber(id: number | null): void
  onRenamed(id: number, name: string | null): void
  onCommand(command: CommandName): void
  onSort(sort: ViewSort | null): void
  notify: Notify
  /** A dialog is open over the grid. If it closes and leaves the focus nowhere, the keyboard's row takes it. */
  asking: boolean
  /** Closes that dialog, even before it has loaded. */
  onGiveUp(): void
}

/** The row heights in styles/editor.css and workspace.css: two lines on a phone, one on a desktop, taller for touch. */
const rowPx = { desk: 36, touch: 44, phone: 56 } as const
const useRowHeight = (): number => {
  const isPhone = useMedia('(max-width: 47.99rem)')
  const isTouch = useMedia('(pointer: coarse)')
  return isPhone ? rowPx.phone : isTouch ? rowPx.touch : rowPx.desk
}
/**
 * Rows rendered beyond the window for fast scrolling; at first none, so that the list appears soon. For printing there
 * is no window to measure: a page of rows is rendered.
 */
const overscan = { first: 0, later: 16, paper: 50 } as const
const noneDragged: ReadonlySet<number> = new Set()

/** The properties that all rows share. The rows are rendered again when one of them is another value. */
const useRowProps = (
  { taking, renaming, numbering, onRename, onRenamed, onNumber }: GridProps,
  drag: Drag | null,
  focused: RowShared['focused'],
  gripHelpId: string,
): RowShared => {
  const { store, snapshot, list } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { satellites, transponders, groups } = snapshot
  const texts = useMemo(() => rowTexts(t, format), [t, format])
  const satelliteNames = useMemo(() => satelliteTexts(satellites, t, format), [satellites, t, format])
  const places = useMemo(() => placeTexts(transponders), [transponders])
  const groupNames = useMemo(() => groupTexts(groups, t), [groups, t])
  const dragged = useMemo(() => (drag ? new Set(drag.ids) : noneDragged), [drag])
  return {
    store,
    snapshot,
    texts,
    satellites: satelliteNames,
    places,
    groups: groupNames,
    listPath: list.path,
    taking,
    renaming,
    numbering,
    dragged,
    dropAt: drag?.at ?? null,
    gripHelpId,
    focused,
    onRenamed,
    onRename,
    onNumber,
  }
}

/** The announcements while rows are dragged, and the effect of dropping them. */
const useDrop = ({ notify }: GridProps) => {
  const { store, actions } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const onStep = useCallback(
    (drag: Drag) =>
      notify(
        t('drag.over', {
          position: format.number(store.positionBefore(drag.ids, drag.at)),
          total: format.number(store.snapshot().length),
        }),
      ),
    [format, notify, store, t],
  )
  const onDrop = useCallback(
    ({ ids, at, lead }: Drag) => {
      if (store.snapshot().sort !== null) return actions.showError(t('editor:look.noStep'))
      const to = store.positionBefore(ids, at)
      const places = ids.map((id) => store.positionOf(id))
      const [first = 0, last = first] = [places[0], places.at(-1)]
      // Dropped where they already are.
      if (first === to && last - first === ids.length - 1) return
      actions.move(ids, to)
      store.focus(lead)
    },
    [actions, store, t],
  )
  return { onStep, onDrop }
}

export const Grid = (props: GridProps) => {
  const { start, more, renaming, numbering, onCommand, asking } = props
  const { store, snapshot, list, actions } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const { canEdit, rowCount } = snapshot
  const rowHeight = useRowHeight()
  const grid = useRef<HTMLDivElement>(null)
  const visible = useRef({ from: 0, to: 0 })
  const gripHelpId = useId()
  const { list: listRef, rows } = useRowsInWindow(grid, rowHeight)
  const { rowsElement, covered, scrollToRow } = rows
  const grips: Grips = useGrips(canEdit)
  const { drag } = grips.dragging
  const isSettled = useSettled()
  const isPrinting = usePrinting()
  useFirstPlace(start, rows)
  usePlace(store, list.id, rowsElement)
  useClearStatusBar(store, covered)
  const focus = useKeptFocus(grid, snapshot, asking, start.isInRows)
  const drop = useDrop(props)
  const rowProps = useRowProps(props, drag, focus.focused, gripHelpId)
  useEffect(() => {
    const edited = renaming ?? numbering
    if (edited !== null) scrollToRow(store.indexOf(edited))
  }, [numbering, renaming, scrollToRow, store])

  const page = () => Math.max(1, visible.current.to - visible.current.from - 1)
  return (
    <>
      <div
        ref={grid}
        role="grid"
        data-digits={String(snapshot.length).length}
        className={`ed-grid${canEdit ? '' : ' ed-read'}${drag ? ' ed-dragging' : ''}`}
        aria-label={t('lists:page.channels')}
        aria-rowcount={rowCount + 1}
        aria-colcount={canEdit ? 8 : 7}
        aria-multiselectable={canEdit}
        tabIndex={snapshot.active !== null && rowCount > 0 ? -1 : 0}
        onKeyDown={gridKeys({
          store,
          snapshot,
          actions,
          grips,
          page,
          scrollToRow,
          onCommand,
          onGiveUp: asking ? props.onGiveUp : null,
        })}
        onPointerDown={grips.onPointerDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <HeadRow canEdit={canEdit} sort={snapshot.sort} onSort={props.onSort} />
        <List
          listRef={listRef}
          role="rowgroup"
          className="ed-rows"
          scrollElement="window"
          rowComponent={Row}
          rowCount={rowCount}
          rowHeight={rowHeight}
          rowProps={rowProps}
          rowKey={keyOf}
          overscanCount={isPrinting ? overscan.paper : isSettled ? overscan.later : overscan.first}
          defaultHeight={Math.max(rowHeight, Math.min(window.innerHeight, start.heightPx))}
          onRowsRendered={({ startIndex, stopIndex }, held) => {
            visible.current = { from: startIndex, to: stopIndex }
            // Print output says that rows are missing (styles/editor.css) unless these are all of the list.
            grid.current?.toggleAttribute('data-whole', held.stopIndex - held.startIndex === snapshot.length - 1)
          }}
        />
      </div>
      {canEdit && (
        <p id={gripHelpId} hidden>
          {t('editor:drag.instructions')}
        </p>
      )}
      {more && canEdit && <more.DragHost unnamed={rowProps.texts.unnamed} {...grips.dragging} {...rows} {...drop} />}
    </>
  )
}

/** A row keeps its element while it moves, so that the focus goes with it. */
const keyOf = (index: number, shared: RowShared): number => {
  const place = shared.snapshot.rows ? (shared.snapshot.rows[index] ?? 0) : index
  return shared.snapshot.columns.id[place] ?? -1 - index
}

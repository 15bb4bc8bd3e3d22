/**
 * The list as a grid over all rows: only those near the window are rendered. One row has the keyboard focus; when it
 * scrolls away the grid itself takes the focus, so that no key is ever lost.
 */
import {
  startTransition,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { List, type ListImperativeAPI } from 'react-window'
import { useFormat } from '~/i18n/format'
import type { DragHostProps, Take, Taken } from './drag-host'
import { commandOf, type KeyCommand } from './keys'
import { inControl, Row, type RowShared } from './row'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import { groupTexts, placeTexts, rowTexts, satelliteTexts } from './texts'
import type { Drag } from './use-drag'
import { useMedia } from './use-store'
import { usePlace } from './use-place'

type GridProps = {
  store: EditorStore
  snapshot: Snapshot
  listId: string
  listPath: string
  firstRow: number
  comeBackPx: number | null
  /** The probable height of the rows in the window, before it is measured; it matters for the first rendering only. */
  firstHeightPx: number
  /** Null until it is loaded. */
  DragHost: ComponentType<DragHostProps> | null
  renaming: number | null
  onRenaming(id: number | null): void
  onRenamed(id: number, name: string | null): void
  onCommand(command: KeyCommand): void
  onStep(by: -1 | 1): void
  onMoved(ids: number[], to: number): void
  say(text: string): void
  /** A dialog is open over the grid; when it closes and leaves the focus nowhere, the keyboard's row takes it. */
  asking: boolean
}

/** Two lines on a phone, one on a desktop: the row heights in styles/editor.css. */
const rowPx = { desk: 40, phone: 68 } as const
/** Rows rendered beyond the window for fast scrolling; at first none, so that the list appears soon. */
const overscan = { first: 0, later: 16 } as const
/** How long the rows around the window may wait where the browser reports idle time, and where it does not. */
const settleMs = { most: 1000, blind: 200 } as const
const noneDragged: ReadonlySet<number> = new Set()

export const Grid = ({
  store,
  snapshot,
  listId,
  listPath,
  firstRow,
  comeBackPx,
  firstHeightPx,
  DragHost,
  renaming,
  onRenaming,
  onRenamed,
  onCommand,
  onStep,
  onMoved,
  say,
  asking,
}: GridProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const phone = useMedia('(max-width: 47.99rem)')
  const rowHeight = phone ? rowPx.phone : rowPx.desk
  const grid = useRef<HTMLDivElement>(null)
  const list = useRef<ListImperativeAPI>(null)
  const focused = useRef(false)
  const wasAsking = useRef(false)
  const visible = useRef({ from: 0, to: 0 })
  const [drag, setDrag] = useState<Drag | null>(null)
  const dragged = useMemo(() => (drag ? new Set(drag.ids) : noneDragged), [drag])
  const lead = useRef(-1)
  const take = useRef<Take | null>(null)
  const waiting = useRef<Taken | null>(null)
  const [settled, setSettled] = useState(false)
  const gripHelpId = useId()

  // In the first rendering, before the list has reported its element, it is found in the document.
  const rowsElement = useCallback(
    () => list.current?.element ?? grid.current?.querySelector<HTMLElement>('.ed-rows') ?? null,
    [],
  )
  const covered = useCallback(() => {
    const head = grid.current?.querySelector('.ed-head')?.getBoundingClientRect()
    const foot = document.querySelector('.editor .ed-foot')?.getBoundingClientRect()
    return {
      top: head && head.top <= 1 ? head.height : 0,
      bottom: foot && foot.height > 1 ? Math.max(0, window.innerHeight - foot.top) : 0,
    }
  }, [])
  const scrollToRow = useCallback(
    (index: number) => {
      const rows = rowsElement()
      if (!rows || index < 0) return
      const { top, bottom } = covered()
      const rowTop = rows.getBoundingClientRect().top + index * rowHeight
      const head = top || (grid.current?.querySelector('.ed-head')?.getBoundingClientRect().height ?? 0)
      const above = rowTop - head
      const below = rowTop + rowHeight - (window.innerHeight - bottom)
      if (above < 0) window.scrollBy({ top: above, behavior: 'instant' })
      else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' })
    },
    [covered, rowHeight, rowsElement],
  )

  const positionText = useCallback(
    (drag: Drag) =>
      t('editor:drag.over', {
        position: format.number(store.positionBefore(drag.ids, drag.at)),
        total: format.number(store.snapshot().length),
      }),
    [format, store, t],
  )
  const onDragStep = useCallback((drag: Drag) => say(positionText(drag)), [positionText, say])
  const onDrop = useCallback(
    (drag: Drag) => {
      const to = store.positionBefore(drag.ids, drag.at)
      const first = drag.ids[0]
      const last = drag.ids.at(-1)
      const together =
        first !== undefined &&
        last !== undefined &&
        store.positionOf(last) - store.positionOf(first) === drag.ids.length - 1
      if (together && first !== undefined && store.positionOf(first) === to) return
      onMoved(drag.ids, to)
      store.focus(drag.lead)
    },
    [onMoved, store],
  )

  // The rows around the window wait until the first ones are painted and the browser is idle, or the person scrolls.
  useEffect(() => {
    const settle = () => startTransition(() => setSettled(true))
    const canIdle = 'requestIdleCallback' in window
    const turn = canIdle
      ? window.requestIdleCallback(settle, { timeout: settleMs.most })
      : window.setTimeout(settle, settleMs.blind)
    window.addEventListener('wheel', settle, { passive: true, once: true })
    return () => {
      if (canIdle) window.cancelIdleCallback(turn)
      else window.clearTimeout(turn)
      window.removeEventListener('wheel', settle)
    }
  }, [])

  // A grip that was pressed before dragging was loaded is passed on once it is, unless it was released or something
  // else was done.
  useEffect(() => {
    const ended = () => {
      waiting.current = null
    }
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const
    for (const end of ends) window.addEventListener(end, ended, true)
    return () => {
      for (const end of ends) window.removeEventListener(end, ended, true)
    }
  }, [])
  const gripOf = (target: EventTarget): HTMLElement | null =>
    target instanceof Element && snapshot.canEdit ? target.closest<HTMLElement>('.grip') : null
  const onTaken = (taken: Taken) => {
    if (drag) return
    lead.current = Number(taken.grip.closest<HTMLElement>('[data-id]')?.dataset.id ?? -1)
    if (take.current) take.current(taken)
    else waiting.current = taken
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const grip = gripOf(event.target)
    if (grip) onTaken({ grip, by: 'pointer', event })
  }

  // Where the page was left, or linked to.
  const start = useRef<number | null>(comeBackPx ?? (firstRow > 0 ? (firstRow - 2) * rowHeight : null))
  useLayoutEffect(() => {
    const at = start.current
    start.current = null
    const rows = rowsElement()
    if (at !== null && rows)
      window.scrollTo({ top: window.scrollY + rows.getBoundingClientRect().top + at, behavior: 'instant' })
  }, [rowsElement])
  usePlace(store, listId, rowsElement)

  // A bar that grows at the window's lower edge never covers the row that it is about: the page scrolls.
  useEffect(() => {
    const foot = document.querySelector('.editor .ed-foot')
    if (!foot) return
    const observer = new ResizeObserver(() => {
      const { active } = store.snapshot()
      const row = active === null ? null : document.getElementById(`c-${active}`)?.getBoundingClientRect()
      const edge = window.innerHeight - covered().bottom
      if (row && row.top < window.innerHeight && row.bottom > edge)
        window.scrollBy({ top: row.bottom - edge, behavior: 'instant' })
    })
    observer.observe(foot)
    return () => observer.disconnect()
  }, [covered, store])

  // A row that is moved or re-rendered loses the focus; it returns to the keyboard's row, or to the grid. Browsers send
  // no events for focus changes while the page is being changed, so it is checked here.
  useLayoutEffect(() => {
    if (grid.current?.contains(document.activeElement)) focused.current = true
    if (asking || (document.activeElement !== document.body && document.activeElement !== null)) return
    if (!focused.current && !wasAsking.current) return
    const target = snapshot.active === null ? null : grid.current?.querySelector<HTMLElement>(`#c-${snapshot.active}`)
    const home = target ?? grid.current
    home?.focus({ preventScroll: true })
  }, [snapshot, asking])
  useEffect(() => {
    wasAsking.current = asking
  }, [asking])

  const visit = (index: number, how: 'follow' | 'extend' | 'walk') => {
    const at = store.visit(index, how)
    if (at !== null) scrollToRow(at)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const grip = gripOf(event.target)
    if (grip && (event.code === 'Space' || event.code === 'Enter')) onTaken({ grip, by: 'key', event })
    if (drag || event.defaultPrevented) return
    const ownArrows = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (ownArrows) return
    const { active, rowCount, canEdit } = snapshot
    const here = active === null ? -1 : store.indexOf(active)
    const page = Math.max(1, visible.current.to - visible.current.from - 1)
    const moves: Partial<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + page,
      PageUp: here - page,
      Home: 0,
      End: rowCount - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      const walks = event.ctrlKey || event.metaKey
      // With Ctrl the page keys belong to the browser: they switch its tabs.
      if (walks && (event.altKey || event.key.startsWith('Page'))) return
      event.preventDefault()
      if (event.altKey) {
        if (canEdit && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          onStep(event.key === 'ArrowUp' ? -1 : 1)
          const now = store.snapshot().active
          if (now !== null) scrollToRow(store.indexOf(now))
        }
        return
      }
      visit(Math.max(0, to), event.shiftKey ? 'extend' : walks ? 'walk' : 'follow')
      return
    }
    const command = commandOf(event)
    if (!command) return
    // Space and Enter on a row's own button, box or link belong to that.
    if ((command === 'select' || command === 'details') && inControl(event)) return
    event.preventDefault()
    if (command === 'select') {
      if (active !== null && canEdit) store.pick(active, event.shiftKey ? 'range' : 'toggle')
    } else onCommand(command)
  }

  const texts = useMemo(() => rowTexts(t, format), [t, format])
  const satellites = useMemo(() => satelliteTexts(snapshot.satellites, t, format), [snapshot.satellites, t, format])
  const places = useMemo(() => placeTexts(snapshot.transponders), [snapshot.transponders])
  const groups = useMemo(() => groupTexts(snapshot.groups, t), [snapshot.groups, t])
  const rowProps: RowShared = useMemo(
    () => ({
      store,
      snapshot,
      texts,
      satellites,
      places,
      groups,
      listPath,
      renaming,
      dragged,
      dropAt: drag?.at ?? null,
      gripHelpId,
      focused,
      onRenamed,
      onRename: onRenaming,
    }),
    [
      store,
      snapshot,
      texts,
      satellites,
      places,
      groups,
      listPath,
      renaming,
      drag,
      dragged,
      gripHelpId,
      onRenamed,
      onRenaming,
    ],
  )

  useEffect(() => {
    if (renaming !== null) scrollToRow(store.indexOf(renaming))
  }, [renaming, scrollToRow, store])

  const activeDrawn = snapshot.active !== null && snapshot.rowCount > 0
  return (
    <>
      <div
        ref={grid}
        role="grid"
        data-digits={String(snapshot.length).length}
        className={`ed-grid${snapshot.canEdit ? '' : ' ed-read'}${drag ? ' ed-dragging' : ''}`}
        aria-label={t('lists:page.channels')}
        aria-rowcount={snapshot.rowCount + 1}
        aria-colcount={snapshot.canEdit ? 8 : 7}
        aria-multiselectable={snapshot.canEdit}
        tabIndex={activeDrawn ? -1 : 0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onFocus={() => {
          focused.current = true
        }}
        onBlur={(event) => {
          if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
            focused.current = false
        }}
      >
        <div role="row" className="ed-row ed-head" aria-rowindex={1}>
          {snapshot.canEdit && (
            <div role="columnheader" className="c-check">
              <span className="hidden-visually">{t('lists:column.select')}</span>
            </div>
          )}
          <div role="columnheader" className="c-number n">
            {t('lists:column.number')}
          </div>
          <div role="columnheader" className="c-name">
            {t('lists:column.channel')}
          </div>
          <div role="columnheader" className="c-satellite">
            {t('lists:column.satellite')}
          </div>
          <div role="columnheader" className="c-place">
            {t('lists:column.transponder')}
          </div>
          <div role="columnheader" className="c-type">
            {t('lists:column.type')}
          </div>
          <div role="columnheader" className="c-favourite">
            {t('lists:column.favourite')}
          </div>
          <div role="columnheader" className="c-sid n">
            {t('lists:column.sid')}
          </div>
        </div>
        <List
          listRef={list}
          role="rowgroup"
          className="ed-rows"
          scrollElement="window"
          rowComponent={Row}
          rowCount={snapshot.rowCount}
          rowHeight={rowHeight}
          rowProps={rowProps}
          rowKey={keyOf}
          overscanCount={settled ? overscan.later : overscan.first}
          defaultHeight={Math.max(rowHeight, Math.min(window.innerHeight, firstHeightPx))}
          onRowsRendered={({ startIndex, stopIndex }) => {
            visible.current = { from: startIndex, to: stopIndex }
          }}
        />
      </div>
      {snapshot.canEdit && (
        <p id={gripHelpId} hidden>
          {t('editor:drag.instructions')}
        </p>
      )}
      {DragHost && snapshot.canEdit && (
        <DragHost
          store={store}
          snapshot={snapshot}
          unnamed={texts.unnamed}
          drag={drag}
          onDrag={setDrag}
          lead={lead}
          take={take}
          waiting={waiting}
          rowHeight={rowHeight}
          rowsElement={rowsElement}
          covered={covered}
          scrollToRow={scrollToRow}
          onStep={onDragStep}
          onDrop={onDrop}
        />
      )}
    </>
  )
}

/** A row keeps its element while it moves, so that the focus goes with it. */
const keyOf = (index: number, shared: RowShared): number => {
  const place = shared.snapshot.rows ? (shared.snapshot.rows[index] ?? 0) : index
  return shared.snapshot.columns.id[place] ?? -1 - index
}

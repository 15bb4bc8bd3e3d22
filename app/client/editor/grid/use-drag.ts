/**
 * Dragging rows of a list that is only partly rendered: the row to drop before is computed from the pointer's height
 * (or the arrow keys), not from drop areas, and the page scrolls near its edges.
 */
import {
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useCallback, useEffect, useRef } from 'react'
import { useEditor } from '../context'

export type Drag = {
  ids: number[]
  lead: number
  /** The shown row before which they would be dropped. */ at: number
  by: 'pointer' | 'keyboard'
}

/** Within this distance of the window's edge the page scrolls, faster when nearer. */
const edgePx = 90
const scrollPxPerFrame = 22

export type DragParts = {
  /** The drag under way, stored by the grid that renders it. */
  drag: Drag | null
  onDrag(drag: Drag | null): void
  /** The channel whose grip was taken. */
  lead: { readonly current: number }
  rowHeight: number
  rowsElement: () => HTMLElement | null
  /** The heights at the window's edges that sticky parts cover. */
  covered: () => { top: number; bottom: number }
  scrollToRow(index: number): void
  onStep(drag: Drag): void
  onDrop(drag: Drag): void
}

export const useDrag = ({
  drag,
  onDrag,
  lead,
  rowHeight,
  rowsElement,
  covered,
  scrollToRow,
  onStep,
  onDrop,
}: DragParts) => {
  const { store } = useEditor()
  const live = useRef<Drag | null>(null)
  const change = useCallback(
    (next: Drag | null) => {
      live.current = next
      onDrag(next)
    },
    [onDrag],
  )

  /** The next place in a direction that would actually move the rows. */
  const stepTo = useCallback(
    (from: Drag, by: -1 | 1): Drag => {
      const present = store.positionBefore(from.ids, from.at)
      const { rowCount } = store.snapshot()
      let at = from.at + by
      while (at >= 0 && at <= rowCount && store.positionBefore(from.ids, at) === present) at += by
      return at < 0 || at > rowCount ? from : { ...from, at }
    },
    [store],
  )

  // The sensor asks for pixels; here an arrow key leads to another row, which this hook moves to itself.
  const coordinateGetter: KeyboardCoordinateGetter = useCallback(
    (event) => {
      const by = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
      const now = live.current
      if (by === 0 || !now) return undefined
      event.preventDefault()
      const next = stepTo(now, by)
      if (next.at !== now.at) {
        change(next)
        scrollToRow(Math.min(next.at, store.snapshot().rowCount - 1))
        onStep(next)
      }
      return undefined
    },
    [change, onStep, scrollToRow, stepTo, store],
  )

  const pointer = useSensor(PointerSensor, { activationConstraint: { distance: 4 } })
  const keyboard = useSensor(KeyboardSensor, { coordinateGetter, scrollBehavior: 'auto' })
  const sensors = useSensors(pointer, keyboard)

  const isPointerDrag = drag?.by === 'pointer'
  useEffect(() => {
    if (!isPointerDrag) return
    let clientY: number | null = null
    let frame = 0
    const place = () => {
      const rows = rowsElement()
      const now = live.current
      if (clientY === null || !rows || !now) return
      const at = Math.min(
        Math.max(Math.round((clientY - rows.getBoundingClientRect().top) / rowHeight), 0),
        store.snapshot().rowCount,
      )
      if (at !== now.at) change({ ...now, at })
    }
    const moved = (event: PointerEvent) => {
      clientY = event.clientY
      place()
    }
    const tick = () => {
      frame = requestAnimationFrame(tick)
      if (clientY === null) return
      const { top, bottom } = covered()
      const above = top + edgePx - clientY
      const below = clientY - (window.innerHeight - bottom - edgePx)
      const speed = above > 0 ? -above : below > 0 ? below : 0
      if (speed === 0) return
      window.scrollBy({
        top: Math.sign(speed) * Math.ceil(Math.min(1, Math.abs(speed) / edgePx) * scrollPxPerFrame),
        behavior: 'instant',
      })
      place()
    }
    window.addEventListener('pointermove', moved, true)
    frame = requestAnimationFrame(tick)
    return () => {
      window.removeEventListener('pointermove', moved, true)
      cancelAnimationFrame(frame)
    }
  }, [isPointerDrag, rowHeight, rowsElement, covered, change, store])

  const onDragStart = useCallback(
    (event: DragStartEvent) => {
      const id = lead.current
      const ids = store.snapshot().selection.has(id) ? store.targets() : [id]
      const by = event.activatorEvent instanceof KeyboardEvent ? 'keyboard' : 'pointer'
      change({ ids, lead: id, at: store.indexOf(ids[0] ?? id), by })
    },
    [change, lead, store],
  )
  const onDragEnd = useCallback(() => {
    const last = live.current
    change(null)
    if (last) onDrop(last)
  }, [change, onDrop])
  const onDragCancel = useCallback(() => change(null), [change])

  return { sensors, onDragStart, onDragEnd, onDragCancel }
}

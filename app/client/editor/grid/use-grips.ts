/**
 * Presses on the grips of rows, heard once for all of them. A grip that was pressed before dragging was loaded is
 * passed on afterwards, unless it was released or something else was done.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Take, Taken } from './drag-host'
import type { Drag } from './use-drag'

export type Grips = ReturnType<typeof useGrips>

const ends = ['pointerup', 'pointercancel', 'keydown'] as const

export const useGrips = (canEdit: boolean) => {
  /** The drag under way. */
  const [drag, onDrag] = useState<Drag | null>(null)
  /** The channel whose grip was taken. */
  const lead = useRef(-1)
  const take = useRef<Take | null>(null)
  const waiting = useRef<Taken | null>(null)
  useEffect(() => {
    const ended = () => {
      waiting.current = null
    }
    for (const end of ends) window.addEventListener(end, ended, true)
    return () => {
      for (const end of ends) window.removeEventListener(end, ended, true)
    }
  }, [])
  const gripOf = (target: EventTarget): HTMLElement | null =>
    target instanceof Element && canEdit ? target.closest<HTMLElement>('.grip') : null
  const onTaken = (taken: Taken) => {
    if (drag) return
    lead.current = Number(taken.grip.closest<HTMLElement>('[data-id]')?.dataset.id ?? -1)
    if (take.current) take.current(taken)
    else waiting.current = taken
  }
  return {
    dragging: { drag, onDrag, lead, take, waiting },
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      const grip = gripOf(event.target)
      if (grip) onTaken({ grip, by: 'pointer', event })
    },
    onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
      const grip = gripOf(event.target)
      if (grip && (event.code === 'Space' || event.code === 'Enter')) onTaken({ grip, by: 'key', event })
    },
  }
}

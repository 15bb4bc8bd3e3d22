/**
 * Dragging, separate from the grid: it loads a moment after the rows, which must not wait for it. One draggable
 * represents whichever row was taken by its grip; the grid listens to the grips and passes their events on.
 */
import { DndContext, DragOverlay, useDraggable } from '@dnd-kit/core'
import { useLayoutEffect, useMemo, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { useEditor } from '../context'
import { useDrag, type DragParts } from './use-drag'

/** A press on a grip, by pointer or by key. */
export type Taken = { grip: HTMLElement } & (
  | { by: 'pointer'; event: PointerEvent }
  | { by: 'key'; event: KeyboardEvent }
)
/** Passes a press to the sensors. */
export type Take = (taken: Taken) => void

export type DragHostProps = DragParts & {
  unnamed: string
  /** The grid finds the function that takes presses here. */
  take: { current: Take | null }
  /** A press from before this was loaded that is still held. */
  waiting: { current: Taken | null }
}

const draggableId = 'rows'
const noCollisions = () => []

const Taker = ({ take, waiting }: Pick<DragHostProps, 'take' | 'waiting'>) => {
  const { setNodeRef, setActivatorNodeRef, listeners } = useDraggable({ id: draggableId })
  useLayoutEffect(() => {
    const hand: Take = (taken) => {
      setNodeRef(taken.grip)
      setActivatorNodeRef(taken.grip)
      if (taken.by === 'pointer') listeners?.onPointerDown?.(taken.event)
      else listeners?.onKeyDown?.(taken.event)
    }
    take.current = hand
    const held = waiting.current
    waiting.current = null
    if (held) hand(held)
    return () => {
      take.current = null
    }
  }, [listeners, setActivatorNodeRef, setNodeRef, take, waiting])
  return null
}

export const DragHost = ({ unnamed, take, waiting, ...parts }: DragHostProps) => {
  const { store, snapshot } = useEditor()
  const { t } = useTranslation('editor')
  const format = useFormat()
  const { drag } = parts
  const { sensors, onDragStart, onDragEnd, onDragCancel } = useDrag(parts)
  const accessibility = useMemo(
    () => ({
      announcements: {
        onDragStart: () => t('drag.picked'),
        onDragOver: () => undefined,
        onDragMove: () => undefined,
        onDragEnd: () => t('drag.dropped'),
        onDragCancel: () => t('drag.cancelled'),
      },
      screenReaderInstructions: { draggable: '' },
    }),
    [t],
  )
  return (
    <DndContext
      id="editor-drag"
      sensors={sensors}
      accessibility={accessibility}
      autoScroll={false}
      collisionDetection={noCollisions}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragCancel={onDragCancel}
    >
      <Taker take={take} waiting={waiting} />
      <DragOverlay dropAnimation={null} className="ed-overlay">
        {drag && drag.by === 'pointer' ? (
          <div className="ed-drag-overlay">
            {drag.ids.length === 1 ? (
              <bdi>{snapshot.names[store.positionOf(drag.lead) - 1] || unnamed}</bdi>
            ) : (
              t('drag.carried', { count: drag.ids.length, number: format.number(drag.ids.length) })
            )}
            <span className="tag">
              <bdi>{format.number(store.positionBefore(drag.ids, drag.at))}</bdi>
            </span>
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  )
}

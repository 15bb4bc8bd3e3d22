/**
 * Dragging a row or card with the mouse; buttons next to it do the same for keys, touch and browsers without scripts.
 * Dropped on a row, the dragged one takes its place, by sending the surrounding form with both.
 */
import type { DragEvent } from 'react'
import { Icon } from '../icon'
import { WithScripts } from '../with-scripts'

/** Marks a row: the id of the dragged object, and its place. */
export const DragHandle = ({ id, position }: { id: string; position: number }) => (
  <WithScripts>
    <span className="row-handle" draggable data-id={id} data-place={position} aria-hidden="true">
      <Icon name="move" />
    </span>
  </WithScripts>
)

/** A row of a table, or a card. */
const rows = 'tr, li'
const handleIn = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? (target.closest(rows)?.querySelector<HTMLElement>('[data-place]') ?? null) : null

let dragged: HTMLElement | null = null
const mark = (row: Element | null): void => {
  for (const marked of document.querySelectorAll('[data-drop]')) marked.removeAttribute('data-drop')
  row?.setAttribute('data-drop', '')
}

const start = ({ target, dataTransfer }: DragEvent): void => {
  dragged = target instanceof HTMLElement && target.dataset['place'] !== undefined ? target : null
  if (dragged === null) return
  dataTransfer.effectAllowed = 'move'
  // Firefox drags only if there is data.
  dataTransfer.setData('text/plain', '')
}
const over = (event: DragEvent): void => {
  const handle = dragged === null ? null : handleIn(event.target)
  if (handle === null) return
  event.preventDefault()
  mark(handle.closest(rows))
}
const drop = (event: DragEvent<HTMLFormElement>): void => {
  const [from, to] = [dragged, handleIn(event.target)]
  dragged = null
  mark(null)
  if (from === null || to === null) return
  event.preventDefault()
  if (from === to || !event.currentTarget.contains(from)) return
  const button = document.createElement('button')
  button.name = 'drop'
  button.value = `${from.dataset['id'] ?? ''}.${to.dataset['place'] ?? ''}`
  button.hidden = true
  event.currentTarget.append(button)
  event.currentTarget.requestSubmit(button)
  button.remove()
}
const end = (): void => {
  dragged = null
  mark(null)
}

export const rowDrag = { onDragStart: start, onDragOver: over, onDrop: drop, onDragEnd: end }

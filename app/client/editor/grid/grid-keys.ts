/** The grid's keys: where they move, what they select, which commands they trigger. */
import type { KeyboardEvent } from 'react'
import type { CommandName } from '../commands'
import type { EditorActions } from '../editor-actions'
import type { Snapshot } from '../store/snapshot'
import type { EditorStore } from '../store/store'
import type { Grips } from './use-grips'
import { inControl } from './row'
import { latinDigits } from '~/text/digits'
import type { GivenKeyCommand } from '../key-table'

/** The commands of the grid's keys. They act only while the grid has the focus. */
type Press = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** The Latin letter of a key press. On a Cyrillic, Arabic or Persian layout the key's position counts. */
const letterOf = ({ key, code }: Press): string => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 && key.charCodeAt(0) > 127 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : ''
}

/**
 * The favourite group (0 to 7) of a digit from 1 to 8, in the digits of any language; null for another key. French
 * keyboards have the digits behind Shift, so the key's position counts.
 */
const groupOf = (press: Press): number | null => {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const digit = /^[1-8]$/.exec(latinDigits(press.key))?.[0] ?? (press.shiftKey ? null : digitPlace(press.code))
  return digit === null ? null : Number(digit) - 1
}
const digitPlace = (code: string): string | null => /^Digit([1-8])$/.exec(code)?.[1] ?? null

const keys: Readonly<Record<string, GivenKeyCommand>> = {
  ' ': 'select',
  Escape: 'clear',
  F2: 'rename',
  Delete: 'delete',
  Enter: 'details',
  '/': 'search',
  '?': 'keys',
  '؟': 'keys',
}
const letters: Readonly<Record<string, GivenKeyCommand>> = {
  m: 'move',
  n: 'number',
  x: 'swap',
  l: 'lock',
  k: 'skip',
  f: 'favourite',
}

/** The command of a key press; null if there is none. The grid handles arrows and page keys itself. */
const commandOf = (press: Press): GivenKeyCommand | null => {
  const letter = letterOf(press)
  if (press.ctrlKey || press.metaKey) {
    if (press.altKey) return null
    if (press.key === ' ' && !press.shiftKey) return 'select'
    if (letter === 'z') return press.shiftKey ? 'redo' : 'undo'
    if (letter === 'y') return 'redo'
    if (letter === 'a' && !press.shiftKey) return 'all'
    return null
  }
  if (press.altKey) return null
  return keys[press.key] ?? letters[letter] ?? null
}

type Parts = {
  store: EditorStore
  snapshot: Snapshot
  actions: EditorActions
  grips: Grips
  /** How many rows a page key moves. */
  page(): number
  scrollToRow(index: number): void
  onCommand(command: CommandName): void
  /** Set while a dialog is loading: the rows ignore keys, and Escape gives the dialog up. */
  onGiveUp: (() => void) | null
}

/** Returns the row that a key leads to; undefined for a key that does not move. */
const goalOf = (key: string, here: number, page: number, rowCount: number): number | undefined =>
  ({
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    PageDown: here + page,
    PageUp: here - page,
    Home: 0,
    End: rowCount - 1,
  })[key]

/** A text field in a row moves its own cursor. */
const isWriting = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type !== 'checkbox'

export const gridKeys = ({ store, snapshot, actions, grips, page, scrollToRow, onCommand, onGiveUp }: Parts) => {
  const { active, rowCount, canEdit } = snapshot
  const stepRows = (by: -1 | 1) => {
    actions.step(by)
    const now = store.snapshot().active
    if (now !== null) scrollToRow(store.indexOf(now))
  }
  const visit = (index: number, how: 'follow' | 'extend' | 'walk') => {
    const at = store.visit(index, how)
    if (at !== null) scrollToRow(at)
  }
  const onMoveKey = (event: KeyboardEvent, to: number) => {
    const walks = event.ctrlKey || event.metaKey
    // With Ctrl the page keys belong to the browser: they switch its tabs.
    if (walks && (event.altKey || event.key.startsWith('Page'))) return
    event.preventDefault()
    if (!event.altKey) visit(Math.max(0, to), event.shiftKey ? 'extend' : walks ? 'walk' : 'follow')
    else if (canEdit && event.key === 'ArrowUp') stepRows(-1)
    else if (canEdit && event.key === 'ArrowDown') stepRows(1)
  }
  return (event: KeyboardEvent<HTMLDivElement>): void => {
    if (onGiveUp !== null) {
      if (event.key === 'Escape') onGiveUp()
      return
    }
    grips.onKeyDown(event)
    if (grips.dragging.drag || event.defaultPrevented || isWriting(event.target)) return
    const to = goalOf(event.key, active === null ? -1 : store.indexOf(active), page(), rowCount)
    if (to !== undefined) return onMoveKey(event, to)
    const group = groupOf(event)
    if (group !== null && canEdit) {
      event.preventDefault()
      return actions.toggleGroup(group)
    }
    const command = commandOf(event)
    if (!command) return
    // Space and Enter on a row's own button, box or link belong to that control.
    if ((command === 'select' || command === 'details') && inControl(event)) return
    event.preventDefault()
    if (command !== 'select') onCommand(command)
    else if (active !== null && canEdit) store.pick(active, event.shiftKey ? 'range' : 'toggle')
  }
}

/** One row of the list: the plain table's look in a grid row, with the drag grip and the rename field. */
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { RowComponentProps } from 'react-window'
import { FavouriteTags } from '~/ui/channel-list/favourite-tags'
import { flagMark, keyMark, lockMark, skipMark } from '~/ui/channel-list/flag-marks'
import { hasSidePanel } from '../side-panel'
import type { Snapshot } from '../store/snapshot'
import type { EditorStore } from '../store/store'
import type { RowTexts, SatelliteText } from '../texts'
import { NumberField } from './number-field'
import { RenameField } from './rename-field'

export type RowShared = {
  store: EditorStore
  snapshot: Snapshot
  texts: RowTexts
  satellites: readonly SatelliteText[]
  places: readonly string[]
  /** Names of the favourite groups in the reader's language. */
  groups: readonly string[]
  listPath: string
  /** A tap takes the channel into “my list”. */
  taking: boolean
  /** The channel whose name is being edited. */
  renaming: number | null
  /** The channel whose number is being typed. */
  numbering: number | null
  /** The channels being dragged, and the row that they would be placed before. */
  dragged: ReadonlySet<number>
  dropAt: number | null
  /** The element that explains how to use a grip. */
  gripHelpId: string
  /** True while the keyboard focus is in the grid: the current row takes the focus. */
  focused: { current: boolean }
  onRenamed(id: number, name: string | null): void
  onRename(id: number): void
  onNumber(id: number | null): void
}

/** The handle by which a row is dragged. The grid listens for all rows. */
const Grip = ({
  texts,
  name,
  helpId,
  reachable,
}: {
  texts: RowTexts
  name: string
  helpId: string
  reachable: boolean
}) => (
  <button
    type="button"
    className="grip"
    aria-label={texts.grip(name)}
    aria-roledescription={texts.gripRole}
    aria-describedby={helpId}
    tabIndex={reachable ? 0 : -1}
  >
    <svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true">
      <path d="M1 2h3v3H1zm5 0h3v3H6zM1 6.500h3v3H1zm5 0h3v3H6zM1 11h3v3H1zm5 0h3v3H6z" fill="currentColor" />
    </svg>
  </button>
)

const typeTones = ['tag info', 'tag', 'tag', 'tag'] as const
const isIn = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null
const isControl = (target: EventTarget): boolean => isIn(target, 'a, button, input, select, textarea')
/**
 * A press on the name counts like one on any other cell. It is a link for keys, for another tab, and where nothing can
 * be selected.
 */
const isName = (target: EventTarget): boolean => isIn(target, '.c-name a')

/** One channel as its row shows it. */
type Here = { place: number; id: number; name: string; flags: number; isActive: boolean }

/**
 * The cells are functions, not components: on a slow processor a component for each would cost more than the cells
 * themselves.
 */
const checkCell = ({ store, snapshot, texts }: RowShared, { id, name }: Here) => (
  <div role="gridcell" className="c-check">
    <input
      type="checkbox"
      checked={snapshot.selection.has(id)}
      onChange={() => undefined}
      onClick={(event) => store.pick(id, event.shiftKey ? 'range' : 'toggle')}
      tabIndex={-1}
      aria-label={texts.select(name || texts.unnamed)}
    />
  </div>
)

/** A press on the number opens a field for another one. */
const numberCell = ({ store, snapshot, texts, numbering, onNumber }: RowShared, { place, id }: Here) => (
  <div role="gridcell" className="c-number n">
    {numbering === id ? (
      <NumberField id={id} onDone={() => onNumber(null)} />
    ) : snapshot.canEdit ? (
      <button
        type="button"
        className="ed-sort"
        tabIndex={-1}
        onClick={() => {
          // The previous row would take the focus back from the field, and receive its keys.
          store.focus(id)
          onNumber(id)
        }}
        title={texts.toNumber}
      >
        {texts.number(place + 1)}
      </button>
    ) : (
      texts.number(place + 1)
    )}
  </div>
)

const nameCell = (shared: RowShared, { place, id, name, flags, isActive }: Here) => {
  const { snapshot, texts, listPath, renaming, gripHelpId, onRenamed } = shared
  const shown = name || texts.unnamed
  const own = snapshot.numbers?.[place] ?? place + 1
  return (
    <div role="gridcell" className="c-name">
      {snapshot.canEdit && <Grip texts={texts} name={shown} helpId={gripHelpId} reachable={isActive} />}
      {renaming === id ? (
        <RenameField id={id} name={name} onDone={(next) => onRenamed(id, next)} />
      ) : (
        <>
          <a href={`${listPath}/channels/${id}`} className={name === '' ? 'muted' : 'name'} dir="auto" tabIndex={-1}>
            {shown}
          </a>
          {own !== place + 1 && <span className="tag">{texts.ownNumber(own)}</span>}
          {(flags & 4) !== 0 && flagMark(texts.locked, lockMark)}
          {(flags & 8) !== 0 && flagMark(texts.skipped, skipMark)}
        </>
      )}
    </div>
  )
}

const satelliteCell = ({ snapshot, satellites }: RowShared, { place }: Here) => {
  const satellite = satellites[snapshot.columns.satellite[place] ?? -1]
  return (
    <div role="gridcell" className="c-satellite" title={satellite?.title}>
      {satellite && (
        <>
          <bdi className="satellite-name">{satellite.name}</bdi>{' '}
          {satellite.angle !== '' && (
            <bdi className="satellite-angle muted" dir="ltr">
              {satellite.angle}
            </bdi>
          )}
        </>
      )}
    </div>
  )
}

/** A code or a number from the file; empty if there is none. */
const codeCell = (className: string, code: string | number) => (
  <div role="gridcell" className={className}>
    {code !== '' && (
      <bdi className="code" dir="ltr">
        {code}
      </bdi>
    )}
  </div>
)

const typeCell = ({ snapshot, texts }: RowShared, { place, flags }: Here) => {
  const type = snapshot.columns.type[place] ?? 3
  return (
    <div role="gridcell" className="c-type">
      <span className={typeTones[type]}>{texts.types[type]}</span>
      {(flags & 1) !== 0 && (
        <span className="scrambled" title={texts.scrambled}>
          {keyMark}
          <span className="scrambled-text">{texts.scrambled}</span>
        </span>
      )}
    </div>
  )
}

const favouriteCell = ({ snapshot, texts, groups }: RowShared, { place }: Here) => {
  const bits = snapshot.columns.favourites[place] ?? 0
  const own =
    bits === 0
      ? []
      : snapshot.groups
          .filter((group) => Math.floor(bits / 2 ** group.index) % 2 === 1)
          .map((group) => groups[group.index] ?? group.name)
  return (
    <div role="gridcell" className="c-favourite">
      <FavouriteTags groups={own} number={texts.number} />
    </div>
  )
}

/** The keyboard's row takes the focus, and passes it to the grid when it is removed. */
const useRowFocus = (element: RefObject<HTMLDivElement>, isActive: boolean, shared: RowShared): void => {
  const { focused, renaming, numbering } = shared
  useLayoutEffect(() => {
    const row = element.current
    if (!row || !isActive) return
    // A row that left the rendered range passed the focus to the grid; it takes the focus back when it is rendered
    // again.
    const held = focused.current || document.activeElement === row.closest('[role=grid]')
    if (held && !row.contains(document.activeElement)) row.focus({ preventScroll: true })
    // A row that scrolls out of the window passes the focus to the grid, where the keys still work.
    return () => {
      if (row.contains(document.activeElement)) row.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    }
  }, [element, isActive, focused, renaming, numbering])
}

const classOf = ({ dragged, dropAt, snapshot }: RowShared, index: number, id: number): string =>
  [
    'ed-row',
    dragged.has(id) ? 'ed-dragged' : '',
    dropAt === index ? 'ed-drop' : '',
    dropAt === snapshot.rowCount && index === snapshot.rowCount - 1 ? 'ed-drop-after' : '',
  ]
    .filter(Boolean)
    .join(' ')

/** The virtual list passes `index` and `style`; everything else is shared by all rows. */
export const Row = (props: RowComponentProps<RowShared>) => {
  const { index, style, store, snapshot, places, taking, onRename } = props
  const { columns, canEdit } = snapshot
  const element = useRef<HTMLDivElement>(null)
  const place = snapshot.rows ? (snapshot.rows[index] ?? 0) : index
  const id = columns.id[place] ?? -1
  // Until the grid had the focus once, Tab stops at its first row.
  const isActive = snapshot.active === null ? index === 0 : snapshot.active === id
  useRowFocus(element, snapshot.active === id, props)

  if (id < 0) return null
  const here: Here = { place, id, name: snapshot.names[place] ?? '', flags: columns.flags[place] ?? 0, isActive }
  const sid = columns.sid[place] ?? -1
  const onClick = (event: MouseEvent) => {
    const touch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (taking && !isIn(event.target, 'button, input')) {
      // In this mode a click on the name must not leave the list.
      event.preventDefault()
      if (touch) return onRename(id)
    } else if (isName(event.target) && event.detail > 0 && (canEdit || hasSidePanel())) {
      event.preventDefault()
      // Keys then belong to the row, not to the link.
      element.current?.focus({ preventScroll: true })
    } else if (isControl(event.target)) return
    store.pick(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey || touch ? 'toggle' : 'only')
  }
  return (
    <div
      ref={element}
      id={`c-${id}`}
      role="row"
      className={classOf(props, index, id)}
      style={style}
      aria-rowindex={index + 2}
      aria-selected={canEdit ? snapshot.selection.has(id) : undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={onClick}
      data-id={id}
      onDoubleClick={(event) => {
        if (canEdit && (taking || isName(event.target) || !isControl(event.target))) onRename(id)
      }}
      onFocus={(event) => {
        if (event.target === element.current) store.focus(id)
      }}
    >
      {canEdit && checkCell(props, here)}
      {numberCell(props, here)}
      {nameCell(props, here)}
      {satelliteCell(props, here)}
      {codeCell('c-place', places[columns.transponder[place] ?? -1] ?? '')}
      {typeCell(props, here)}
      {favouriteCell(props, here)}
      {codeCell('c-sid n', sid >= 0 ? sid : '')}
    </div>
  )
}

/** Keys pressed in a control inside a row belong to that control. */
export const inControl = (event: KeyboardEvent): boolean => isControl(event.target)

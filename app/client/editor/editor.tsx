/**
 * The scripted editor of a channel list: the same page and addresses as the plain one, but with every row available,
 * and edits that show at once and are saved in the background. It renders the store's state; every action goes through
 * the store.
 */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SortMode } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { isolate } from '~/ui/channel-list/joined'
import { isFiltered, listHref, parseListQuery, type ChannelFilter } from '~/ui/channel-list/query'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { SkyArc } from '~/ui/sky-arc/sky-arc'
import { Filters } from './filters'
import { Foot, nothingSaid, type Command, type Said } from './foot'
import { Grid } from './grid'
import type { KeyCommand } from './keys'
import { isTroubled, SaveTag } from './save-state'
import type { Beside } from './engine-data'
import type { Applied } from './store/acts'
import type { EditorStore } from './store/store'
import { useSnapshot, useSurroundings } from './use-store'

/** The page's own title; as a function it receives what the edits change. */
export type Heading = ReactNode | ((live: { channels: number }) => ReactNode)

/** The page's own notice of a box's save that waits beside, for the version that the editor shows. */
export type LiveNotice = (live: { beside: Beside; revision: number }) => ReactNode

export type EditorProps = {
  store: EditorStore
  listId: string
  /** The user who edits. */
  userId: string
  listPath: string
  /** The person was typing in the plain page's search field when the editor took over. */
  typing: boolean
  /** The first row of the plain page. */
  firstRow: number
  /** How far the rows were scrolled when the person left; null at a first visit. */
  comeBackPx: number | null
  /** The visible height of the plain page's rows. */
  firstHeightPx: number
  heading: Heading
  links?: ReactNode
  notice?: LiveNotice | undefined
}

/**
 * Dialogs and problem notices are in a separate chunk, loaded at the person's first action, so that it is there before
 * the network may fail.
 */
const fetchMore = (i18n: i18n): Promise<More> =>
  Promise.all([import('./on-demand'), i18n.loadNamespaces('losses')]).then(([more]) => more)
type More = typeof import('./on-demand')

type Asking = 'move' | 'sort' | 'favourite' | 'keys' | 'exit' | 'export' | null
/** More places than this are not listed one by one. */
const shownPlaces = 3
/** What is said about one channel, with its name. */
type Deed = 'moved' | 'lock' | 'lock-off' | 'skip' | 'skip-off' | 'deleted' | 'favourite' | 'favourite-off'

export const Editor = ({
  store,
  listId,
  userId,
  listPath,
  typing,
  firstRow,
  comeBackPx,
  firstHeightPx,
  heading,
  links,
  notice,
}: EditorProps) => {
  const { t, i18n } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const snapshot = useSnapshot(store)
  useSurroundings(store)
  const [asking, setAsking] = useState<Asking>(null)
  const [more, setMore] = useState<More | null>(null)
  const [renaming, setRenaming] = useState<number | null>(null)
  const [said, setSaid] = useState<Said>(nothingSaid)
  const searchField = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const { canEdit, selection, sourceId } = snapshot
  // The file was replaced: an open field or dialog is about channels of the earlier one.
  const [shownSource, setShownSource] = useState(sourceId)
  if (shownSource !== sourceId) {
    setShownSource(sourceId)
    setRenaming(null)
    setAsking(null)
  }
  const hasNews = snapshot.restored > 0 || snapshot.gone || snapshot.save.state !== 'clean'

  const say = useCallback(
    (text: string, { look = '', offer = null }: Partial<Pick<Said, 'look' | 'offer'>> = {}) => {
      const { selection } = store.snapshot()
      setSaid(({ turn }) => ({ text, look, offer, turn: turn + 1, selection: offer === null ? null : selection }))
    },
    [store],
  )
  const sayWrong = useCallback((text: string) => say(text, { look: 'ed-bad' }), [say])
  const hush = useCallback(() => setSaid(({ turn }) => ({ ...nothingSaid, turn })), [])
  const counted = useCallback((count: number) => ({ count, number: format.number(count) }), [format])
  /** The channel's name where an action concerns one, read before it is done. */
  const nameOf = useCallback(
    (ids: readonly number[]): string | null => {
      const [id, ...others] = ids
      if (id === undefined || others.length > 0) return null
      return isolate(store.snapshot().names[store.positionOf(id) - 1] || t('lists:row.unnamed'))
    },
    [store, t],
  )
  const deedText = useCallback(
    (deed: Deed, name: string | null, count: number, more: Record<string, string> = {}) =>
      name === null
        ? t(`said.${deed}`, { ...counted(count), ...more })
        : t(`done-to.${deed}`, { channel: name, ...more }),
    [counted, t],
  )
  /** Says what was done and offers Undo, or says why it was not done. */
  const report = useCallback(
    (applied: Applied, done: string) => {
      if (!applied.ok) return sayWrong(t(`problem.${applied.code}`))
      const losses = [
        ...new Set(
          applied.warnings
            .filter((w) => w.code === 'name-cut' || w.code === 'name-letters')
            .map((w) => t(`loss.${w.code}`)),
        ),
      ]
      say([done, ...losses].join(' '), { offer: 'undo' })
    },
    [say, sayWrong, t],
  )

  const onFilter = useCallback(
    (next: ChannelFilter) => {
      store.setFilter(next)
      window.history.replaceState(window.history.state, '', listHref(listPath, next))
      const { rowCount, hiddenSelected } = store.snapshot()
      const shown = isFiltered(next) ? t('said.matching', counted(rowCount)) : t('said.all', counted(rowCount))
      say(hiddenSelected === 0 ? shown : `${shown} ${t('said.unseen', counted(hiddenSelected))}`, {
        look: 'hidden-visually',
      })
    },
    [counted, listPath, say, store, t],
  )

  useEffect(() => {
    const element = root.current
    if (!element || more) return
    let asked = false
    const heard = () => {
      if (asked) return
      asked = true
      // A failure is not reported here: the person's next action tries again.
      fetchMore(i18n).then(setMore, () => {
        asked = false
      })
    }
    const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const
    for (const sign of signs) element.addEventListener(sign, heard, { passive: true })
    return () => {
      for (const sign of signs) element.removeEventListener(sign, heard)
    }
  }, [i18n, more])
  useEffect(() => {
    // Edits of an earlier visit, and what becomes of them, need no action of the person.
    if (more || (!asking && !hasNews)) return
    fetchMore(i18n).then(setMore, () => {
      setAsking(null)
      if (asking) sayWrong(t('offline.title'))
    })
  }, [asking, hasNews, i18n, more, sayWrong, t])

  // The sky's links and its list filter without a page load; opening one in a new tab is left to the browser.
  useEffect(() => {
    const element = root.current
    if (!element) return
    const heard = (event: MouseEvent) => {
      // Whatever page is opened from here, in this tab or another: waiting edits are sent now.
      if (event.target instanceof Element && event.target.closest('.list-tools a, .beside-notice a')) store.flush()
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const link = event.target instanceof Element ? event.target.closest('.sky-view a, .list-tools a') : null
      const href = link?.getAttribute('href')
      if (!href) return
      if (link?.closest('.list-tools')) {
        // On the plain page, sorting is a page of its own; here the same question opens over the list.
        if (href.endsWith('/sort')) setAsking('sort')
        // The portal's file lacks what is not saved yet.
        else if (href.endsWith('/export') && store.snapshot().save.state !== 'clean') setAsking('export')
        else return
        event.preventDefault()
        return
      }
      event.preventDefault()
      onFilter(parseListQuery(new URL(href, window.location.href).searchParams).filter)
    }
    // The middle button's click is a separate event.
    const clicks = ['click', 'auxclick'] as const
    for (const click of clicks) element.addEventListener(click, heard)
    return () => {
      for (const click of clicks) element.removeEventListener(click, heard)
    }
  }, [onFilter, store])

  /** Where these channels are now: "59–60", or the first places of scattered ones. */
  const placesOf = useCallback(
    (ids: readonly number[]): string => {
      const places = ids.map((id) => store.positionOf(id)).sort((a, b) => a - b)
      const [first = 0, last = first] = [places[0], places.at(-1)]
      if (last - first + 1 === places.length)
        return first === last ? format.number(first) : `${format.number(first)}–${format.number(last)}`
      return `${places.slice(0, shownPlaces).map(format.number).join(', ')}${places.length > shownPlaces ? '…' : ''}`
    },
    [format, store],
  )
  const onMoved = useCallback(
    (ids: number[], to: number) => {
      const name = nameOf(ids)
      const applied = store.moveTo(ids, to)
      report(applied, deedText('moved', name, ids.length, { position: placesOf(ids) }))
    },
    [deedText, nameOf, placesOf, report, store],
  )
  const onStep = useCallback(
    (by: -1 | 1) => {
      const ids = store.targets()
      if (ids.length === 0) return
      const applied = store.step(ids, by)
      report(applied, deedText('moved', nameOf(ids), ids.length, { position: placesOf(ids) }))
    },
    [deedText, nameOf, placesOf, report, store],
  )
  const toggle = (op: 'lock' | 'skip') => {
    const ids = store.targets()
    if (ids.length === 0) return
    const { applied, value } = store.toggle(op, ids)
    report(applied, deedText(value ? op : `${op}-off`, nameOf(ids), ids.length))
  }
  const remove = () => {
    const ids = store.targets()
    if (ids.length === 0) return
    const name = nameOf(ids)
    report(store.delete(ids), deedText('deleted', name, ids.length))
  }
  const undo = () => {
    if (store.undo()) say(t('said.undone'), { offer: 'redo' })
  }
  const redo = () => {
    if (store.redo()) say(t('said.redone'), { offer: 'undo' })
  }

  const onRenamed = useCallback(
    (id: number, name: string | null) => {
      setRenaming(null)
      if (name !== null) report(store.rename(id, name), t('said.renamed', { name: isolate(name.trim()) }))
    },
    [report, store, t],
  )
  const rename = () => {
    const id = store.target()
    if (id !== null) setRenaming(id)
    else if (selection.size > 0) sayWrong(t('said.choose-one'))
  }

  const ask = (what: Asking) => {
    if (what === 'keys' || store.targets().length > 0 || what === 'sort') setAsking(what)
  }
  const onCommand = (command: KeyCommand | Command) => {
    if (command === 'search') return searchField.current?.focus()
    if (command === 'keys') return setAsking('keys')
    if (command === 'details') {
      if (snapshot.active !== null)
        root.current?.querySelector<HTMLAnchorElement>(`#c-${snapshot.active} .c-name a`)?.click()
      return
    }
    if (!canEdit) return
    switch (command) {
      case 'all':
        store.selectMatching()
        say(t('said.selected', counted(store.snapshot().selection.size)), { look: 'hidden-visually' })
        return
      case 'clear':
        store.clearSelection()
        hush()
        return
      case 'move':
        ask('move')
        return
      case 'favourite':
        ask('favourite')
        return
      case 'rename':
        rename()
        return
      case 'lock':
      case 'skip':
        toggle(command)
        return
      case 'delete':
        remove()
        return
      case 'up':
        onStep(-1)
        return
      case 'down':
        onStep(1)
        return
      case 'undo':
        undo()
        return
      case 'redo':
        redo()
        return
      // Handled by the grid itself.
      case 'select':
      case 'range':
      case 'step':
      case 'walk':
      case 'ends':
        return
    }
  }

  // Ctrl+Z and Ctrl+Y outside of the grid and of any text field: with a modifier no other control uses these keys.
  const history = useRef({ undo, redo })
  history.current = { undo, redo }
  useEffect(() => {
    const heard = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target?.closest('input:not([type=checkbox]), textarea, select, dialog, [role=grid]')) return
      const key = event.key.toLowerCase()
      if (key === 'z' && !event.shiftKey) history.current.undo()
      else if (key === 'y' || (key === 'z' && event.shiftKey)) history.current.redo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])

  // Exit removes what this browser keeps of the person; edits that can't be saved are removed only when the person
  // agrees.
  const exit = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    const heard = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement) || !event.target.hasAttribute('data-exit')) return
      if (more && exit.current === null && isTroubled(store.snapshot())) {
        event.preventDefault()
        event.stopImmediatePropagation()
        exit.current = event.target
        setAsking('exit')
        return
      }
      void store.forget()
    }
    document.addEventListener('submit', heard, true)
    return () => document.removeEventListener('submit', heard, true)
  }, [store, more])

  const sky = useMemo(
    () =>
      snapshot.satellites
        .filter((s) => s.channels > 0)
        .map((s) => ({
          key: String(s.index),
          name: s.name,
          angle: s.angle,
          channels: s.channels,
          href: listHref(listPath, {
            ...snapshot.filter,
            transponder: undefined,
            satellite: snapshot.filter.satellite === s.index ? undefined : s.index,
          }),
        })),
    [snapshot.satellites, snapshot.filter, listPath],
  )
  const ids = asking ? store.targets() : []
  const closeDialog = useCallback(() => setAsking(null), [])

  return (
    <section className="editor" ref={root} data-editor="ready">
      <div className="list-head" ref={head}>
        {typeof heading === 'function' ? heading({ channels: snapshot.length }) : heading}
        <div className="list-tools">
          <SaveTag snapshot={snapshot} />
          {canEdit && (
            <button type="button" className="btn" onClick={undo} disabled={!snapshot.canUndo}>
              <Icon name="undo" />
              {t('tool.undo')}
            </button>
          )}
          {canEdit && (
            <button
              type="button"
              className="btn"
              onClick={redo}
              disabled={!snapshot.canRedo}
              aria-label={t('tool.redo')}
              title={t('tool.redo')}
            >
              <Icon name="redo" />
            </button>
          )}
          {links}
        </div>
      </div>
      {!canEdit && !snapshot.gone && <Notice tone="info">{t('lists:page.readOnly')}</Notice>}
      {snapshot.beside && !snapshot.gone && notice?.({ beside: snapshot.beside, revision: snapshot.save.revision })}
      {more && <more.Troubles store={store} snapshot={snapshot} userId={userId} />}
      {sky.length > 0 && (
        <div className="card sky-card">
          <SkyArc
            satellites={sky}
            chosen={snapshot.filter.satellite === undefined ? null : String(snapshot.filter.satellite)}
            all={{
              href: listHref(listPath, { ...snapshot.filter, satellite: undefined, transponder: undefined }),
              channels: snapshot.length,
            }}
            label={t('lists:satellite.label')}
          />
        </div>
      )}
      <div className="card channels-card">
        <Filters snapshot={snapshot} typing={typing} searchField={searchField} onFilter={onFilter} />
        <div className="ed-status">
          <p className="small muted">
            {isFiltered(snapshot.filter)
              ? t('shown.some', { ...counted(snapshot.rowCount), total: format.number(snapshot.length) })
              : t('shown.all', counted(snapshot.length))}
          </p>
          <span className="row ed-status-tools">
            <button type="button" className="btn quiet ed-keys-button" onClick={() => setAsking('keys')}>
              {t('tool.keys')}
            </button>
          </span>
        </div>
        {snapshot.rowCount === 0 && (
          <p className="ed-empty">{t(isFiltered(snapshot.filter) ? 'lists:page.noMatch' : 'lists:page.empty')}</p>
        )}
        <Grid
          key={sourceId}
          store={store}
          snapshot={snapshot}
          listId={listId}
          listPath={listPath}
          firstRow={firstRow}
          comeBackPx={comeBackPx}
          firstHeightPx={firstHeightPx}
          DragHost={more?.DragHost ?? null}
          renaming={renaming}
          onRenaming={setRenaming}
          onRenamed={onRenamed}
          onCommand={onCommand}
          onStep={onStep}
          onMoved={onMoved}
          say={say}
          asking={asking !== null}
        />
      </div>
      <Foot
        store={store}
        snapshot={snapshot}
        head={head}
        said={said}
        onUndo={undo}
        onRedo={redo}
        onHush={hush}
        onCommand={onCommand}
      />
      {more && asking === 'move' && (
        <more.MoveDialog
          store={store}
          snapshot={snapshot}
          ids={ids}
          onClose={closeDialog}
          onMove={(to) => {
            closeDialog()
            onMoved(ids, to)
          }}
        />
      )}
      {more && asking === 'sort' && (
        <more.SortDialog
          store={store}
          snapshot={snapshot}
          ids={ids.length > 1 ? ids : []}
          onClose={closeDialog}
          onSort={(mode: SortMode, variant, only) => {
            closeDialog()
            report(store.sort(mode, variant, only), t('said.sorted'))
          }}
        />
      )}
      {more && asking === 'favourite' && (
        <more.FavouriteDialog
          store={store}
          snapshot={snapshot}
          ids={ids}
          onClose={closeDialog}
          onToggle={(group, name) => {
            const { applied, value } = store.toggleFavourite(group, ids)
            report(
              applied,
              deedText(value ? 'favourite' : 'favourite-off', nameOf(ids), ids.length, { name: isolate(name) }),
            )
          }}
        />
      )}
      {more && asking === 'export' && (
        <more.ExportDialog store={store} snapshot={snapshot} href={`${listPath}/export`} onClose={closeDialog} />
      )}
      {more && asking === 'keys' && <more.KeysDialog onClose={closeDialog} />}
      {more && asking === 'exit' && (
        <more.ExitDialog
          waiting={snapshot.save.waiting}
          onClose={() => {
            exit.current = null
            closeDialog()
          }}
          onExit={() => exit.current?.requestSubmit()}
        />
      )}
    </section>
  )
}

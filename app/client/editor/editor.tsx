/**
 * The scripted editor of a channel list: the same page and the same addresses as the plain one, with every row at hand,
 * edits that show at once and are saved in the background. Only what the store says is drawn; every act goes through it.
 */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SortMode } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { isFiltered, listHref, parseListQuery, type ChannelFilter } from '~/ui/channel-list/query'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { SkyArc } from '~/ui/sky-arc/sky-arc'
import { Filters } from './filters'
import { Grid } from './grid'
import type { KeyCommand } from './keys'
import { isTroubled, SaveTag, SaveTrouble } from './save-state'
import type { Applied, EditorStore } from './store'
import { useSnapshot, useSurroundings } from './use-store'

/** The page's own title; as a function it is given what the edits change. */
export type Heading = ReactNode | ((live: { channels: number }) => ReactNode)

export type EditorProps = {
  store: EditorStore
  listId: string
  listPath: string
  /** The person was writing in the plain page's search field when the editor came. */
  typing: boolean
  /** The row that the plain page began with. */
  firstRow: number
  /** How far the rows were scrolled when the person left them; null at a first visit. */
  comeBackPx: number | null
  /** How much of the window the plain page's rows have. */
  firstHeightPx: number
  heading: Heading
  links?: ReactNode
}

/** Questions and troubles are a chunk of their own: fetched at the first sign of a person, so that it is there before the network may be cut. */
const fetchMore = () => import('./on-demand')
type More = Awaited<ReturnType<typeof fetchMore>>

/** What was done, or why not. The number of rows that a filter leaves stands beside it already: that is said to listeners only. */
type Said = { text: string; look: '' | 'ed-bad' | 'hidden-visually'; turn: number }
type Asking = 'move' | 'sort' | 'favourite' | 'keys' | 'exit' | null

export const Editor = ({ store, listId, listPath, typing, firstRow, comeBackPx, firstHeightPx, heading, links }: EditorProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const snapshot = useSnapshot(store)
  useSurroundings(store)
  const [asking, setAsking] = useState<Asking>(null)
  const [more, setMore] = useState<More | null>(null)
  const [renaming, setRenaming] = useState<number | null>(null)
  const [said, setSaid] = useState<Said>({ text: '', look: '', turn: 0 })
  const searchField = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const { canEdit, selection } = snapshot
  const hasNews = snapshot.restored > 0 || snapshot.gone || snapshot.save.state !== 'clean'

  const say = useCallback((text: string, bad = false, look: Said['look'] = bad ? 'ed-bad' : '') => setSaid(({ turn }) => ({ text, look, turn: turn + 1 })), [])
  const counted = useCallback((count: number) => ({ count, number: format.number(count) }), [format])
  /** Says what was done, or why not. */
  const report = useCallback((applied: Applied, done: string) => {
    if (!applied.ok) say(t(`problem.${applied.code}`), true)
    else {
      const losses = [...new Set(applied.warnings.filter((w) => w.code === 'name-cut' || w.code === 'name-letters').map((w) => t(`loss.${w.code}`)))]
      say([done, ...losses].join(' '), false)
    }
  }, [say, t])

  const onFilter = useCallback((next: ChannelFilter) => {
    store.setFilter(next)
    window.history.replaceState(window.history.state, '', listHref(listPath, next))
    const { rowCount } = store.snapshot()
    say(isFiltered(next) ? t('said.matching', counted(rowCount)) : t('said.all', counted(rowCount)), false, 'hidden-visually')
  }, [counted, listPath, say, store, t])

  useEffect(() => {
    const element = root.current
    if (!element || more) return
    let asked = false
    const heard = () => {
      if (asked) return
      asked = true
      // A failure is not told here: the next sign of the person asks again.
      fetchMore().then(setMore, () => { asked = false })
    }
    const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const
    for (const sign of signs) element.addEventListener(sign, heard, { passive: true })
    return () => { for (const sign of signs) element.removeEventListener(sign, heard) }
  }, [more])
  useEffect(() => {
    // Edits of an earlier visit, and what becomes of them, need no sign of the person.
    if (more || (!asking && !hasNews)) return
    fetchMore().then(setMore, () => {
      setAsking(null)
      if (asking) say(t('offline.title'), true)
    })
  }, [asking, hasNews, more, say, t])

  // The sky's links and its list filter without a page load; opening one in a new tab stays the browser's.
  useEffect(() => {
    const element = root.current
    if (!element) return
    const heard = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('.sky-view a, .list-tools a') : null
      const href = link?.getAttribute('href')
      if (!href) return
      if (link?.closest('.list-tools')) {
        // The plain page's way to sort is a page of its own; here the same question opens over the list.
        if (!href.endsWith('/sort')) return
        event.preventDefault()
        setAsking('sort')
        return
      }
      event.preventDefault()
      onFilter(parseListQuery(new URL(href, window.location.href).searchParams).filter)
    }
    element.addEventListener('click', heard)
    return () => element.removeEventListener('click', heard)
  }, [onFilter])

  const onMoved = useCallback((ids: number[], to: number) => {
    report(store.moveTo(ids, to), t('said.moved', { ...counted(ids.length), position: format.number(to) }))
  }, [counted, format, report, store, t])
  const onStep = useCallback((by: -1 | 1) => {
    const ids = store.targets()
    if (ids.length === 0) return
    const applied = store.step(ids, by)
    report(applied, t('said.moved', { ...counted(ids.length), position: format.number(store.positionOf(ids[0] ?? -1)) }))
  }, [counted, format, report, store, t])
  const toggle = (op: 'lock' | 'skip') => {
    const ids = store.targets()
    if (ids.length === 0) return
    const { applied, value } = store.toggle(op, ids)
    report(applied, t(`said.${op}${value ? '' : '-off'}`, counted(ids.length)))
  }
  const remove = () => {
    const ids = store.targets()
    if (ids.length > 0) report(store.delete(ids), t('said.deleted', counted(ids.length)))
  }
  const undo = () => { if (store.undo()) say(t('said.undone')) }
  const redo = () => { if (store.redo()) say(t('said.redone')) }

  const onRenamed = useCallback((id: number, name: string | null) => {
    setRenaming(null)
    if (name !== null) report(store.rename(id, name), t('said.renamed', { name: name.trim() }))
  }, [report, store, t])

  const ask = (what: Asking) => { if (what === 'keys' || store.targets().length > 0 || what === 'sort') setAsking(what) }
  const onCommand = (command: KeyCommand) => {
    if (command === 'search') return searchField.current?.focus()
    if (command === 'keys') return setAsking('keys')
    if (command === 'details') {
      if (snapshot.active !== null) root.current?.querySelector<HTMLAnchorElement>(`#c-${snapshot.active} .c-name a`)?.click()
      return
    }
    if (!canEdit) return
    switch (command) {
      case 'all': store.selectMatching(); say(t('said.selected', counted(store.snapshot().selection.size))); return
      case 'clear': store.clearSelection(); return
      case 'move': ask('move'); return
      case 'favourite': ask('favourite'); return
      case 'rename': if (snapshot.active !== null) setRenaming(snapshot.active); return
      case 'lock': case 'skip': toggle(command); return
      case 'delete': remove(); return
      case 'undo': undo(); return
      case 'redo': redo(); return
      // Read by the grid itself.
      case 'select': case 'range': case 'step': case 'ends': return
    }
  }

  // Ctrl+Z and Ctrl+Y outside the grid and outside any text: a modifier makes them nobody's letters.
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

  // Exit forgets what this browser keeps of the person; edits that can't be saved go with it only when the person says so.
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

  const sky = useMemo(() => snapshot.satellites.filter((s) => s.channels > 0).map((s) => ({
    key: String(s.index), name: s.name, angle: s.angle, channels: s.channels,
    href: listHref(listPath, { ...snapshot.filter, transponder: undefined, satellite: snapshot.filter.satellite === s.index ? undefined : s.index }),
  })), [snapshot.satellites, snapshot.filter, listPath])
  const ids = asking ? store.targets() : []
  const closeDialog = () => setAsking(null)

  return (
    <section className="editor" ref={root} data-editor="ready">
      <div className="list-head" ref={head}>
        {typeof heading === 'function' ? heading({ channels: snapshot.length }) : heading}
        <div className="list-tools">
          <SaveTag snapshot={snapshot} />
          {canEdit && <button type="button" className="btn" onClick={undo} disabled={!snapshot.canUndo}><Icon name="undo" />{t('tool.undo')}</button>}
          {canEdit && <button type="button" className="btn" onClick={redo} disabled={!snapshot.canRedo} aria-label={t('tool.redo')} title={t('tool.redo')}><Icon name="redo" /></button>}
          {links}
        </div>
      </div>
      {!canEdit && !snapshot.gone && <Notice tone="info">{t('lists:page.readOnly')}</Notice>}
      {more && <more.Troubles store={store} snapshot={snapshot} />}
      {sky.length > 0 && (
        <div className="card sky-card">
          <SkyArc satellites={sky} chosen={snapshot.filter.satellite === undefined ? null : String(snapshot.filter.satellite)} all={{ href: listHref(listPath, { ...snapshot.filter, satellite: undefined, transponder: undefined }), channels: snapshot.length }} label={t('lists:satellite.label')} />
        </div>
      )}
      <div className="card channels-card">
        <Filters snapshot={snapshot} typing={typing} searchField={searchField} onFilter={onFilter} />
        <div className="ed-status">
          <p className="small muted">{isFiltered(snapshot.filter) ? t('shown.some', { ...counted(snapshot.rowCount), total: format.number(snapshot.length) }) : t('shown.all', counted(snapshot.length))}</p>
          <p className={`small ed-said ${said.look}`} role="status" data-turn={said.turn}>{said.text}</p>
          <span className="row ed-status-tools">
            <button type="button" className="btn quiet ed-keys-button" onClick={() => setAsking('keys')}>{t('tool.keys')}</button>
          </span>
        </div>
        {snapshot.rowCount === 0 && <p className="ed-empty">{t(isFiltered(snapshot.filter) ? 'lists:page.noMatch' : 'lists:page.empty')}</p>}
        <Grid
          store={store} snapshot={snapshot} listId={listId} listPath={listPath} firstRow={firstRow} comeBackPx={comeBackPx} firstHeightPx={firstHeightPx} DragHost={more?.DragHost ?? null} renaming={renaming} onRenaming={setRenaming} onRenamed={onRenamed}
          onCommand={onCommand} onStep={onStep} onMoved={onMoved} say={say} asking={asking !== null}
        />
      </div>
      {canEdit && (
        <div className="ed-foot">
          <SaveTrouble snapshot={snapshot} head={head} />
          {(snapshot.canUndo || snapshot.canRedo) && (
            <div className="ed-near">
              <button type="button" className="btn" onClick={undo} disabled={!snapshot.canUndo} aria-label={t('tool.undo')} title={t('tool.undo')}><Icon name="undo" /></button>
              <button type="button" className="btn" onClick={redo} disabled={!snapshot.canRedo} aria-label={t('tool.redo')} title={t('tool.redo')}><Icon name="redo" /></button>
            </div>
          )}
          {selection.size > 0 && (
            <div className="actions ed-actions" role="group" aria-label={t('bar.label')}>
              <strong className="ed-count">{t('bar.selected', counted(selection.size))}</strong>
              <div className="ed-buttons">
                <button type="button" className="btn" onClick={() => ask('move')}><Icon name="move" /><span>{t('bar.move')}</span></button>
                <button type="button" className="btn" onClick={() => onStep(-1)} aria-label={t('bar.up')} title={t('bar.up')}><Icon name="arrow-up" /></button>
                <button type="button" className="btn" onClick={() => onStep(1)} aria-label={t('bar.down')} title={t('bar.down')}><Icon name="arrow-down" /></button>
                <button type="button" className="btn" onClick={() => ask('favourite')}><Icon name="star" /><span>{t('bar.favourite')}</span></button>
                <button type="button" className="btn" onClick={() => toggle('lock')}><Icon name="lock" /><span>{t('bar.lock')}</span></button>
                <button type="button" className="btn" onClick={() => toggle('skip')}><Icon name="skip" /><span>{t('bar.skip')}</span></button>
                {selection.size === 1 && <button type="button" className="btn" onClick={() => setRenaming([...selection][0] ?? null)}><Icon name="edit" /><span>{t('bar.rename')}</span></button>}
                <button type="button" className="btn" onClick={remove}><Icon name="trash" /><span>{t('bar.delete')}</span></button>
              </div>
              <div className="ed-picking">
                {selection.size < snapshot.rowCount && <button type="button" className="btn" onClick={() => store.selectMatching()}>{t('bar.all', counted(snapshot.rowCount))}</button>}
                <button type="button" className="btn" onClick={() => store.clearSelection()}>{t('bar.clear')}</button>
              </div>
            </div>
          )}
        </div>
      )}
      {more && asking === 'move' && <more.MoveDialog store={store} snapshot={snapshot} ids={ids} onClose={closeDialog} onMove={(to) => { closeDialog(); onMoved(ids, to) }} />}
      {more && asking === 'sort' && (
        <more.SortDialog store={store} snapshot={snapshot} ids={selection.size > 1 ? ids : []} onClose={closeDialog}
          onSort={(mode: SortMode, variant, only) => { closeDialog(); report(store.sort(mode, variant, only), t('said.sorted')) }} />
      )}
      {more && asking === 'favourite' && (
        <more.FavouriteDialog store={store} snapshot={snapshot} ids={ids} onClose={closeDialog}
          onToggle={(group, name) => {
            const { applied, value } = store.toggleFavourite(group, ids)
            report(applied, t(value ? 'said.favourite' : 'said.favourite-off', { ...counted(ids.length), name }))
          }} />
      )}
      {more && asking === 'keys' && <more.KeysDialog onClose={closeDialog} />}
      {more && asking === 'exit' && (
        <more.ExitDialog waiting={snapshot.save.waiting} onClose={() => { exit.current = null; closeDialog() }} onExit={() => exit.current?.requestSubmit()} />
      )}
    </section>
  )
}

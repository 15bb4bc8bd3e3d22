/**
 * The scripted editor of a channel list: the same page and addresses as the plain one, but with every row available,
 * and edits that show at once and are saved in the background. It renders the store's state; every action goes through
 * the store.
 */
import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import { useFormat } from '~/i18n/format'
import type { HeadedList } from '~/ui/channel-list/list-head'
import { isFiltered, type ChannelFilter } from '~/ui/channel-list/query'
import { Icon } from '~/ui/icon'
import { EditorContext, useEditor, type EditorContextValue } from './context'
import { createCommandTable, type CommandName } from './commands'
import { createEditorActions, type EditorActions } from './editor-actions'
import type { ConflictCopy } from '~/modules/channel-list/types'
import { Filters } from './filters'
import { StatusBar } from './status-bar'
import { Grid, type Start } from './grid/grid'
import { EditorRail, Head } from './head'
import { MoveDialog } from './move-dialog'
import type { Question } from './questions'
import { useEditorNotice } from './editor-notice'
import { SidePanel, useHasSidePanel } from './side-panel'
import type { EditorStore } from './store/store'
import { useExit } from './use-exit'
import { useHistoryKeys } from './use-history-keys'
import { useFilterAndOrder } from './use-filter-and-order'
import { useMine } from './use-mine'
import { useMore, type More } from './use-more'
import { usePageLinks } from './use-page-links'
import { useSnapshot, useSurroundings } from './use-store'
import { useToastUndo } from './use-toast-undo'

/** What the surrounding page gives the editor. */
export type EditorPage = {
  list: HeadedList
  /** Links to the list's other pages. */
  ways: ReactNode
  /** Why the list can't be changed, if it can't. */
  standing: ReactNode
  /** The notice about a box's conflict copy, for the version that the editor shows; null with unsaved edits. */
  notice(live: { beside: ConflictCopy; revision: number | null }): ReactNode
  categoryNames: CategoryNames
  /** A summary of the list that follows the edits. */
  about(live: { channels: number; satellites: number; transponders: number; hint: string | null }): ReactNode
}

export type EditorProps = {
  store: EditorStore
  list: EditorContextValue['list']
  /** The state of the plain page; `typing`: the person was typing in its search field. */
  start: Start & { typing: boolean }
  page: EditorPage
}

/**
 * What is open over the list or in a row. A replaced file closes it, because it concerns channels of the earlier file.
 */
const useOpen = (sourceId: string) => {
  const [question, ask] = useState<Question | null>(null)
  const [renaming, rename] = useState<number | null>(null)
  const [numbering, number] = useState<number | null>(null)
  const [shownSource, setShownSource] = useState(sourceId)
  const dismiss = useCallback(() => {
    rename(null)
    number(null)
    ask(null)
  }, [])
  if (shownSource !== sourceId) {
    setShownSource(sourceId)
    dismiss()
  }
  return { question, ask, renaming, rename, numbering, number, dismiss }
}

type EditOne = {
  store: EditorStore
  actions: EditorActions
  t: TFunction
  rename(id: number): void
  number(id: number): void
}
/** Commands that open a field in one channel's row. */
const editOne = ({ store, actions, t, rename, number }: EditOne) => {
  const openIn = (open: (id: number) => void) => () => {
    const id = store.target()
    if (id !== null) open(id)
    else if (store.snapshot().selection.size > 0) actions.showError(t('said.choose-one'))
  }
  return { rename: openIn(rename), number: openIn(number) }
}

/** The number of shown rows, and the button for the table of keys: the end of the search line. */
const Count = ({ onKeys }: { onKeys(): void }) => {
  const { t } = useTranslation('editor')
  const format = useFormat()
  const { filter, rowCount, length } = useEditor().snapshot
  const counted = (count: number) => ({ count, number: format.number(count) })
  return (
    <>
      <p className="ed-shown small muted">
        {isFiltered(filter)
          ? t('shown.some', { ...counted(rowCount), total: format.number(length) })
          : t('shown.all', counted(length))}
      </p>
      <button
        type="button"
        className="btn quiet ed-keys-button"
        onClick={onKeys}
        aria-label={t('tool.keys')}
        title={t('tool.keys')}
      >
        <Icon name="help" />
      </button>
    </>
  )
}

type CommandParts = {
  store: EditorStore
  actions: EditorActions
  clearNotice(): void
  ask(question: Question): void
  rename(id: number): void
  number(id: number): void
  root: RefObject<HTMLElement>
  searchField: RefObject<HTMLInputElement>
}

/** Runs a command from any key or button; on a read-only list only commands that change nothing. */
const useCommands = ({ store, actions, clearNotice, ask, rename, number, root, searchField }: CommandParts) => {
  const { t } = useTranslation('editor')
  return useMemo(() => {
    const table = createCommandTable({
      store,
      actions,
      clearNotice,
      ask,
      ...editOne({ store, actions, t, rename, number }),
      openDetails: () =>
        root.current?.querySelector<HTMLAnchorElement>(`#c-${store.snapshot().active} .c-name a`)?.click(),
      search: () => searchField.current?.focus(),
    })
    return (command: CommandName) => {
      const row = table[command]
      if (!row.edits || store.snapshot().canEdit) row.do()
    }
  }, [ask, actions, clearNotice, number, rename, root, searchField, store, t])
}

type MainProps = {
  typing: boolean
  searchField: RefObject<HTMLInputElement>
  onFilter(next: ChannelFilter): void
  onReset(): void
  onSort(sort: ViewSort | null): void
  onTakeOrder(): void
  more: More | null
  onKeys(): void
  children: ReactNode
}
/** The column of the rows, with the search above them. */
const Main = ({ onTakeOrder, onKeys, more, children, ...filters }: MainProps) => {
  const { t } = useTranslation('lists')
  return (
    <div className="ws-main">
      <Filters {...filters} Fields={more?.FilterFields ?? null}>
        <Count onKeys={onKeys} />
      </Filters>
      {more ? (
        <>
          <more.ListNotice onReset={filters.onReset} onBack={() => filters.onSort(null)} onTake={onTakeOrder} />
          <more.PrintedRows />
        </>
      ) : (
        <p className="only-print">{t('page.printedPart')}</p>
      )}
      {children}
    </div>
  )
}

export const Editor = ({ store, list, start, page }: EditorProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const snapshot = useSnapshot(store)
  useSurroundings(store)
  const root = useRef<HTMLElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const { notice, notify, clearNotice } = useEditorNotice(store)
  const actions = useMemo(() => createEditorActions({ store, t, format, notify }), [store, t, format, notify])
  const { canEdit, sourceId } = snapshot
  const { question, ask, renaming, rename, numbering, number, dismiss } = useOpen(sourceId)

  // Edits of an earlier visit, and what happens to them, need no action of the person.
  const hasNotice = snapshot.restored > 0 || snapshot.gone || snapshot.save.state !== 'clean'
  const later = question === 'move' ? null : question
  const onLack = useCallback(() => {
    dismiss()
    if (later !== null) actions.showError(t('offline.title'))
  }, [actions, dismiss, later, t])
  const isOdd = snapshot.sort !== null || snapshot.rowCount === 0
  const more = useMore(root, later !== null || hasNotice || isOdd, onLack)
  const askExit = useMemo(() => (more ? () => ask('exit') : null), [ask, more])
  const { stay, leave } = useExit(store, askExit)

  const { onFilter, onView, onSort, onTakeOrder } = useFilterAndOrder(store, actions, list.path)
  const mine = useMine(store, actions, snapshot)
  usePageLinks({ root, store, onView, onAsk: ask, onMine: mine.begin })
  useHistoryKeys(actions)
  useToastUndo(store, actions, list.path)
  const hasSide = useHasSidePanel()

  const onRenamed = useCallback(
    (id: number, name: string | null) => {
      rename(null)
      if (name !== null) actions.rename(id, name)
    },
    [actions, rename],
  )
  const onCommand = mine.within(useCommands({ store, actions, clearNotice, ask, rename, number, root, searchField }))
  const onClose = useCallback(() => {
    stay()
    ask(null)
  }, [ask, stay])

  return (
    <EditorContext.Provider value={{ store, snapshot, actions, list, categoryNames: page.categoryNames }}>
      <section className="ws editor" ref={root} data-editor="ready">
        <Head list={page.list} ways={page.ways} />
        <div className="ws-notices" ref={notices}>
          {!canEdit && !snapshot.gone && page.standing}
          {snapshot.beside &&
            !snapshot.gone &&
            page.notice({
              beside: snapshot.beside,
              revision: snapshot.save.state === 'clean' ? snapshot.save.revision : null,
            })}
          {more && <more.SaveProblems />}
        </div>
        <div className="ws-body">
          <EditorRail />
          <Main
            typing={start.typing}
            searchField={searchField}
            onFilter={onFilter}
            onReset={() => onView({})}
            onSort={onSort}
            onTakeOrder={onTakeOrder}
            more={more}
            onKeys={() => ask('keys')}
          >
            {more && mine.taken !== null && <more.MinePanel taken={mine.taken} onDone={mine.end} />}
            <Grid
              key={sourceId}
              start={start}
              more={more}
              renaming={renaming}
              numbering={numbering}
              taking={mine.taken !== null}
              onRename={mine.taken === null ? rename : mine.take}
              onNumber={number}
              onRenamed={onRenamed}
              onCommand={onCommand}
              onSort={onSort}
              notify={notify}
              asking={question !== null}
              onGiveUp={onClose}
            />
            <StatusBar
              notices={notices}
              notice={notice}
              more={more}
              onClearNotice={clearNotice}
              onCommand={onCommand}
            />
          </Main>
          {hasSide && (
            <SidePanel
              Inspector={more?.Inspector ?? null}
              about={page.about({
                channels: snapshot.length,
                satellites: snapshot.satellites.length,
                transponders: snapshot.transponders.length,
                hint: t('inspector.none'),
              })}
            />
          )}
        </div>
        {question === 'move' && <MoveDialog onClose={onClose} />}
        {more && later && <more.Questions question={later} onClose={onClose} onExit={leave} />}
      </section>
    </EditorContext.Provider>
  )
}

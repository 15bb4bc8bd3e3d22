/**
 * The scripted editor of a channel list: the same page and addresses as the plain one, but with every row available,
 * and edits that show at once and are saved in the background. It renders the store's state; every action goes through
 * the store.
 */
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { isFiltered } from '~/ui/channel-list/query'
import { Notice } from '~/ui/notice'
import { createCommandTable, type CommandName } from './commands'
import { createDeeds, type Deeds } from './deeds'
import type { Beside } from './engine-data'
import { Filters } from './filters'
import { Foot } from './foot'
import { Grid, type Start } from './grid/grid'
import { Head, Sky, type Heading } from './head'
import { LookBar } from './look-bar'
import type { Question } from './questions'
import { useSaid } from './said'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import { useTypedAhead } from './typed-ahead'
import { useExit } from './use-exit'
import { useHistoryKeys } from './use-history-keys'
import { useLook } from './use-look'
import { useMore } from './use-more'
import { usePageLinks } from './use-page-links'
import { useSnapshot, useSurroundings } from './use-store'

/** The page's own notice of a box's save that waits beside, for the version that the editor shows. */
export type LiveNotice = (live: { beside: Beside; revision: number }) => ReactNode

export type EditorProps = {
  store: EditorStore
  /** The plain page's address, for addresses of filters and of channels; `userId`: who edits. */
  list: { id: string; path: string; userId: string }
  /** The state of the plain page; `typing`: the person was typing in its search field. */
  start: Start & { typing: boolean }
  heading: Heading
  links?: ReactNode
  notice?: LiveNotice | undefined
}

/**
 * What is open over the list or in a row. A replaced file closes it, because it concerns channels of the earlier one.
 */
const useOpen = (sourceId: string) => {
  const [question, ask] = useState<Question | null>(null)
  const [renaming, rename] = useState<number | null>(null)
  const [numbering, number] = useState<number | null>(null)
  const [shownSource, setShownSource] = useState(sourceId)
  if (shownSource !== sourceId) {
    setShownSource(sourceId)
    rename(null)
    number(null)
    ask(null)
  }
  return { question, ask, renaming, rename, numbering, number }
}

type EditOne = {
  store: EditorStore
  deeds: Deeds
  t: TFunction
  rename(id: number): void
  number(id: number): void
}
/** Commands that open a field in the row of one channel. */
const editOne = ({ store, deeds, t, rename, number }: EditOne) => {
  const openIn = (open: (id: number) => void) => () => {
    const id = store.target()
    if (id !== null) open(id)
    else if (store.snapshot().selection.size > 0) deeds.sayWrong(t('said.choose-one'))
  }
  return { rename: openIn(rename), number: openIn(number) }
}

const Count = ({ snapshot, onKeys }: { snapshot: Snapshot; onKeys(): void }) => {
  const { t } = useTranslation('editor')
  const format = useFormat()
  const { filter, rowCount, length } = snapshot
  const counted = (count: number) => ({ count, number: format.number(count) })
  return (
    <div className="ed-status">
      <p className="small muted">
        {isFiltered(filter)
          ? t('shown.some', { ...counted(rowCount), total: format.number(length) })
          : t('shown.all', counted(length))}
      </p>
      <span className="row ed-status-tools">
        <button type="button" className="btn quiet ed-keys-button" onClick={onKeys}>
          {t('tool.keys')}
        </button>
      </span>
    </div>
  )
}

export const Editor = ({ store, list, start, heading, links, notice }: EditorProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const snapshot = useSnapshot(store)
  useSurroundings(store)
  const root = useRef<HTMLElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const { said, say, hush } = useSaid(store)
  const deeds = useMemo(() => createDeeds({ store, t, format, say }), [store, t, format, say])
  const { canEdit, sourceId } = snapshot
  const { question, ask, renaming, rename, numbering, number } = useOpen(sourceId)

  // Edits of an earlier visit, and what becomes of them, need no action of the person.
  const hasNews = snapshot.restored > 0 || snapshot.gone || snapshot.save.state !== 'clean'
  const onLack = useCallback(() => {
    ask(null)
    if (question) deeds.sayWrong(t('offline.title'))
  }, [ask, deeds, question, t])
  const more = useMore(root, question !== null || hasNews, onLack)
  const dismiss = useCallback(() => ask(null), [ask])
  const typedAhead = useTypedAhead(question, more === null, dismiss)
  const askExit = useMemo(() => (more ? () => ask('exit') : null), [ask, more])
  const { stay, leave } = useExit(store, askExit)

  const { onFilter, onSort, onTakeOrder } = useLook(store, deeds, list.path)
  usePageLinks({ root, store, onFilter, onAsk: ask })
  useHistoryKeys(deeds)

  const onRenamed = useCallback(
    (id: number, name: string | null) => {
      rename(null)
      if (name !== null) deeds.rename(id, name)
    },
    [deeds, rename],
  )
  const onCommand = useMemo(() => {
    const table = createCommandTable({
      store,
      deeds,
      hush,
      ask,
      ...editOne({ store, deeds, t, rename, number }),
      openDetails: () =>
        root.current?.querySelector<HTMLAnchorElement>(`#c-${store.snapshot().active} .c-name a`)?.click(),
      search: () => searchField.current?.focus(),
    })
    return (command: CommandName) => {
      const row = table[command]
      if (!row.edits || store.snapshot().canEdit) row.do()
    }
  }, [ask, deeds, hush, number, rename, store, t])
  const onClose = useCallback(() => {
    stay()
    ask(null)
  }, [ask, stay])

  return (
    <section className="editor" ref={root} data-editor="ready">
      <Head place={head} snapshot={snapshot} deeds={deeds} heading={heading} links={links} />
      {!canEdit && !snapshot.gone && <Notice tone="info">{t('lists:page.readOnly')}</Notice>}
      {snapshot.beside && !snapshot.gone && notice?.({ beside: snapshot.beside, revision: snapshot.save.revision })}
      {more && <more.Troubles store={store} snapshot={snapshot} userId={list.userId} />}
      <Sky snapshot={snapshot} listPath={list.path} />
      <div className="card channels-card">
        <Filters
          store={store}
          snapshot={snapshot}
          typing={start.typing}
          searchField={searchField}
          onFilter={onFilter}
          onSort={onSort}
        />
        <Count snapshot={snapshot} onKeys={() => ask('keys')} />
        {snapshot.sort && (
          <LookBar sort={snapshot.sort} canEdit={canEdit} onBack={() => onSort(null)} onTake={onTakeOrder} />
        )}
        {snapshot.rowCount === 0 && (
          <p className="ed-empty">{t(isFiltered(snapshot.filter) ? 'lists:page.noMatch' : 'lists:page.empty')}</p>
        )}
        <Grid
          key={sourceId}
          store={store}
          snapshot={snapshot}
          list={list}
          start={start}
          DragHost={more?.DragHost ?? null}
          renaming={renaming}
          numbering={numbering}
          onRename={rename}
          onNumber={number}
          onRenamed={onRenamed}
          onCommand={onCommand}
          onSort={onSort}
          deeds={deeds}
          say={say}
          asking={question !== null}
        />
      </div>
      <Foot
        store={store}
        snapshot={snapshot}
        head={head}
        said={said}
        deeds={deeds}
        onHush={hush}
        onCommand={onCommand}
      />
      {more && question && (
        <more.Questions
          question={question}
          store={store}
          snapshot={snapshot}
          deeds={deeds}
          listPath={list.path}
          typedAhead={typedAhead}
          onClose={onClose}
          onExit={leave}
        />
      )}
    </section>
  )
}

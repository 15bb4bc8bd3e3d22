/** The start of the editor's own chunk: from the fetched parts to a store that is ready to show. */
import type { ComponentType } from 'react'
import { newBatchId } from '~/client/batch-id'
import { makeEngine } from '~/engine/instance.client'
import { parseListQuery } from '~/ui/channel-list/query'
import { createCellsLoader } from './cells'
import { Editor, type EditorProps } from './editor'
import { clearJournals, openJournal } from './save/journal'
import { openNeighbours } from './neighbours'
import { findPlace, forgetPlaces } from './place'
import { readPlain, whenIdle } from './plain-page'
import { createEditorStore } from './store/store'
import { browserTimers } from './timers'
import { createTransport, readFetched } from './transport'

type OpenParts = {
  module: WebAssembly.Module
  /** The response with the list, already on its way. */
  answer: Response
  listId: string
  userId: string
  listPath: string
}
export type OpenedEditor = {
  Editor: ComponentType<EditorProps>
  /** Resolves when the plain page holds no unfinished input that would be lost with it. */
  whenIdle(plain: HTMLElement | null): Promise<void>
  /** Carries over what was chosen in the plain page. */
  begin(plain: HTMLElement | null): Omit<EditorProps, 'page'>
  close(): void
}

/** The visible height of the plain page's rows: the editor's rows appear in nearly the same place. */
const rowsHeightPx = (plain: HTMLElement | null): number => {
  const rows = plain?.querySelector('tbody')
  return rows ? window.innerHeight - Math.max(0, rows.getBoundingClientRect().top) : window.innerHeight / 2
}

/** Opens the list; null if the server does not return it (the plain page shows why). */
export const openEditor = async ({
  module,
  answer,
  listId,
  userId,
  listPath,
}: OpenParts): Promise<OpenedEditor | null> => {
  const [fetched, engine, journal] = await Promise.all([
    readFetched(answer),
    makeEngine(module),
    openJournal(userId, listId).catch(() => null),
  ])
  if (fetched.is !== 'data') {
    journal?.close()
    return null
  }
  const store = await createEditorStore({
    engine,
    cells: createCellsLoader(engine),
    data: fetched.data,
    transport: createTransport(listId),
    journal,
    neighbours: openNeighbours(listId),
    timers: browserTimers,
    forget: () => {
      forgetPlaces()
      return clearJournals(userId)
    },
    random: Math.random,
    newBatch: newBatchId,
  })
  const begin = (plain: HTMLElement | null): Omit<EditorProps, 'page'> => {
    const params = new URLSearchParams(window.location.search)
    const query = parseListQuery(params)
    const { typing, search, source, ticked, isAll, row, isInRows } = readPlain(plain, params)
    const isSearched = search !== null && search !== (query.filter.search ?? '')
    const { search: _, ...others } = query.filter
    store.setFilter(isSearched ? { ...others, ...(search ? { search } : {}) } : query.filter)
    store.setSort(query.sort)
    // The plain page may show an earlier file than the one that was fetched.
    const isSameFile = source === fetched.data.sourceId
    const place = findPlace(listId)
    if (isSameFile && isAll) store.selectMatching()
    else if (isSameFile && ticked.length > 0)
      store.restorePlace({ source: fetched.data.sourceId, active: null, selection: ticked })
    else if (place) store.restorePlace(place)
    if (isSameFile && row !== null && store.indexOf(row) >= 0) store.focus(row)
    return {
      store,
      list: { id: listId, path: listPath, userId },
      start: {
        typing,
        isInRows,
        row: query.page > 1 ? (query.page - 1) * (query.size ?? 10) : 0,
        scrolledPx: place?.offsetPx ?? null,
        heightPx: rowsHeightPx(plain),
      },
    }
  }
  return {
    Editor,
    async whenIdle(plain) {
      // The list may have changed elsewhere in the meantime.
      if (await whenIdle(plain)) void store.refresh()
    },
    begin,
    close: store.close,
  }
}

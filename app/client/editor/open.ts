/** The start of the editor's own chunk: from the fetched parts to a store that is ready to show. */
import type { ComponentType } from 'react'
import { makeEngine } from '~/engine/instance.client'
import { parseListQuery } from '~/ui/channel-list/query'
import { createCellsLoader } from './cells'
import { Editor, type EditorProps } from './editor'
import { clearJournals, openJournal } from './save/journal'
import { openNeighbours } from './neighbours'
import { findPlace, forgetPlaces } from './place'
import { createEditorStore } from './store/store'
import { browserTimers } from './timers'
import { createTransport, readFetched } from './transport'

type OpenParts = {
  module: WebAssembly.Module
  /** The engine's response with the list, already on its way. */
  answer: Response
  listId: string
  userId: string
  listPath: string
  /** The plain page, for what was chosen in it before the editor took over. */
  plain: HTMLElement | null
}
export type OpenedEditor = {
  Editor: ComponentType<EditorProps>
  props: Omit<EditorProps, 'page'>
  close(): void
}

/** Boxes that were ticked in the plain page stay ticked. */
const tickedIn = (plain: HTMLElement | null): number[] =>
  [...(plain?.querySelectorAll<HTMLInputElement>('input[type=checkbox][name=id]:checked') ?? [])]
    .map((box) => Number(box.value))
    .filter(Number.isInteger)

/** The visible height of the plain page's rows: the editor's rows appear in nearly the same place. */
const rowsHeightPx = (plain: HTMLElement | null): number => {
  const rows = plain?.querySelector('tbody')
  return rows ? window.innerHeight - Math.max(0, rows.getBoundingClientRect().top) : window.innerHeight / 2
}

/** Opens the list; null where the server does not return it (the plain page shows why). */
export const openEditor = async ({
  module,
  answer,
  listId,
  userId,
  listPath,
  plain,
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
    newBatch: () => crypto.randomUUID(),
  })
  const query = parseListQuery(new URLSearchParams(window.location.search))
  const search = plain?.querySelector<HTMLInputElement>('input[name=search]')
  const typing = search !== null && search !== undefined && document.activeElement === search
  store.setFilter({ ...query.filter, ...(typing && search.value.trim() ? { search: search.value.trim() } : {}) })
  store.setSort(query.sort)
  // The plain page may show an earlier file than the one that was fetched.
  const ofSameFile = plain?.querySelector<HTMLInputElement>('input[name=source]')?.value === fetched.data.sourceId
  const ticked = ofSameFile ? tickedIn(plain) : []
  const place = findPlace(listId)
  if (ticked.length > 0 || !place) for (const id of ticked) store.pick(id, 'toggle')
  else store.comeBack(place)
  const firstRow = query.page > 1 ? (query.page - 1) * (query.size ?? 10) : 0
  return {
    Editor,
    props: {
      store,
      list: { id: listId, path: listPath, userId },
      start: { typing, row: firstRow, comeBackPx: place?.offsetPx ?? null, heightPx: rowsHeightPx(plain) },
    },
    close: store.close,
  }
}

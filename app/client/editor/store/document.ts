/**
 * The list as shown: the portal's newest version, open in the engine, with this tab's own actions applied. `newest` is
 * always the portal's version. `Contents` never change once read.
 */
import type {
  Category,
  Columns,
  Engine,
  FavouriteGroup,
  OpenList,
  Operation,
  Satellite,
  Transponder,
} from '~/engine/types'
import type { EngineData } from '../engine-data'
import type { ShownNames } from './shown-names'

/** The list's contents, copied out of the engine's memory. */
export type Contents = {
  columns: Columns
  names: readonly string[]
  satellites: readonly Satellite[]
  transponders: readonly Transponder[]
  groups: readonly FavouriteGroup[]
  categories: readonly Category[]
  /** The numbers by place, if any channel has a number of its own. */
  numbers: Int32Array | null
}

const copyColumns = (c: Columns): Columns => ({
  length: c.length,
  id: c.id.slice(),
  satellite: c.satellite.slice(),
  transponder: c.transponder.slice(),
  sid: c.sid.slice(),
  type: c.type.slice(),
  flags: c.flags.slice(),
  favourites: c.favourites.slice(),
})

const openList = (engine: Engine, source: Uint8Array, state: Uint8Array): OpenList => {
  const opened = engine.open(source, { state })
  if (!opened.ok) throw new Error(`editor: the source is refused (${opened.refusal})`)
  return opened.list
}

export type Document = ReturnType<typeof openDocument>

/** Opens the list. Throws if the bytes can't be opened: the plain page stays. */
export const openDocument = (engine: Engine, data: EngineData) => {
  if (!data.source) throw new Error('editor: the first answer must bring the source')
  let list = openList(engine, data.source, data.state)
  let newest: EngineData = { ...data, source: null }
  let version = 0
  let contents: Contents | null = null
  let shownNames: ShownNames | null = null
  return {
    /** The shown names, if the person chose another language. */
    shownNames: (): ShownNames | null => shownNames,
    /** The edit that changes the name of a channel as it is shown. */
    renaming: (id: number, name: string): Operation => shownNames?.rename(list, id, name) ?? { op: 'rename', id, name },
    showNames(names: ShownNames): void {
      shownNames = names
    },
    /** The engine's list. Call `changed` after editing it. */
    list: (): OpenList => list,
    /** The portal's version, as far as it is known here; its source is in the engine. */
    newest: (): EngineData => newest,
    /** Increases with every change of what is shown. */
    version: (): number => version,
    contents: (): Contents =>
      (contents ??= {
        columns: copyColumns(list.columns()),
        names: shownNames?.of(list) ?? list.names(),
        satellites: list.satellites(),
        transponders: list.transponders(),
        groups: list.favouriteGroups(),
        categories: list.categories(),
        numbers: list.ownNumbers().size > 0 ? list.numbers() : null,
      }),
    /** Adds facts about the newest version; the shown list stays. */
    note(more: Partial<Omit<EngineData, 'source'>>): void {
      newest = { ...newest, ...more }
    },
    /** Replaces what is shown by the newest version. */
    load(data: EngineData): void {
      if (data.source) list = openList(engine, data.source, data.state)
      else list.load(data.state)
      newest = { ...data, source: null }
    },
    changed(): void {
      version++
      contents = null
    },
  }
}

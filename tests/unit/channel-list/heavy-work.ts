/** Long work on lists: a list of 99 900 channels, and archives that unpack to megabytes. */
import {
  applyOperations,
  engineData,
  exportFile,
  getList,
  mapChannels,
  previewEncoding,
  readList,
  reportOf,
  saveFromBox,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import type { PieceName } from '~/modules/channel-list/engine/work'
import { zipOf } from '../../support/fixtures/xlsx'
import { good, longSdxFile, makeActor, makeBox } from './people'

export const channels = 99_900

/** `save` is a box's save. Its file is made beforehand: writing it takes longer than one turn may. */
export const beginLongList = async () => {
  const owner = await makeActor()
  const box = await makeBox(owner)
  const bytes = longSdxFile(channels)
  return { owner, save: () => saveFromBox(box, { listId: null, name: 'Long', bytes }) }
}

/** A spreadsheet and a settings archive, of some kilobytes each. */
export const packedFiles = (): Uint8Array[] => [
  zipOf({
    'xl/sharedStrings.xml': '<si><t>A channel</t></si>'.repeat(90_000),
    'xl/worksheets/sheet1.xml': `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(15_000),
  }),
  zipOf({ lamedb: `eDVB services /4/\ntransponders\n${'x'.repeat(20_000_000)}` }),
]

type Work = {
  does: string
  /** The pieces of work that the engine's thread is asked to do. */
  pieces: PieceName[]
  work: (owner: Actor, id: string) => Promise<{ ok: boolean }>
}
/** Run on a new long list, in this order. */
export const works: Work[] = [
  {
    does: 'is exported in another dialect',
    pieces: ['write'],
    work: (owner, id) => exportFile(owner, id, { format: 'chl' }),
  },
  { does: 'is exported in its own', pieces: ['write'], work: (owner, id) => exportFile(owner, id) },
  {
    does: 'is paged, searched and shown by name',
    pieces: ['viewHead', 'viewCall', 'viewCall', 'viewCall', 'viewCall', 'viewCall'],
    work: (owner, id) =>
      readList(owner, id, {}, (view) => [
        view.rows({}, { page: 3, size: 50 }),
        view.rows({ search: 'a' }, { page: 1, size: 50 }),
        view.rows({ sort: 'name' }, { page: 2, size: 50 }),
        view.facets(),
        view.favouriteGroups(),
      ]),
  },
  {
    does: 'tells the ids that match',
    pieces: ['viewHead', 'viewCall'],
    work: (owner, id) => readList(owner, id, {}, (view) => view.ids({ type: 'tv' }).length),
  },
  { does: 'is reported', pieces: ['report'], work: (owner, id) => reportOf(owner, id, { page: 1, size: 20 }) },
  {
    does: 'is shown in another encoding',
    pieces: ['preview'],
    work: (owner, id) => previewEncoding(owner, id, 'iso-8859-5'),
  },
  {
    does: 'is sorted',
    pieces: ['prepare'],
    work: (owner, id) => applyOperations(owner, id, { base: 1, operations: [{ op: 'sort', mode: 'az' }] }),
  },
  {
    does: 'is edited on a stale base',
    pieces: ['prepare'],
    work: (owner, id) => applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 5, name: 'Five' }] }),
  },
  {
    does: 'is looked through for the channels of an earlier file',
    pieces: ['mapIds'],
    work: async (owner, id) =>
      mapChannels(owner, id, { source: good(await getList(owner, id)).source, ids: [1, 2, 3, 99_000] }),
  },
  { does: 'is undone', pieces: ['readFacts'], work: (owner, id) => undo(owner, id) },
  // The stored bytes are sent as they are.
  { does: 'is given to the editor', pieces: [], work: (owner, id) => engineData(owner, id) },
]

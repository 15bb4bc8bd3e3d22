/** The audio sources of an account as a shelf, with which its pages do what those of a category do. */
import {
  addEntries,
  findRefusals,
  deleteEntries,
  editEntry,
  entriesMax,
  findEntries,
  getEntry,
  moveEntries,
  sortEntries,
  type LinkActor,
} from '~/modules/audio/audio.server'
import type { Shelf } from '~/web/mylink/shelf.server'

export const audioPath = '/features/audio'

export const audioShelf = (actor: LinkActor): Shelf => ({
  service: 'audio',
  kind: 'audio',
  path: audioPath,
  pathOf: (id) => `${audioPath}/entries/${id}`,
  linksMax: entriesMax,
  find: (query) => findEntries(actor, query),
  get: (id) => getEntry(actor, id),
  check: findRefusals,
  add: (links, named) => addEntries(actor, links, named),
  edit: (id, edit) => editEntry(actor, id, edit),
  remove: (ids, named) => deleteEntries(actor, ids, named),
  move: (ids, to, named) => moveEntries(actor, ids, to, named),
  sort: (order, named) => sortEntries(actor, order, named),
})

/** The addresses that the editor calls. */
const list = (listId: string) => encodeURIComponent(listId)

export const addressOf = {
  engine: (listId: string) => `/features/lists/${list(listId)}/engine`,
  edit: (listId: string) => `/api/chmax/lists/${list(listId)}/operations`,
  mapping: (listId: string) => `/api/chmax/lists/${list(listId)}/mapping`,
  undo: (listId: string) => `/api/chmax/lists/${list(listId)}/undo`,
  redo: (listId: string) => `/api/chmax/lists/${list(listId)}/redo`,
}

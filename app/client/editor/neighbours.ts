/** This browser's other tabs with the same list: they tell each other about the revisions that they made. */
export type Neighbours = {
  announce(revision: number): void
  listen(onRevision: (revision: number) => void): void
  close(): void
}

export const openNeighbours = (listId: string): Neighbours | null => {
  if (!('BroadcastChannel' in window)) return null
  const channel = new BroadcastChannel(`portal-list:${listId}`)
  return {
    announce: (revision) => channel.postMessage(revision),
    listen: (onRevision) => {
      channel.onmessage = (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'number') onRevision(event.data)
      }
    },
    close: () => channel.close(),
  }
}

/** Who wants to know that a box's rights changed: caches that must forget it. */
type Listener = (sn: string) => void
const listeners: Listener[] = []

/** Tells of every box whose binding, token or active list changed, after it is stored. Connected once at start. */
export const onDeviceChanged = (listener: Listener): void => void listeners.push(listener)
export const notifyDeviceChanged = (sn: string): void => {
  for (const listener of listeners) listener(sn)
}

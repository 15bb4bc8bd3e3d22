/**
 * The uploads under way in this tab, in session storage: the server's ids and what identifies the same file. It is
 * cleared with the session.
 */
export type Remembered = { id: string; kind: 'image' | 'video'; name: string; size: number; lastModified: number }

const nameOf = (formKey: string): string => `portal-attachments:${formKey}`

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'kind' in value &&
  (value.kind === 'image' || value.kind === 'video') &&
  'name' in value &&
  typeof value.name === 'string' &&
  'size' in value &&
  typeof value.size === 'number' &&
  'lastModified' in value &&
  typeof value.lastModified === 'number'

export const recall = (formKey: string): Remembered[] => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(formKey)) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter(isRemembered) : []
  } catch {
    return []
  }
}

export const remember = (formKey: string, items: readonly Remembered[]): void => {
  try {
    if (items.length === 0) sessionStorage.removeItem(nameOf(formKey))
    else sessionStorage.setItem(nameOf(formKey), JSON.stringify(items))
  } catch {
    // If storage is refused, uploads are merely forgotten after a reload.
  }
}

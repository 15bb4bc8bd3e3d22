/**
 * Where a person was in a list, kept for the browser's Back and for reloads: one entry per history step, so that a link
 * to the list still begins at its top. If it can't be stored, it is not restored.
 */
import { newBatchId } from '~/client/batch-id'

export type Place = {
  /** The file that the ids belong to. */
  source: string
  /** How far the rows were scrolled, in CSS pixels from their top; negative while the page's head was visible. */
  offsetPx: number
  active: number | null
  selection: readonly number[]
}
type Kept = Place & { list: string; step: string }

const storageName = 'portal-editor-places'
/** A person goes back a few steps, not hundreds; each entry holds at most the ids of one list. */
const placesMax = 12

/** The router's key of a history step. */
export const stepOfHistory = (): string => {
  const state: unknown = window.history.state
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : null
  return typeof key === 'string' ? key : ''
}

/** The state of a step that the editor adds to the history, in the form that the router gives its own steps. */
export const newStep = (): { key: string; idx: number; usr: null } => {
  const state: unknown = window.history.state
  const idx = typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0
  return { usr: null, key: newBatchId().slice(0, 8), idx: idx + 1 }
}

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false
  const { list, step, source, offsetPx, active, selection } = value as Partial<Record<keyof Kept, unknown>>
  return (
    typeof list === 'string' &&
    typeof step === 'string' &&
    typeof source === 'string' &&
    typeof offsetPx === 'number' &&
    Number.isFinite(offsetPx) &&
    (active === null || Number.isInteger(active)) &&
    Array.isArray(selection) &&
    selection.every(Number.isInteger)
  )
}
const readAll = (): Kept[] => {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    return Array.isArray(parsed) ? (parsed as unknown[]).filter(isKept) : []
  } catch {
    return []
  }
}

/** Keeps the place of one step, replacing an earlier one. */
export const keepPlace = (list: string, step: string, place: Place): void => {
  if (step === '') return
  try {
    sessionStorage.setItem(
      storageName,
      JSON.stringify([{ list, step, ...place }, ...readAll().filter((kept) => kept.step !== step)].slice(0, placesMax)),
    )
  } catch {
    // Storage may be forbidden or full.
  }
}

/** The place of the current step in this list; null at a first visit. */
export const findPlace = (list: string): Place | null => {
  const step = stepOfHistory()
  return step === '' ? null : (readAll().find((kept) => kept.list === list && kept.step === step) ?? null)
}

/** Removes all of them at Exit. */
export const forgetPlaces = (): void => {
  try {
    sessionStorage.removeItem(storageName)
  } catch {
    // Then nothing was stored.
  }
}

/** The files of one form as values: the state of each, and how an answer changes it. */
import type { ShownAttachment } from '~/ui/attachment-list'
import type { Remembered } from './memory'
import type { AttachmentState } from './transport'

/**
 * turn: waits for the file before it. sending. checking: everything is sent. waiting: the connection is lost; it
 * resumes by itself. again: begun before a reload; the file must be chosen again. offer: complete on the server, and
 * only sent along if it is used. failed: `message` says why. done.
 */
export type Step = 'turn' | 'sending' | 'checking' | 'waiting' | 'again' | 'offer' | 'failed' | 'done'
export type Item = {
  key: string
  kind: 'image' | 'video'
  name: string
  size: number
  lastModified: number
  file: File | null
  id: string | null
  sent: number
  step: Step
  message: string | null
  /** False if sending the same file again is useless. */
  canRetry: boolean
  width: number | null
  height: number | null
  /** The file was chosen in this form, which is not sent without it unless it is removed. */
  isMine: boolean
}
/** Already part of the feedback. */
export type Kept = ShownAttachment
/** Belongs to the account and is not sent yet; `received` bytes of it have arrived. */
export type Unsent = Kept & { received: number; done: boolean }

/** Codes after which the same file can't succeed. */
const final: ReadonlySet<string> = new Set(['A0413', 'A0415', 'A0422', 'F1104'])
/** Temporary codes: the network, an overloaded or stopping server, a limit's pause. */
const passing: ReadonlySet<string> = new Set(['network', 'cancelled', 'A0503', 'A0500', 'A0400', 'unknown'])
const underWay: ReadonlySet<Step> = new Set(['turn', 'sending', 'checking', 'waiting'])

export const isPassing = (code: string): boolean => passing.has(code)
export const isUnderWay = ({ step }: Item): boolean => underWay.has(step)
/** Chosen in this form, but missing: it has failed, or must be chosen again. */
export const lacks = ({ step, isMine }: Item): boolean => step === 'failed' || (step === 'again' && isMine)
/** True if name and size match. */
export const mayBe = (item: Item, file: File): boolean => item.name === file.name && item.size === file.size

const blank = { file: null, message: null, width: null, height: null } as const

/** A file that was just chosen. */
export const itemOfFile = (key: string, kind: Item['kind'], file: File): Item => ({
  ...blank,
  key,
  kind,
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  file,
  id: null,
  sent: 0,
  step: 'turn',
  canRetry: false,
  isMine: true,
})

const itemOf = (one: Kept, sent: number, step: Step, isMine: boolean): Item => ({
  ...blank,
  ...{ key: one.id, id: one.id, kind: one.kind, name: one.name, size: one.size, lastModified: 0 },
  ...{ sent, step, canRetry: step === 'again', width: one.width, height: one.height, isMine },
})
/** The files that the page came with. `wanted`: those that the form named when it came back. */
export const itemsOfPage = (kept: readonly Kept[], unsent: readonly Unsent[], wanted: readonly string[]): Item[] => {
  const wants = ({ id }: Kept): boolean => wanted.includes(id)
  return [
    ...kept.map((one) => itemOf(one, one.size, 'done', wants(one))),
    ...unsent.map((one) => itemOf(one, one.received, !one.done ? 'again' : wants(one) ? 'done' : 'offer', wants(one))),
  ]
}

/** An upload that this tab had begun. `state`: what the server has of it, null if it can't be asked now. */
export const itemOfMemory = (one: Remembered, state: AttachmentState | null): Item => ({
  ...blank,
  key: one.id,
  ...one,
  sent: state?.received ?? 0,
  step: 'again',
  canRetry: true,
  isMine: true,
  ...(state?.done ? { step: 'done', size: state.size, width: state.width, height: state.height } : {}),
})

/** The part of a form's files that a tab remembers for a reload. */
export const toRemember = (item: Item): Remembered[] =>
  item.id === null || item.step === 'failed' || item.step === 'offer'
    ? []
    : [{ id: item.id, kind: item.kind, name: item.name, size: item.size, lastModified: item.lastModified }]

/** The server has the complete file. */
export const finished = (state: AttachmentState): Partial<Item> => ({
  step: 'done',
  id: state.id,
  sent: state.size,
  width: state.width,
  height: state.height,
  file: null,
  message: null,
})
/** The server does not accept it. */
export const failed = (code: string, message: string): Partial<Item> => ({
  step: 'failed',
  message,
  canRetry: !final.has(code),
  ...(code === 'F1102' || final.has(code) ? { id: null, sent: 0 } : {}),
})

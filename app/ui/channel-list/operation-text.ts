/** What an edit did, in a few words: for the history, for Undo and Redo, for a clash. Texts of the namespace `lists`. */
import type { TFunction } from 'i18next'
import { isolate } from './joined'

export type StepShape = {
  op: string
  count: number
  name?: string
  channels?: readonly string[]
  from?: number
  to?: number
  value?: boolean
  mode?: string
  variant?: number
  encoding?: string
}
export type RevisionShape = { kind: string; steps: readonly StepShape[]; of: number | null }

/** More steps than this are only counted. */
const namedSteps = 3

/** A sort mode with its variant: "Satellite, then name · transponders by frequency". */
export const sortText = (mode: string, variant: number | undefined, t: TFunction): string => {
  const text = t(`lists:sort.${mode}`)
  return variant === undefined ? text : `${text} · ${t(variant === 2 ? 'lists:sort.bySerial' : 'lists:sort.byFrequency')}`
}

const stepText = (step: StepShape, t: TFunction): string => {
  const channels = t('lists:channels.count', { count: step.count })
  const named = step.channels ?? []
  const [channel] = named
  const names = `${named.map((name) => isolate(name)).join(', ')}${step.count > named.length ? '…' : ''}`
  switch (step.op) {
    case 'move':
      if (step.count === 1 && channel && step.from !== undefined && step.to !== undefined) return t('lists:operation.moveFrom', { name: channel, from: step.from, to: step.to })
      return channel ? t('lists:operation.named', { what: t('lists:operation.move', { channels }), names }) : t('lists:operation.move', { channels })
    case 'step': return t('lists:operation.step', { channels })
    case 'sort':
    case 'order': {
      const mode = step.mode ?? (step.op === 'sort' ? step.name : undefined)
      return mode ? t('lists:operation.sortMode', { mode: sortText(mode, step.variant, t) }) : t('lists:operation.order')
    }
    case 'rename':
      if (channel && step.name !== undefined) return t('lists:operation.renameFrom', { from: channel, name: step.name })
      return t('lists:operation.rename', { name: step.name ?? '' })
    case 'lock': return t(step.value === false ? 'lists:operation.unlock' : 'lists:operation.lock', { channels })
    case 'skip': return t(step.value === false ? 'lists:operation.unskip' : 'lists:operation.skip', { channels })
    case 'favourite': return t(step.value === false ? 'lists:operation.unfavourite' : 'lists:operation.favourite', { channels })
    case 'delete': return channel ? t('lists:operation.named', { what: t('lists:operation.delete', { channels }), names }) : t('lists:operation.delete', { channels })
    case 'encoding': return t('lists:operation.encoding', { encoding: step.encoding ?? step.name ?? '' })
    default: return t('lists:operation.edit')
  }
}

export const operationText = ({ kind, steps, of }: RevisionShape, t: TFunction): string => {
  switch (kind) {
    case 'import':
    case 'replace':
    case 'box-save':
    case 'keep':
    case 'copy': return t(`lists:operation.${kind}`)
    case 'restore': return of === null ? t('lists:operation.restorePlain') : t('lists:operation.restore', { number: of })
    case 'undo':
    case 'redo': return of === null ? t(`lists:operation.${kind}`) : `${t(`lists:operation.${kind}`)} · ${t('lists:page.revision', { number: of })}`
    default:
      if (steps.length === 0) return t('lists:operation.edit')
      return steps.length > namedSteps ? t('lists:operation.batch', { number: steps.length }) : steps.map((step) => stepText(step, t)).join(' · ')
  }
}

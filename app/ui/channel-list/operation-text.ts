/**
 * Describes an edit in a few words: for the history, for Undo and Redo, for a conflict. Texts are in the namespaces
 * `lists` and `tables`.
 */
import type { TFunction } from 'i18next'
import type { RevisionSummary, StepSummary } from '~/modules/channel-list/types'
import { groupName } from './group-name'
import { isolate } from './joined'

export type RevisionShape = Pick<RevisionSummary, 'kind' | 'steps' | 'of'>

/** Above this number, steps are only counted. */
const namedSteps = 3

/** A sort mode with its variant: "Satellite, then name · transponders by frequency". */
export const sortText = (mode: string, variant: number | undefined, t: TFunction): string => {
  const text = t(`lists:sort.${mode}`)
  return variant === undefined
    ? text
    : `${text} · ${t(variant === 2 ? 'lists:sort.bySerial' : 'lists:sort.byFrequency')}`
}

const flagTexts = { lock: ['lock', 'unlock'], skip: ['skip', 'unskip'] } as const

const parts: Readonly<Record<string, string>> = {
  satellite: 'Satellite',
  transponder: 'Transponder',
  group: 'Group',
  category: 'Category',
}
/** An edit of a satellite, transponder, group or category, with its name. */
const partText = ({ op, target = 'channel', part = '' }: StepSummary, t: TFunction): string =>
  parts[target] === undefined
    ? t('lists:operation.edit')
    : t(`lists:operation.part.${op}${parts[target]}`, { name: isolate(part) })

const stepText = (step: StepSummary, t: TFunction): string => {
  const named = (step.channels ?? []).map((name) => isolate(name.trim() === '' ? t('lists:row.unnamed') : name))
  const [channel] = named
  const counted = t('lists:channels.count', { count: step.count })
  /** A few channels are all named; for more, the count and the first name are given. */
  const channels =
    channel === undefined
      ? counted
      : step.count <= named.length
        ? named.join(t('tables:and'))
        : t('lists:operation.named', { what: counted, names: `${named.join(t('tables:and'))}…` })
  switch (step.op) {
    case 'move':
    case 'step': {
      const places =
        step.places ??
        (step.count === 1 && step.from !== undefined && step.to !== undefined ? [{ from: step.from, to: step.to }] : [])
      const ways = named.flatMap((name, at) =>
        places[at] === undefined ? [] : [t('lists:operation.moveFrom', { name, ...places[at] })],
      )
      if (ways.length > 0 && step.count <= ways.length) return ways.join(t('tables:and'))
      if (ways.length > 0)
        return t('lists:operation.named', {
          what: t('lists:operation.move', { channels: counted }),
          names: `${ways.join(t('tables:and'))}…`,
        })
      if (step.op === 'move') return t('lists:operation.move', { channels })
      return t(
        step.by === undefined
          ? 'lists:operation.step'
          : step.by < 0
            ? 'lists:operation.stepUp'
            : 'lists:operation.stepDown',
        { channels },
      )
    }
    case 'sort':
    case 'order': {
      const mode = step.mode ?? (step.op === 'sort' ? step.name : undefined)
      return mode
        ? t('lists:operation.sortMode', { mode: sortText(mode, step.variant, t) })
        : t('lists:operation.order')
    }
    case 'rename':
      if (channel && step.name !== undefined) return t('lists:operation.renameFrom', { from: channel, name: step.name })
      return step.name === undefined
        ? t('lists:operation.renameMany', { channels })
        : t('lists:operation.rename', { name: step.name })
    case 'lock':
    case 'skip':
      return t(`lists:operation.${flagTexts[step.op][step.value === false ? 1 : 0]}`, { channels })
    case 'favourite': {
      const way = step.value === false ? 'unfavourite' : 'favourite'
      if (step.groupName === undefined || step.group === undefined) return t(`lists:operation.${way}`, { channels })
      return t(`lists:operation.${way}Group`, { channels, group: isolate(groupName(step.groupName, step.group, t)) })
    }
    case 'delete':
      return t('lists:operation.delete', { channels })
    case 'names':
      return t('lists:operation.renameMany', { channels })
    case 'names-in': {
      const language = t(`lists:nameLanguage.${step.language ?? ''}`)
      return t(step.value === false ? 'lists:operation.namesGone' : 'lists:operation.namesIn', { channels, language })
    }
    case 'numbers':
      return t('lists:operation.numbers', { channels })
    case 'swap':
      return t('lists:operation.swap', { channels })
    case 'restore':
      return t('lists:operation.bringBack', { channels })
    case 'group-order':
      return t('lists:operation.groupOrder', {
        group: isolate(groupName(step.groupName ?? '', step.group ?? 0, t)),
      })
    case 'values':
      return t('lists:operation.details', { channels })
    case 'set':
      return step.target === 'channel' ? t('lists:operation.details', { channels }) : partText(step, t)
    case 'add':
      return step.target === 'channel' ? t('lists:operation.add', { channels }) : partText(step, t)
    case 'remove':
    case 'arrange':
      return partText(step, t)
    case 'encoding':
      return t('lists:operation.encoding', { encoding: step.encoding ?? step.name ?? '' })
    default:
      return t('lists:operation.edit')
  }
}

export const operationText = ({ kind, steps, of }: RevisionShape, t: TFunction): string => {
  switch (kind) {
    case 'import':
    case 'replace':
    case 'box-save':
    case 'keep':
    case 'copy':
      return t(`lists:operation.${kind}`)
    case 'restore':
      return of === null ? t('lists:operation.restorePlain') : t('lists:operation.restore', { number: of })
    case 'undo':
    case 'redo':
      return of === null
        ? t(`lists:operation.${kind}`)
        : `${t(`lists:operation.${kind}`)} · ${t('lists:page.revision', { number: of })}`
    default:
      if (steps.length === 0) return t('lists:operation.edit')
      return steps.length > namedSteps
        ? t('lists:operation.batch', { number: steps.length })
        : steps.map((step) => stepText(step, t)).join(' · ')
  }
}

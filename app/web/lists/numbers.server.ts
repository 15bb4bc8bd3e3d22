/** Changes the numbers of a list, for its page and the API: a swap, radio counted apart, numbers with gaps. */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Operation } from '~/engine/types'
import { fail } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import { readList, type Actor } from '~/modules/channel-list/channel-list.server'
import { invalid } from '~/web/form/form.server'
import { shortened } from '~/text/graphemes'
import { answerEdit, listPathOf, readSeen, refuseForm } from './answer.server'
import { readListForm } from './list-form.server'
import { numbersForm, type NumbersForm } from './number-forms.server'

/** A box shows at most this many digits. */
const maxChannelNumber = 99_999

/**
 * Channels from a position on with consecutive numbers from `number` on, and the names of the first and the last one.
 */
export type NumberRun = { position: number; number: number; channels: number; first: string; last: string }

const maxRunsShown = 100

export const runsOf = (numbers: readonly number[], nameAt: (place: number) => string): NumberRun[] => {
  const runs: NumberRun[] = []
  numbers.forEach((number, place) => {
    if (number === place + 1) return
    const run = runs.at(-1)
    const name = nameAt(place)
    if (run && run.position + run.channels === place + 1 && run.number + run.channels === number)
      Object.assign(run, { channels: run.channels + 1, last: name })
    else runs.push({ position: place + 1, number, channels: 1, first: name, last: name })
  })
  return runs
}

export const readNumbers = (actor: Actor, id: string) =>
  readList(actor, id, {}, (view) => {
    const numbers = view.numbers()
    // Channels whose number is not their position: as runs of neighbours with consecutive numbers.
    const own = numbers.filter((number, place) => number !== place + 1).length
    const ids = own === 0 ? [] : view.ids({})
    const runs = runsOf(numbers, (place) => shortened(view.row(ids[place] ?? -1)?.name ?? ''))
    return {
      revision: view.revision,
      source: view.source,
      total: view.length,
      radio: view.facets().types.radio,
      own,
      runs: runs.slice(0, maxRunsShown),
      moreRuns: Math.max(0, runs.length - maxRunsShown),
    }
  })

type Row = { id: number; isRadio: boolean }
/** TV first, then radio, each in its current order. */
const radioLast = (rows: readonly Row[]): Row[] => [
  ...rows.filter(({ isRadio }) => !isRadio),
  ...rows.filter(({ isRadio }) => isRadio),
]

/**
 * How radio is counted. `after`: radio after TV, one count; `apart`: after TV, and both count from 1; `one`: every
 * channel has its position as number.
 */
export const radioOperations = (rows: readonly Row[], way: NumbersForm['way']): Operation[] => {
  const sorted = radioLast(rows)
  const tv = sorted.filter(({ isRadio }) => !isRadio).length
  const moved: Operation[] = sorted.every((row, at) => row.id === rows[at]?.id)
    ? []
    : [{ op: 'order', order: sorted.map(({ id }) => id) }]
  const numbersOf = (number: (row: Row, at: number) => number | null): Operation => ({
    op: 'numbers',
    numbers: sorted.map((row, at) => [row.id, number(row, at)]),
  })
  if (way === 'one') return [numbersOf(() => null)]
  return way === 'after'
    ? [...moved, numbersOf(() => null)]
    : [...moved, numbersOf((row, at) => (row.isRadio ? at - tv + 1 : null))]
}

type Asked = { operations: Operation[]; done: string } | { field: string; reason: string; number?: number }
const operationsOf = (form: NumbersForm, rows: readonly Row[]): Asked => {
  const most = rows.length
  const idAt = (text: string | undefined): number | undefined => {
    const position = parseNumber(text ?? '', { min: 1, max: most })
    return position === null ? undefined : rows[position - 1]?.id
  }
  const noPlace = (field: string): Asked => ({ field, reason: 'position-range', number: most })
  switch (form.intent) {
    case 'swap': {
      const [one, other] = [idAt(form.one), idAt(form.other)]
      if (one === undefined) return noPlace('one')
      if (other === undefined || one === other) return noPlace('other')
      return { operations: [{ op: 'swap', ids: [one, other] }], done: 'numbers.swapped' }
    }
    case 'radio':
      return { operations: radioOperations(rows, form.way), done: `numbers.done.${form.way}` }
    case 'plain':
      return { operations: [{ op: 'numbers', numbers: rows.map(({ id }) => [id, null]) }], done: 'numbers.done.one' }
    case 'gaps': {
      const from = parseNumber(form.from ?? '', { min: 1, max: most })
      if (from === null) return noPlace('from')
      const to = parseNumber(form.to ?? '', { min: from, max: most })
      if (to === null) return noPlace('to')
      const first = parseNumber(form.first ?? '', { min: 1, max: maxChannelNumber - (to - from) })
      if (first === null) return { field: 'first', reason: 'number-range', number: maxChannelNumber }
      return {
        operations: [{ op: 'numbers', numbers: rows.slice(from - 1, to).map(({ id }, at) => [id, first + at]) }],
        done: 'numbers.gapped',
      }
    }
  }
}

export const answerNumbers = async (args: ActionFunctionArgs): Promise<Response> => {
  const { ask, user, list, read } = await readListForm(args, numbersForm)
  if (!read.ok) return invalid(read)
  const form = read.value
  const rows = await readSeen(user, list.id, form.base, (view) => {
    const radio = new Set(view.ids({ type: 'radio' }))
    return view.ids({}).map((id): Row => ({ id, isRadio: radio.has(id) }))
  })
  const asked = operationsOf(form, rows)
  if ('reason' in asked) {
    const { field, ...data } = asked
    return refuseForm(fail('C1106', { field, data }), read.values)
  }
  return answerEdit({
    ...ask,
    ...form,
    operations: asked.operations,
    to: `${listPathOf(list.id)}/numbers`,
    done: { key: `numbers:${asked.done}` },
    values: read.values,
  })
}

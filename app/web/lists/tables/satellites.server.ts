/** The forms of satellites and transponders as operations. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { fecChoices, limits, polarisations, type Operation } from '~/engine/types'
import { angleOf } from '~/ui/channel-list/tables/angle'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { redirectWithFlash } from '~/request/flash.server'
import { listPathOf } from '../answer.server'
import {
  absent,
  addedId,
  answerForm,
  idOf,
  makeReader,
  openForm,
  readShown,
  refuseForm,
  stepped,
  typed,
  versionFields,
  type OpenForm,
  type Reader,
} from './table.server'

const satelliteForm = z.object({
  ...versionFields,
  intent: z.enum(['arrange', 'add', 'save', 'add-transponder']),
  up: typed,
  down: typed,
  name: typed,
  angle: typed,
  side: typed,
  band: typed,
  frequency: typed,
  polarisation: typed,
  symbolRate: typed,
  fec: typed,
})

const readSatellite = (reader: Reader) => {
  const degrees = reader.needed('angle', 'angle-range', { min: 0, max: 180, decimals: 1 })
  return {
    name: reader.text('name'),
    angle: angleOf(degrees, reader.choice('side', ['E', 'W']) ?? 'E'),
    band: reader.choice('band', ['KU', 'C']),
  }
}

/** Only what differs from what the person saw; null where nothing does. */
const changedOf = <T extends object>(before: T, after: T): Partial<T> | null => {
  const changed = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== before[key as keyof T]),
  ) as Partial<T>
  return Object.keys(changed).length === 0 ? null : changed
}

type Form = OpenForm<z.output<typeof satelliteForm>>

const arrange = async (form: Form): Promise<Response> => {
  const { value, list, context } = form
  const to = `${listPathOf(list.id)}/satellites`
  const id = idOf(value.up || value.down)
  const shown = await readShown({ ...form, value: { ...value, base: list.revision } }, (view) =>
    view.satellites().map((satellite) => ({ id: satellite.id, name: satellite.name })),
  )
  const order =
    id === null
      ? null
      : stepped(
          shown.map((one) => one.id),
          id,
          value.up === '' ? 1 : -1,
        )
  if (order === null) return redirectWithFlash(context, to, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, {
    operations: [{ op: 'arrange', target: 'satellite', order }],
    base: list.revision,
    to,
    done: { key: 'tables:done.moved', params: { name: shown.find((one) => one.id === id)?.name ?? '' } },
  })
}

/** The forms of the page of all satellites. */
export const answerSatellites = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, satelliteForm)
  if (form instanceof Response) return form
  if (form.value.intent === 'arrange') return arrange(form)
  const reader = makeReader(form.values)
  const values = readSatellite(reader)
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  return answerForm(form, {
    operations: [{ op: 'add', target: 'satellite', id: addedId(form.value.batch, values), values }],
    to: `${listPathOf(form.list.id)}/satellites`,
    done: { key: 'tables:done.added', params: { name: values.name } },
  })
}

const readTransponder = (reader: Reader) => {
  const megahertz = reader.needed('frequency', 'frequency-range', {
    min: limits.frequencyMHz[0],
    max: limits.frequencyMHz[1],
    decimals: 3,
  })
  return {
    frequencyKHz: Math.round(megahertz * 1000),
    polarisation:
      reader.choice('polarisation', polarisations) ?? reader.refuse('polarisation', 'polarisation-missing') ?? 'H',
    symbolRate: reader.needed('symbolRate', 'symbol-rate-range', {
      min: limits.symbolRate[0],
      max: limits.symbolRate[1],
    }),
    fec: reader.choice('fec', fecChoices) ?? 'auto',
    band: reader.choice('band', ['KU', 'C']),
  }
}

/** The forms of one satellite's page: the satellite itself, and a transponder to add. */
export const answerSatellite = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, satelliteForm)
  if (form instanceof Response) return form
  const id = idOf(args.params['satellite'])
  const here = `${listPathOf(form.list.id)}/satellites/${id ?? ''}`
  const reader = makeReader(form.values)
  if (id === null) throw absent('C1113')
  if (form.value.intent === 'add-transponder') {
    const values = readTransponder(reader)
    if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
    return answerForm(form, {
      operations: [
        {
          op: 'add',
          target: 'transponder',
          id: addedId(form.value.batch, values),
          satellite: id,
          values,
        },
      ],
      to: `${here}#transponders`,
      done: { key: 'tables:done.added', params: { name: transponderTitle(values) } },
    })
  }
  const values = readSatellite(reader)
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  const before = await readShown(form, (view) => view.satellites().find((one) => one.id === id) ?? null)
  const changed =
    before === null ? values : changedOf({ name: before.name, angle: before.angle, band: before.band }, values)
  if (changed === null) return redirectWithFlash(form.context, here, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, {
    operations: [{ op: 'set', target: 'satellite', id, values: changed } as Operation],
    to: here,
    done: { key: 'tables:done.saved', params: { name: values.name } },
  })
}

/** The form of one transponder's page. */
export const answerTransponder = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, satelliteForm)
  if (form instanceof Response) return form
  const id = idOf(args.params['transponder'])
  if (id === null) throw absent('C1115')
  const here = `${listPathOf(form.list.id)}/transponders/${id}`
  const reader = makeReader(form.values)
  const values = readTransponder(reader)
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  const before = await readShown(form, (view) => view.transponders().find((one) => one.id === id) ?? null)
  const changed =
    before === null
      ? values
      : changedOf(
          {
            frequencyKHz: before.frequencyKHz,
            polarisation: before.polarisation,
            symbolRate: before.symbolRate,
            fec: before.fec,
            band: before.band ?? null,
          },
          values,
        )
  if (changed === null) return redirectWithFlash(form.context, here, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, {
    operations: [{ op: 'set', target: 'transponder', id, values: changed } as Operation],
    to: here,
    done: { key: 'tables:done.saved', params: { name: transponderTitle(values) } },
  })
}

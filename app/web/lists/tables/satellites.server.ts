/** The forms of satellites and transponders as operations. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { fecChoices, limits, polarisations, type Operation } from '~/engine/types'
import { angleOf } from '~/ui/channel-list/tables/angle'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { parsePaging } from '~/ui/paging'
import type { Actor, Paging, SourcedView } from '~/modules/channel-list/channel-list.server'
import { redirectWithFlash } from '~/request/flash.server'
import { searchHref } from '~/ui/search-address'
import { requirePage } from '~/web/paging.server'
import { listPathOf, refuseForm } from '../answer.server'
import {
  absent,
  addedId,
  answerForm,
  idOf,
  makeReader,
  openForm,
  readNewest,
  readShown,
  readTable,
  stepEntry,
  typed,
  versionFields,
  type OpenForm,
  type Reader,
} from './table.server'

const pagingOf = (request: Request) => parsePaging(new URL(request.url).searchParams)
/** The page that contains the entry at this place, counted from 0. */
const pageOfPlace = (place: number, size: number): number => Math.floor(Math.max(0, place) / size) + 1

/** A page of the satellites. */
export const readSatellites = async (actor: Actor, listId: string | undefined, request: Request) => {
  const paging = pagingOf(request)
  const { found, ...page } = await readTable(actor, listId, (view) => ({ found: view.satellitesOn(paging) }))
  requirePage(request, found)
  return {
    ...page,
    paging: { ...paging, total: found.total },
    satellites: found.items.map(({ id, index, name, angle, band, channels, transponders }) => ({
      id,
      index,
      name,
      angle,
      band,
      channels,
      transponders,
    })),
    /** Where the page's forms are sent, so that the user stays on the page. */
    action: searchHref(`${listPathOf(page.list.id)}/satellites`, paging),
  }
}

/** One satellite with a page of its transponders. */
export const readSatelliteOf = async (
  actor: Actor,
  listId: string | undefined,
  satelliteId: string | undefined,
  request: Request,
) => {
  const id = idOf(satelliteId)
  const paging = pagingOf(request)
  const { satellite, found, ...page } = await readTable(actor, listId, (view) => {
    const satellite = id === null ? null : view.satellite(id)
    return { satellite, found: satellite === null ? null : view.transpondersOn(satellite.index, paging) }
  })
  if (satellite === null || found === null) throw absent('C1113')
  requirePage(request, found)
  return {
    ...page,
    satellite,
    paging: { ...paging, total: found.total },
    transponders: found.items.map(({ id, frequencyKHz, polarisation, symbolRate, fec, channels }) => ({
      id,
      frequencyKHz,
      polarisation,
      symbolRate,
      fec,
      channels,
    })),
    action: searchHref(`${listPathOf(page.list.id)}/satellites/${satellite.id}`, paging),
  }
}

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

/** Only the values that differ from what the user saw; null if none do. */
const changedOf = <T extends object>(before: T, after: T): Partial<T> | null => {
  const changed = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== before[key as keyof T]),
  ) as Partial<T>
  return Object.keys(changed).length === 0 ? null : changed
}

type Form = OpenForm<z.output<typeof satelliteForm>>

const arrange = async (form: Form): Promise<Response> => {
  const path = `${listPathOf(form.list.id)}/satellites`
  const paging = pagingOf(form.request)
  const step = await stepEntry(form, (view) => view.satellites().map(({ id, name }) => ({ id, name })))
  if (step === null)
    return redirectWithFlash(form.context, searchHref(path, paging), { kind: 'note', key: 'lists:done.nothing' })
  const { entry, order } = step
  return answerForm(form, {
    operations: [{ op: 'arrange', target: 'satellite', order }],
    base: form.list.revision,
    // An entry that moves past the edge of its page is followed to the next one.
    to: searchHref(path, { ...paging, page: pageOfPlace(order.indexOf(entry.id), paging.size) }),
    done: { key: 'tables:done.moved', params: { name: entry.name } },
  })
}

const oneOnly: Paging = { page: 1, size: 1 }
/** The page that will contain an entry added at the end of a table. */
const lastPage = async (form: Form, path: string, count: (view: SourcedView) => number): Promise<string> => {
  const { size } = pagingOf(form.request)
  const total = await readNewest(form, count)
  return searchHref(path, { page: pageOfPlace(total, size), size })
}

/** The forms of the page of all satellites. */
export const answerSatellites = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, satelliteForm)
  if (form instanceof Response) return form
  if (form.value.intent === 'arrange') return arrange(form)
  const reader = makeReader(form.values)
  const values = readSatellite(reader)
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  const id = addedId(form.value.batch, values)
  const path = `${listPathOf(form.list.id)}/satellites`
  return answerForm(form, {
    operations: [{ op: 'add', target: 'satellite', id, values }],
    to: await lastPage(form, path, (view) => view.satellitesOn(oneOnly).total),
    // Nothing can be received from a satellite without a transponder.
    done: {
      key: 'tables:done.added',
      params: { name: values.name },
      next: { href: `${path}/${id}#add`, key: 'tables:transponders.add' },
    },
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
      (reader.text('polarisation') === ''
        ? reader.refuse('polarisation', 'polarisation-missing')
        : reader.choice('polarisation', polarisations)) ?? 'H',
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
      to: `${await lastPage(form, here, (view) => {
        const satellite = view.satellite(id)
        return satellite === null ? 0 : view.transpondersOn(satellite.index, oneOnly).total
      })}#transponders`,
      done: { key: 'tables:done.added', params: { name: transponderTitle(values) } },
    })
  }
  const values = readSatellite(reader)
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  const before = await readShown(form, (view) => view.satellite(id))
  const changed =
    before === null ? values : changedOf({ name: before.name, angle: before.angle, band: before.band }, values)
  const to = searchHref(here, pagingOf(args.request))
  if (changed === null) return redirectWithFlash(form.context, to, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, {
    operations: [{ op: 'set', target: 'satellite', id, values: changed } as Operation],
    to,
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
  const before = await readShown(form, (view) => view.transponder(id))
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

/** The services of a customer's boxes and their end dates: the calls of /api/sn and /api/deviceAccounts. */
import { z } from 'zod'
import { serviceKeys } from '~/modules/catalogue/catalogue.server'
import { findBox, listBoxes } from '~/modules/device/device.server'
import {
  runningServices,
  serviceStates,
  switchServices,
  type BoxService,
} from '~/modules/entitlement/entitlement.server'
import { serialNumber } from '~/modules/registry/registry.schema'
import { now } from '~/platform/clock.server'
import { fail } from '~/errors/table'
import { listOf, moment, onOff, personEndpoint, userOf } from './common'
import { data, type Endpoint } from './endpoint'

const serviceFields = {
  service: z.enum(serviceKeys),
  on: z.boolean().meta({ description: 'The box may use it now' }),
  state: z.enum(serviceStates),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
}
const serviceTime = z.object(serviceFields).meta({ id: 'ServiceTime' })
const showTime = (one: BoxService): z.output<typeof serviceTime> => ({ ...one, on: one.given })
const timesOutput = z.object({ sn: z.string(), serverTime: moment, services: z.array(serviceTime) })

/** The services of one box of the account. */
const timesOf = async (sn: string): Promise<z.output<typeof timesOutput>> => {
  const at = now()
  return { sn, serverTime: at, services: (await runningServices(sn, at)).map(showTime) }
}

/** One service, or several under a repeated key. */
const servicesInput = listOf(z.enum(serviceKeys, 'A0422'), serviceKeys.length)

/** “Ftv” is read as the service with the key tv. */
const ftv = 'tv'

export const serviceTimeEndpoints: readonly Endpoint[] = [
  personEndpoint('GET /sn/getServiceTime', {
    summary:
      'The services of a box of the account: which it has, had or will have, until when, and why one is off. Times are UTC.',
    input: z.object({ sn: serialNumber }),
    output: timesOutput,
    codes: ['D1107', 'I1402'],
    handler: async ({ input, caller }) =>
      (await findBox(userOf(caller).userId, input.sn)) === null ? fail('I1402') : data(await timesOf(input.sn)),
  }),
  personEndpoint('POST /sn/editSnService', {
    summary:
      'Switch services of a box on or off (`service`, one or a repeated key; all of them or none). A service that is off is not available on the box, and its time keeps running. Only what the box has now can be switched off.',
    input: z.object({ sn: serialNumber, service: servicesInput, on: onOff }),
    output: timesOutput,
    codes: ['D1107', 'D1108', 'I1402', 'A0422'],
    handler: async ({ input, caller }) => {
      const switched = await switchServices(userOf(caller).userId, input.sn, input.service, input.on)
      return switched.ok ? data(await timesOf(input.sn)) : switched
    },
  }),
  personEndpoint('GET /deviceAccounts/getFtvServiceTime', {
    summary:
      'The TV Service (key tv) of the account’s boxes, or with `sn` of one of them. A box that never had it has state null.',
    input: z.object({ sn: serialNumber.optional() }),
    output: z.object({
      serverTime: moment,
      items: z.array(
        z.object({
          sn: z.string(),
          nickname: z.string().nullable(),
          ...serviceFields,
          state: z.enum(serviceStates).nullable(),
        }),
      ),
    }),
    codes: ['D1107', 'I1402'],
    handler: async ({ input, caller }) => {
      const at = now()
      const boxes = (await listBoxes(userOf(caller).userId)).filter(({ sn }) => sn === (input.sn ?? sn))
      if (input.sn !== undefined && boxes.length === 0) return fail('I1402')
      const items = await Promise.all(
        boxes.map(async ({ sn, nickname }) => {
          const tv = (await runningServices(sn, at)).find(({ service }) => service === ftv)
          const none = { service: ftv, on: false, state: null, startsAt: null, endsAt: null } as const
          return { sn, nickname, ...(tv === undefined ? none : showTime(tv)) }
        }),
      )
      return data({ serverTime: at, items })
    },
  }),
]

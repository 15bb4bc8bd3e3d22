/** A customer's boxes: the calls of /api/device, which use the same functions as the pages of /terminal. */
import { z } from 'zod'
import {
  bindBox,
  changeSettings,
  findBox,
  findWaitingCode,
  listBoxes,
  renameBox,
  setAdultSwitch,
  unbindBox,
  type Box,
} from '~/modules/device/device.server'
import {
  bindCallSchema,
  settingNames,
  settingSources,
  nicknameSchema,
  settingShape,
} from '~/modules/device/device.schema'
import { serialNumber } from '~/modules/registry/registry.schema'
import { fail, type Failure } from '~/errors/table'
import { moment, onOff, personEndpoint, userOf } from './common'
import { data, done, type Endpoint, shown } from './endpoint'

const deviceOutput = z
  .object({
    sn: z.string(),
    nickname: z.string().nullable(),
    deviceId: z.string().nullable(),
    model: z.string(),
    cpu: z.string().nullable(),
    memory: z.string().nullable(),
    flash: z.string().nullable(),
    softwareVersion: z.string().nullable(),
    latestSoftwareVersion: z.string().nullable(),
    newerSoftware: z.boolean().meta({ description: 'The box has reported an older version than the latest' }),
    adultSwitch: z.boolean().meta({ description: 'On: TV and Stream are off, and their time keeps running' }),
    activeListId: z.string().nullable(),
    boundAt: moment,
    lastSeenAt: moment.nullable(),
  })
  .meta({ id: 'Device' })
const showDevice = (box: Box): z.output<typeof deviceOutput> => ({ ...box, adultSwitch: box.adultSwitchOnAt !== null })

const settingsOutput = z
  .object({
    ...settingShape(z.boolean()),
    changes: z
      .partialRecord(z.enum(settingNames), z.object({ at: moment, by: z.enum(settingSources) }))
      .meta({ description: 'When each was changed last, and where: by its owner here, or on the box' }),
    updatedItselfAt: moment.nullable(),
    updatedSoonAt: moment.nullable(),
    brought: z
      .object({ listId: z.string(), revision: z.number().int(), from: z.number().int().nullable(), at: moment })
      .nullable(),
  })
  .meta({ id: 'BoxSettings' })
const showSettings = (box: Box): z.output<typeof settingsOutput> => ({
  ...box,
  ...box.settings,
  changes: box.settingChanges,
})

/** One of the account's boxes; I1402 if it is no longer there. */
const found = <D>(box: Box | null, show: (box: Box) => D) => (box === null ? fail('I1402') : data(show(box)))

const bindOutput = z.union([
  z.object({
    step: z.literal('confirm'),
    pairing: z.string(),
    sn: z.string(),
    model: z.string(),
    softwareVersion: z.string().nullable(),
    askedAt: moment,
    network: z.string().nullable(),
    ownNetwork: z.boolean(),
    replaces: z.object({ name: z.string(), lastSeenAt: moment.nullable() }).nullable(),
  }),
  z.object({ step: z.literal('bound'), renewed: z.boolean(), device: deviceOutput }),
])
const bindCodes = ['S1000', 'I1401', 'I1402', 'D1103', 'D1106', 'D1107', 'D1305', 'A0409', 'A0422', 'I1009'] as const

/** Uses this API's name of the field. */
const named = (failure: Failure): Failure => (failure.field === 'code' ? { ...failure, field: 'verifyCode' } : failure)

export const deviceEndpoints: readonly Endpoint[] = [
  personEndpoint('GET /device/customer/userDevices', {
    summary: 'The account’s boxes, in the order in which they were bound.',
    output: z.object({ items: z.array(deviceOutput) }),
    handler: async ({ caller }) => data({ items: (await listBoxes(userOf(caller).userId)).map(showDevice) }),
  }),
  personEndpoint('POST /device/customer/userDevice', {
    summary:
      'Bind a box by its serial number, sent twice, and the code on its screen. `confirm`: the code is right, but it was requested from another network, or the account already has the box; show these facts and send the call again with `pairing`.',
    input: bindCallSchema,
    output: bindOutput,
    codes: bindCodes,
    handler: async ({ input, caller, address }) => {
      const { userId } = userOf(caller)
      const { sn, verifyCode: code, pairing, batch } = input
      const bound = await bindBox(userId, { sn, code, seen: pairing ?? null, batch }, { address })
      if (!bound.ok) return named(bound)
      if (bound.value.step === 'bound')
        return data(
          { step: 'bound' as const, renewed: bound.value.renewed, device: showDevice(bound.value.box) },
          { status: 201 },
        )
      const waiting = await findWaitingCode(userId, { sn, code }, { address })
      if (!waiting.ok) return named(waiting)
      const { id, ...facts } = waiting.value
      return data({ step: 'confirm' as const, pairing: id, ...facts })
    },
  }),
  personEndpoint('PUT /device/customer/userDevice', {
    summary: 'Name a box of the account; an empty nickname removes it.',
    input: z.object({ sn: serialNumber, nickname: nicknameSchema }),
    output: deviceOutput,
    codes: ['D1107', 'D1306', 'I1402', 'A0422'],
    handler: async ({ input, caller }) => {
      const { userId } = userOf(caller)
      const renamed = await renameBox(userId, input.sn, input.nickname)
      if (!renamed.ok) return renamed
      return found(await findBox(userId, input.sn), showDevice)
    },
  }),
  personEndpoint('GET /device/customer/userDevice/{id}', {
    summary:
      'One box of the account; `id` is its serial number. `accessToken` replaces the header of that name, and is valid only together with the headers token and userId.',
    accessTokenInQuery: true,
    input: z.object({
      id: serialNumber,
      accessToken: z.string('A0422').optional(),
    }),
    output: deviceOutput,
    codes: ['D1107', 'I1402'],
    handler: async ({ input, caller }) => found(await findBox(userOf(caller).userId, input.id), showDevice),
  }),
  personEndpoint('DELETE /device/customer/userDevice/{id}', {
    summary:
      'Unbind a box; `id` is its serial number. It leaves the account at once; service periods stay with the serial number.',
    input: z.object({ id: serialNumber }),
    output: z.null(),
    codes: ['D1107', 'I1402'],
    handler: async ({ input, caller }) => done(await unbindBox(userOf(caller).userId, input.id)),
  }),
  personEndpoint('GET /device/customer/userDevice/{id}/settings', {
    summary:
      'How CHMax works on a box, and what the box’s own updates brought: `updatedItselfAt` is when it last checked by itself, `updatedSoonAt` when it last did so sooner than its settings allow, `brought` the last version that was new to it, `from` the one that it had before.',
    input: z.object({ id: serialNumber }),
    output: settingsOutput,
    codes: ['D1107', 'I1402'],
    handler: async ({ input, caller }) => found(await findBox(userOf(caller).userId, input.id), showSettings),
  }),
  personEndpoint('PUT /device/customer/userDevice/{id}/settings', {
    summary:
      'Change the CHMax settings of a box (`enabled`: CHMax itself). Omitted fields keep their values. The box learns of it with its next request.',
    input: z.object({
      id: serialNumber,
      ...z.object(settingShape(onOff)).partial().shape,
    }),
    output: settingsOutput,
    codes: ['D1107', 'I1402', 'A0422'],
    handler: async ({ input: { id, ...settings }, caller }) => {
      const { userId } = userOf(caller)
      const changed = await changeSettings(userId, id, settings)
      if (!changed.ok) return changed
      return found(await findBox(userId, id), showSettings)
    },
  }),
  personEndpoint('PUT /device/customer/adultSwitch', {
    summary:
      'Turn a box’s adult switch on or off with the account’s password. While it is on, TV and Stream are off on the box and in the portal; their time keeps running. Turning it on needs the service adult (C1109).',
    sealed: ['password'],
    input: z.object({ sn: serialNumber, on: onOff, password: z.string('I1309').max(1000, 'I1302') }),
    output: z.object({ adultSwitch: z.boolean() }),
    codes: ['C1109', 'D1107', 'I1302', 'I1309', 'I1402', 'A0424', 'A0503'],
    handler: async ({ input, caller }) =>
      shown(await setAdultSwitch(userOf(caller).userId, input.sn, input), () => ({ adultSwitch: input.on })),
  }),
]

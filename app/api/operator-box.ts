/** The operator's endpoints for boxes in the field: their models’ software, and the replacement of a broken box. */
import { z } from 'zod'
import { moveBox } from '~/modules/box-move/box-move.server'
import { addSoftwareVersion, listSoftwareVersions, withdrawSoftwareVersion } from '~/modules/registry/registry.server'
import { modelName, serialNumber, softwareVersion } from '~/modules/registry/registry.schema'
import { moment, paged, pagingInput } from './common'
import { answered, data, done, type Endpoint, shown } from './endpoint'
import { by, neededWhy, operatorEndpoint, why } from './operator'

const softwareOutput = z
  .object({ id: z.string(), model: z.string(), version: z.string(), releasedAt: moment, createdAt: moment })
  .meta({ id: 'SoftwareVersion' })

export const operatorBoxEndpoints: readonly Endpoint[] = [
  operatorEndpoint('POST /operator/boxes/{sn}/move', {
    summary:
      'Move everything of a broken box to its replacement: service periods, switches, renewals, open orders, owner, name, lists. All or nothing; the owner is notified. The old box is unbound, and the new one pairs like any other. `why` goes to the audit log.',
    input: z.object({
      sn: serialNumber,
      to: serialNumber.meta({ description: 'the new box’s serial number, 12 digits' }),
      why: neededWhy,
    }),
    output: z.object({ sn: z.string(), to: z.string(), userId: z.string().nullable() }),
    codes: ['S1000', 'D1107', 'D1109', 'D1110', 'A0422'],
    command: {
      name: 'boxes move',
      words: {
        sn: { show: 'SN', missing: 'The broken box’s serial number' },
        to: { show: 'SN', missing: 'The new box’s serial number' },
      },
      help: 'everything of a broken box to the one that takes its place',
      confirm: 'Move everything of box {sn} to box {to}? It can’t be moved back.',
      answer: [
        { say: 'Moved to {to}. Its owner ({userId}) is told.', when: 'userId' },
        { say: 'Moved to {to}. Nobody owns it.', unless: 'userId' },
      ],
    },
    handler: async ({ input, caller }) =>
      shown(await moveBox(by(caller, input.why), input), (value) => ({
        sn: input.sn,
        to: input.to,
        userId: value.userId,
      })),
  }),
  operatorEndpoint('POST /operator/software', {
    summary:
      'Add a software version of a model. From `released` on (default: now) it is the latest that customers are shown; boxes get it by other means.',
    input: z.object({
      model: modelName,
      version: softwareVersion.meta({ description: 'as the box reports it, at most 64 characters' }),
      released: z.iso
        .datetime({ offset: true, error: 'A0422' })
        .optional()
        .meta({ description: 'a moment like 2026-11-22T09:00:00Z' }),
      why,
    }),
    output: softwareOutput,
    codes: ['M3101', 'M3301', 'A0422'],
    command: {
      name: 'software add',
      words: {
        model: { show: 'MODEL', missing: 'The model’s name' },
        version: { show: 'VERSION', missing: 'The version' },
      },
      options: { released: { show: 'MOMENT' } },
      help: 'a software version of a model, shown to its customers as the latest',
      answer: [{ say: 'Listed: {model} {version}, from {releasedAt} ({id})' }],
    },
    handler: async ({ input, caller }) => {
      const { why: reason, released, ...asked } = input
      const added = await addSoftwareVersion(by(caller, reason), {
        ...asked,
        releasedAt: released === undefined ? null : new Date(released),
      })
      return answered(added, { status: 201 })
    },
  }),
  operatorEndpoint('GET /operator/software', {
    summary: 'Software versions, the latest release first; `model` narrows to one model’s.',
    input: z.object({ ...pagingInput, model: modelName.optional() }),
    output: paged(softwareOutput),
    codes: ['A0422'],
    command: { name: 'software list', answer: [{ table: ['model', 'version', 'releasedAt', 'id'] }] },
    handler: async ({ input }) => {
      const { model = null, ...paging } = input
      return data({ ...paging, ...(await listSoftwareVersions({ ...paging, model })) })
    },
  }),
  operatorEndpoint('DELETE /operator/software/{id}', {
    summary: 'Remove a software version; the one before it becomes the latest again.',
    input: z.object({ id: z.string(), why }),
    output: z.null(),
    codes: ['M3102', 'A0422'],
    command: {
      name: 'software withdraw',
      words: { id: { show: 'ID', missing: 'The version’s id' } },
      answer: [{ say: 'The version is taken back.' }],
    },
    handler: async ({ input, caller }) => done(await withdrawSoftwareVersion(by(caller, input.why), input.id)),
  }),
]

/** The tools for whole lists as calls: a preview, and applying it as one edit. */
import { z } from 'zod'
import { limits } from '~/engine/types'
import { fail } from '~/errors/table'
import { fromListText } from '~/text/form-values'
import { applyTool, previewTool } from '~/modules/channel-list/channel-list.server'
import { batchIdSchema, sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import { toolNames, tools, toolSchemas, type ToolAsk, type ToolName } from '~/modules/channel-list/tools/tools.schema'
import type { ToolRow } from '~/modules/channel-list/types'
import { editedOutput, toolCountsOutput, toolRowOutput } from '~/modules/channel-list/view.schema'
import { groupsOf, listId, readEndpoint, typeOutput, withTypeNumber, writeEndpoint } from './chmax'
import { pagingInput, userOf, wholeNumber } from './common'
import { answered, type Endpoint, shown } from './endpoint'

const seeing = ['A0422', 'C1101', 'I1009', 'A0503'] as const
const changing = ['A0409', 'C1104', 'C1106', 'C1108', 'C1109', ...seeing] as const

const listText = z.string('A0422').min(1, 'A0422').max(40, 'A0422')
const revision = wholeNumber(1, 1_000_000_000)
/** The input that names the revision on which a tool is used, and makes a repeat count once. */
const seen = {
  base: revision.meta({ description: 'the revision of the preview' }),
  source: sourceIdSchema.optional(),
  batch: batchIdSchema.optional(),
  lists: z
    .preprocess(fromListText, z.array(z.object({ id: listText, revision }), 'A0422').max(64, 'A0422'))
    .optional()
    .meta({ description: 'the other lists’ revisions, as the preview names them; without it their newest' }),
}

const showRow = (row: ToolRow) => ({
  ...withTypeNumber(row),
  satellite: row.satelliteName === null ? null : { name: row.satelliteName, angle: row.angle },
  favourites: groupsOf(row.favourites),
})

const previewOutput = z
  .object({
    revision: z.number().int(),
    source: z.string(),
    lists: z.array(z.object({ id: z.string(), name: z.string(), revision: z.number().int() })),
    counts: toolCountsOutput,
    satellites: z.array(z.string()).meta({ description: 'satellites on which the lists were compared' }),
    items: z.array(toolRowOutput.extend(typeOutput).meta({ id: 'ToolRow' })),
    total: z.number().int().meta({ description: 'of rows; of duplicates the groups, which are paged whole' }),
    page: z.number().int(),
    size: z.number().int(),
  })
  .meta({ id: 'ToolPreview' })

const otherInput = (tool: ToolName) =>
  tools[tool].other === 'none' ? {} : { list: tools[tool].other === 'one' ? listText : listText.optional() }

type Asked = { id: string; list?: string; ids?: number[] }
/** The maximum number of channels that can be added at once. */
const tooMany = (tool: ToolName, { ids }: { ids?: readonly number[] | undefined }) =>
  tool === 'copy' && ids !== undefined && ids.length > limits.itemsPerAdd ? fail('N1001', { field: 'ids' }) : null

/** Which list changes, and the tool's input, which the endpoint's schema has checked. */
const sidesOf = (tool: ToolName, { id, list = '', ...rest }: Asked & Record<string, unknown>) => ({
  id: tool === 'copy' ? list : id,
  asked: { tool, ...rest } as unknown as ToolAsk,
  from: tool === 'copy' ? id : list,
})

const callsOf = (tool: ToolName): Endpoint[] => {
  const shape = { ...toolSchemas[tool].shape, ...listId, ...otherInput(tool) }
  return [
    readEndpoint(`GET /chmax/lists/{id}/tools/${tool}`, {
      summary: `${tools[tool].summary} This call shows what would happen and changes nothing.`,
      input: z.object({ ...shape, ...pagingInput }),
      output: previewOutput,
      codes: tool === 'copy' ? ['N1001', ...seeing] : seeing,
      handler: async ({ input, caller }) => {
        const { page, size, ...rest } = input as typeof input & Asked
        const refused = tooMany(tool, rest)
        if (refused !== null) return refused
        const { id, asked, from } = sidesOf(tool, rest)
        const preview = await previewTool(userOf(caller), id, asked, { from }, { page, size })
        return shown(preview, ({ rows, ...plan }) => ({ ...plan, items: rows.map(showRow), page, size }))
      },
    }),
    writeEndpoint(`POST /chmax/lists/{id}/tools/${tool}`, {
      summary: `Do what the preview showed, as one edit with one undo. C1106 with the reason nothing-selected if nothing is left to do.`,
      input: z.object({ ...shape, ...seen }),
      output: editedOutput,
      codes:
        tool === 'copy'
          ? ['N1001', 'Q2201', 'Q2202', ...changing]
          : tool === 'sky'
            ? ['C1116', 'C1117', ...changing]
            : changing,
      handler: async ({ input, caller }) => {
        const { base, source, batch, lists, ...rest } = input as typeof input & Asked
        const refused = tooMany(tool, rest)
        if (refused !== null) return refused
        const { id, asked, from } = sidesOf(tool, rest)
        return answered(await applyTool(userOf(caller), id, asked, { from, lists }, { base, source, batch }))
      },
    }),
  ]
}

export const chmaxToolEndpoints: readonly Endpoint[] = toolNames.flatMap(callsOf)

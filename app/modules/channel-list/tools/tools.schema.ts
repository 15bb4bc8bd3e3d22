/**
 * The input of the tools for whole lists, from forms, addresses and JSON. Limits sizes; the engine decides which names
 * are valid.
 */
import { z } from 'zod'
import { duplicateKinds, findMax, keepers, letterCases, markers } from '~/engine/tools'
import { limits } from '~/engine/types'
import { parseIds } from '~/text/id-list'
import { wholeNumber } from '~/text/whole-number.schema'

/** What can be done with the found channels besides leaving them. */
export const duplicateActions = ['delete', 'together', 'end'] as const
export const vanishedActions = ['delete', 'end'] as const
/**
 * What tidying removes: channels without a name, services that are neither TV nor radio, and parts without channels.
 */
export const tidyKinds = ['unnamed', 'services', 'satellites', 'transponders', 'groups'] as const

/** Yes or no; a missing value is no, as a check box is sent. */
const yes = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])], 'A0422')
  .default(false)
  .transform((value) => (typeof value === 'boolean' ? value : ['true', '1', 'on', 'yes'].includes(value)))
  .meta({ description: 'true or false', 'x-default': false })
/** The numbers that tools ask for, by the name of their field. */
export const toolNumbers = {
  start: { min: 0, max: 999_999 },
  to: { min: 1, max: limits.channelsPerList },
} as const
const numberOf = (name: keyof typeof toolNumbers) => {
  const { min, max } = toolNumbers[name]
  return wholeNumber(min, max)
}
/** Numbers, ranges or bits; an address with anything else is invalid. */
const idText = z
  .string('A0422')
  .max(20_000, 'A0422')
  .regex(/^(?:(?:\d+(?:-\d+)?|~[\w-]+)(?:\.(?:\d+(?:-\d+)?|~[\w-]+))*)?$/, 'A0422')
const idNumber = z
  .number('A0422')
  .int('A0422')
  .min(0, 'A0422')
  .max(2 ** 31, 'A0422')
/** Ids as an address has them ("3.14-20"), a key repeated in an address, or a JSON list of numbers. */
const ids = z
  .union(
    [
      idText.transform(parseIds),
      z.array(idNumber, 'A0422').max(limits.idsPerOperation, 'A0422'),
      z
        .array(
          z
            .string()
            .regex(/^\d{1,10}$/)
            .transform(Number)
            .pipe(idNumber),
        )
        .max(limits.idsPerOperation, 'A0422'),
    ],
    'A0422',
  )
  .optional()

/** Which channels a tool looks at: all of them, or only `ids`; never those in `without`. */
export const scopeShape = {
  ids: ids.meta({ description: 'only these channels: ids in JSON, or a text such as 3.14-20' }),
  without: ids.meta({ description: 'channels that are left as they are, written like ids' }),
}
const findText = z.string('A0422').max(findMax, 'A0422').default('')

type Tool = {
  /** The other list that it reads: none, one that must be named, or one that may be; without it all System lists. */
  other: 'none' | 'one' | 'system'
  /** Its page shows a preview once one of these fields differs from its default; null: at once. */
  needs: readonly string[] | null
  /** Its button's text is `tools:submit.SUBMIT`; null: what the field `act` says. */
  submit: string | null
  /** What becomes of a row, as in the text `tools:outcome.ACT`; `rename` shows the new names instead. Null as above. */
  act: string | null
  summary: string
  shape: z.ZodRawShape
}
/**
 * The tools by the last part of their addresses, in the order in which users see them: what each does, as the API's
 * documents say it, and its fields. The texts of a tool are `lists:tool.NAME`, and NAME in `lead`, `plan`, `empty` and
 * `done` of the namespace `tools`.
 */
export const tools = {
  names: {
    other: 'none',
    needs: ['find', 'markers', 'letters', 'clean'],
    ...{ submit: 'rename', act: 'rename' },
    summary:
      'Rename by a rule: find and replace (plain text, or a pattern with * ? #; never a regular expression), `by` with {n}, {nnn}, {0}, {1}; marks such as HD; letters; spaces.',
    shape: {
      find: findText,
      by: findText,
      how: z.enum(['text', 'pattern'], 'A0422').default('text').meta({
        description:
          'pattern: * any letters, ? one letter, # a whole number, \\ before a character that is meant literally',
      }),
      word: yes,
      case: yes,
      start: numberOf('start').default(1).meta({ description: 'the first running number, for {n} in `by`' }),
      markers: z.enum(['keep', 'remove', ...markers], 'A0422').default('keep'),
      letters: z.enum(['keep', ...letterCases], 'A0422').default('keep'),
      clean: yes,
    },
  },
  from: {
    other: 'one',
    needs: null,
    ...{ submit: 'rename', act: 'rename' },
    summary:
      'Names from another list (`list`): channels are found by satellite, transponder ± 2 MHz, polarisation, SID.',
    shape: {},
  },
  duplicates: {
    other: 'none',
    needs: null,
    ...{ submit: null, act: null },
    summary:
      'Duplicates by identity (satellite, polarisation, SID, transponder ± 2 MHz) or by name, and what happens to all but one of each.',
    shape: {
      kind: z.enum(duplicateKinds, 'A0422').default('identity'),
      keep: z.enum(keepers, 'A0422').default('first'),
      act: z.enum(duplicateActions, 'A0422').default('delete'),
      gather: yes.meta({ description: 'the one that stays joins the favourite groups of the others' }),
    },
  },
  vanished: {
    other: 'system',
    needs: null,
    ...{ submit: null, act: null },
    summary:
      'Channels that none of the System lists (or `list`) has any more, on satellites that at least one of them carries: neither by identity nor by name.',
    shape: { act: z.enum(vanishedActions, 'A0422').default('end') },
  },
  copy: {
    other: 'one',
    needs: null,
    ...{ submit: 'copy', act: 'add' },
    summary:
      'Copy channels of this list into `list`, one of the account’s own, with the satellites and transponders that it lacks. Channels that already exist there (transponder, SID and name) are refused as `there`, with `skip` also those under another name. Revision, source and `base` are those of that list.',
    shape: {
      to: numberOf('to').optional().meta({ description: 'the place of the first one; without it the end' }),
      skip: yes.meta({ description: 'leave out what the target has already' }),
    },
  },
  sky: {
    other: 'one',
    needs: null,
    ...{ submit: 'sky', act: 'becomes' },
    summary:
      'Satellites and transponders from another list (`list`), such as one made of a satellites.xml: those that this list lacks are added, with `all` on further satellites too; of those that it has (± 2 MHz, the same polarisation) the values that differ are changed. At most 999 in one edit.',
    shape: { all: yes.meta({ description: 'also satellites that this list doesn’t have' }) },
  },
  tidy: {
    other: 'none',
    needs: ['kinds'],
    ...{ submit: 'tidy', act: 'delete' },
    summary: 'Unnamed channels, data services, empty satellites, transponders and groups.',
    shape: {
      kinds: z
        .preprocess(
          (value) => (typeof value === 'string' ? (value === '' ? [] : value.split('.')) : value),
          z.array(z.enum(tidyKinds, 'A0422'), 'A0422').max(tidyKinds.length, 'A0422'),
        )
        .default([]),
    },
  },
} as const satisfies Record<string, Tool>
export type ToolName = keyof typeof tools
export const toolNames = Object.keys(tools) as ToolName[]

type SchemaOf<Shape> = Shape & typeof scopeShape extends infer S extends z.ZodRawShape ? z.ZodObject<S> : never
export const toolSchemas = Object.fromEntries(
  toolNames.map((name) => [name, z.object({ ...tools[name].shape, ...scopeShape })]),
) as unknown as { [N in ToolName]: SchemaOf<(typeof tools)[N]['shape']> }

/** A tool's input, with the tool's name. */
export type ToolAsk = { [N in ToolName]: { tool: N } & z.output<(typeof toolSchemas)[N]> }[ToolName]
export type ToolAskOf<N extends ToolName> = Extract<ToolAsk, { tool: N }>

/**
 * The fields of all forms about links. The module checks the values and reports at the field; these schemas limit only
 * sizes.
 */
import { z } from 'zod'
import { duplicateChoices } from '~/ui/mylink/view'
import { batchIdSchema } from '~/modules/channel-list/channel-list.schema'

/** A text field. Longer than any address, so that a text that is too long comes back as typed. */
const typed = z.string('A0422').max(2000, 'A0422').default('')
const fields = {
  name: typed,
  address: typed,
  satellite: typed,
  tp: typed,
  sid: typed,
  /** What the page of a link showed; empty if a program sends the form. */
  wasName: typed,
  wasAddress: typed,
  wasPlace: typed,
  /** Several links, one per line. */
  lines: z.string('A0422').max(60_000, 'A0422').default(''),
  /** The ticked rows, at most as many as a page shows. */
  id: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((value) => [...new Set(value === undefined ? [] : [value].flat())].slice(0, 100)),
  act: z.enum(['move', 'delete', 'list']).optional().catch(undefined),
  up: typed,
  down: typed,
  /** The dragged row and the place where it was dropped: "7.12". */
  drop: typed,
  to: typed,
  /** What to restore. */
  deleted: typed,
  /** A channel list, and the file that the ids of its channels belong to. */
  list: typed,
  source: typed,
  /** What to do with a table after its report. */
  mode: z.enum(['add', 'replace'], 'A0422').default('add'),
  duplicates: z.enum(duplicateChoices, 'A0422').default('skip'),
  /** Take the good lines even if others are refused. */
  partial: z.enum(['1']).optional().catch(undefined),
  /** The form's idempotency key: sent twice, it acts once. */
  batch: batchIdSchema.optional().catch(undefined),
}
/** The form of a page that has one. */
export const linkForm = z.object(fields)
/** A form of a page that has several. */
export const oneForm = <const I extends string>(...intents: [I, ...I[]]) =>
  linkForm.extend({ intent: z.enum(intents, 'A0422') })

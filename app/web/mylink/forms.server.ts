/**
 * The schemas of the forms about links. The module checks the values and reports at the field; these schemas limit only
 * sizes.
 */
import { z } from 'zod'
import { duplicateChoices } from '~/ui/mylink/query'
import { batchIdSchema } from '~/modules/channel-list/channel-list.schema'

/** A text field. Longer than any address, so that a text that is too long comes back as typed. */
const typed = z.string('A0422').max(2000, 'A0422').default('')
/** Repeated fields, at most as many as a page has rows. */
const many = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [...new Set(value === undefined ? [] : [value].flat())].slice(0, 100))
/** The form's idempotency key: sent twice, it acts once. */
const batch = batchIdSchema.optional().catch(undefined)

/** The rows of a page, the buttons over them, and the order shown. */
export const rowsForm = z.object({
  intent: z.enum(['rows', 'sort', 'restore'], 'A0422'),
  /** What to restore. */
  deleted: typed,
  act: z.enum(['move', 'delete', 'list']).optional().catch(undefined),
  up: typed,
  down: typed,
  /** The dragged row and the place where it was dropped: "7.12". */
  drop: typed,
  to: typed,
  id: many,
  batch,
})

const fields = { name: typed, address: typed, satellite: typed, tp: typed, sid: typed }
/** One link, or several with one per line. */
export const addForm = z.object({
  intent: z.enum(['one', 'many'], 'A0422'),
  ...fields,
  lines: z.string('A0422').max(60_000, 'A0422').default(''),
  batch,
})

/** The page of one link. */
export const linkForm = z.object({
  intent: z.enum(['save', 'picture', 'no-picture'], 'A0422'),
  ...fields,
  /** What the page showed; empty if a program sends the form. */
  wasName: typed,
  wasAddress: typed,
  wasPlace: typed,
  batch,
})

/** All categories: their order, and adding one. */
export const categoriesForm = z.object({
  intent: z.enum(['arrange', 'add', 'restore'], 'A0422'),
  deleted: typed,
  up: typed,
  down: typed,
  drop: typed,
  name: typed,
  batch,
})

/** The page of one category. */
export const categoryForm = z.object({
  intent: z.enum(['save', 'move', 'picture', 'no-picture'], 'A0422'),
  name: typed,
  to: typed,
  batch,
})

/** A confirmation. */
export const sureForm = z.object({ batch })

/** The list that links are added to. */
export const toListForm = z.object({ list: typed, batch })

/** What to do with a table after its report. */
export const importForm = z.object({
  intent: z.enum(['import', 'drop'], 'A0422'),
  mode: z.enum(['add', 'replace'], 'A0422').default('add'),
  duplicates: z.enum(duplicateChoices, 'A0422').default('skip'),
  /** Take the good lines even if others are refused. */
  partial: z.enum(['1']).optional().catch(undefined),
  batch,
})

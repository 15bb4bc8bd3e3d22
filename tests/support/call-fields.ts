/** The fields of every call and form, for tests that go through all of them. */
import { z } from 'zod'
import { endpoints } from '~/api/table'
import * as forms from '~/web/form/form-schema.server'
import * as orderForms from '~/web/order/order-query.server'

const shapeOf = (schema: unknown): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject
    ? schema.shape
    : schema instanceof z.ZodPipe
      ? shapeOf(schema.in)
      : schema instanceof z.ZodDiscriminatedUnion
        ? Object.assign({}, ...schema.options.map(shapeOf))
        : {}

const inputs: [where: string, input: unknown][] = [
  ...endpoints.map(({ method, path, input }): [string, unknown] => [`${method} ${path}`, input]),
  ...Object.entries({ ...forms, ...orderForms }),
]
export const callFields: readonly { where: string; field: string; schema: z.ZodType }[] = inputs.flatMap(
  ([where, input]) => Object.entries(shapeOf(input)).map(([field, schema]) => ({ where, field, schema })),
)

/**
 * The data of an answer: exactly what the endpoint's schema names. Handlers answer what modules return; anything else
 * that it holds is left out here.
 */
import { z } from 'zod'

type Pick = (value: unknown) => unknown
const asIs: Pick = (value) => value
const pickers = new WeakMap<z.core.$ZodType, Pick>()

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const makePicker = (schema: z.core.$ZodType): Pick => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return pickerOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const item = pickerOf(schema.element)
    return item === asIs ? asIs : (value) => (Array.isArray(value) ? value.map(item) : value)
  }
  if (!(schema instanceof z.ZodObject)) return asIs
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, pickerOf(field)] as const)
  return (value) =>
    isObject(value)
      ? Object.fromEntries(fields.flatMap(([name, pick]) => (name in value ? [[name, pick(value[name])]] : [])))
      : value
}
const pickerOf = (schema: z.core.$ZodType): Pick => {
  const known = pickers.get(schema)
  if (known !== undefined) return known
  const made = makePicker(schema)
  pickers.set(schema, made)
  return made
}

/** The fields of a value that a schema of objects and lists names; other kinds of values stay as they are. */
export const pickAnswer = (schema: z.ZodType, value: unknown): unknown => pickerOf(schema)(value)

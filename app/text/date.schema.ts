/** A moment in an answer: the server's code has a date, which JSON writes as ISO 8601 text in UTC. */
import { z } from 'zod'

export const date = z.iso.datetime() as unknown as z.ZodType<Date>

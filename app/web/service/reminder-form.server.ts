/** The form that switches reminders on or off. */
import { z } from 'zod'

export const reminderFormSchema = z.object({ reminders: z.enum(['on', 'off'], 'A0422') })

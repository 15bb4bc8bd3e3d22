/** The form in which an account declares where its boxes stand, and the page that it returns to. */
import { z } from 'zod'

export const countryFormSchema = z.object({
  country: z.string('I1112').min(1, 'I1112').max(2, 'I1112'),
  returnTo: z.string().max(500, 'A0422').optional(),
})

/** Only pages of services: the address is sent back by the form. */
export const serviceReturn = (text: string | null | undefined): string =>
  text !== null && text !== undefined && !text.includes('..') && /^\/service(?:[/?][\w\-./?=&%+]*)?$/.test(text)
    ? text
    : '/service'

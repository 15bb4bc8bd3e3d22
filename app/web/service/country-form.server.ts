/** The form in which an account declares its boxes' country, and the page that it returns to. */
import { z } from 'zod'

export const countryFormSchema = z.object({
  country: z.string('I1112').min(1, 'I1112').max(2, 'I1112'),
  returnTo: z.string().max(500, 'A0422').optional(),
})

/** Allows only pages of services, because the form sends the URL. */
export const serviceReturn = (text: string | null | undefined): string =>
  text !== null && text !== undefined && !text.includes('..') && /^\/service(?:[/?][\w\-./?=&%+]*)?$/.test(text)
    ? text
    : '/service'

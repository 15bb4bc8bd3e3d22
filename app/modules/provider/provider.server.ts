/**
 * How customers reach the provider: the brand's own contacts, and the e-mail from the settings if the brand has none.
 */
import { brandOf, type Brand } from '~/brand/brand'
import { env } from '~/platform/env.server'
import { fail, ok, type Result } from '~/errors/table'

/** The contacts of a brand. `email` is null if neither the brand nor the settings have one. */
export const contactOf = ({ contact }: Pick<Brand, 'contact'>): Brand['contact'] => ({
  ...contact,
  email: contact.email ?? env.contactEmail,
})

/** The contacts of the brand shown at this address (scheme and host). */
export const findContact = (origin: string): Brand['contact'] => contactOf(brandOf(new URL(origin).host))

/** The e-mail of the brand shown at this address; F1105 if there is none. */
export const getContactEmail = (origin: string): Result<string> => {
  const { email } = findContact(origin)
  return email === null ? fail('F1105') : ok(email)
}

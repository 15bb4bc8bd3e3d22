/** The two kinds of contact, as pages name them in addresses. */
import type { Contact } from '~/modules/verification/contact.schema'
import type { Step } from './step.server'

export type ContactKind = 'email' | 'phone'

/** The kind in an address's last part; anything else is a 404. */
export const requireChannel = (text: string | undefined): ContactKind => {
  if (text !== 'email' && text !== 'phone') throw new Response(null, { status: 404 })
  return text
}

/** The contact in the form of a journey's step. */
export const stepOfContact = (contact: Contact): { email: string } | { area: string; phone: string } =>
  contact.channel === 'mail' ? { email: contact.email } : { area: contact.area, phone: contact.phone }

/** The contact of a journey's step, when it is of this kind. */
export const contactOfStep = (step: Extract<Step, { flow: 'contact' }>, kind: ContactKind): Contact | null => {
  if (kind === 'email') return step.email === undefined ? null : { channel: 'mail', email: step.email }
  return step.area === undefined || step.phone === undefined
    ? null
    : { channel: 'sms', area: step.area, phone: step.phone }
}

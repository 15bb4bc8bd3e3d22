/** The two kinds of contact as pages name them in addresses. */
import type { Contact } from '~/modules/verification/contact.schema'
import type { Step } from './step.server'

export type ContactKind = 'email' | 'phone'

/** The kind of an address's last part; anything else is no page. */
export const requireChannel = (text: string | undefined): ContactKind => {
  if (text !== 'email' && text !== 'phone') throw new Response(null, { status: 404 })
  return text
}

/** What a journey's step says of a contact. */
export const stepOfContact = (contact: Contact): { email: string } | { area: string; phone: string } =>
  contact.channel === 'mail' ? { email: contact.email } : { area: contact.area, phone: contact.phone }

/** The contact that a journey's step is about, when it is of this kind. */
export const contactOfStep = (step: Extract<Step, { flow: 'contact' }>, kind: ContactKind): Contact | null => {
  if (kind === 'email') return step.email === undefined ? null : { channel: 'mail', email: step.email }
  return step.area === undefined || step.phone === undefined
    ? null
    : { channel: 'sms', area: step.area, phone: step.phone }
}

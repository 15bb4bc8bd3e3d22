/** The two kinds of contact, as page URLs name them. */
import type { Contact } from '~/modules/verification/contact.schema'
import type { Step } from './step.server'

export type ContactKind = 'email' | 'phone'

/** The kind in the last part of a URL; anything else is a 404. */
export const requireChannel = (text: string | undefined): ContactKind => {
  if (text !== 'email' && text !== 'phone') throw new Response(null, { status: 404 })
  return text
}

/** A contact as the step of a multi-form journey stores it. */
export const stepOfContact = (contact: Contact): { email: string } | { area: string; phone: string } =>
  contact.channel === 'mail' ? { email: contact.email } : { area: contact.area, phone: contact.phone }

/** The contact in a journey's step, if it is of this kind. */
export const contactOfStep = (step: Extract<Step, { flow: 'contact' }>, kind: ContactKind): Contact | null => {
  if (kind === 'email') return step.email === undefined ? null : { channel: 'mail', email: step.email }
  return step.area === undefined || step.phone === undefined
    ? null
    : { channel: 'sms', area: step.area, phone: step.phone }
}

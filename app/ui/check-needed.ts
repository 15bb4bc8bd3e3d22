/**
 * The event by which a form asks the page's scripts for what it needs before it is sent: a captcha, or a new key. Its
 * detail is a CheckNeeded.
 */
export const checkNeededEvent = 'portal-check-needed'
export type CheckNeeded = { code: 'B0005' | 'A0424'; purpose: string }

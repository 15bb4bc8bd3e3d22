/**
 * A form's way to ask the page's scripts for what its sending needs first: a captcha, or a fresh key. Its detail is a
 * CheckNeeded.
 */
export const checkNeededEvent = 'portal-check-needed'
export type CheckNeeded = { code: 'B0005' | 'A0424'; purpose: string }

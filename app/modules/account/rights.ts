/** What an account may be: a customer, a brand’s staff, the makers of System lists, and who runs the portal. */

export const roles = ['customer', 'vno', 'administrator', 'operator'] as const
export type Role = (typeof roles)[number]

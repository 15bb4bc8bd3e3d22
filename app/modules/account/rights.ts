/** The roles of accounts: customers, a brand's staff, makers of System lists, and operators of the portal. */

export const roles = ['customer', 'vno', 'administrator', 'operator'] as const
export type Role = (typeof roles)[number]

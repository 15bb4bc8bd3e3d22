/**
 * Numbers that the list pages mention: how many lists an account may have, and how long a deleted one can be restored.
 */
export const listsPerAccount = 5
export const restoreDays = 30

/** Numbers that the list pages tell: how many lists an account has room for, and how long a deleted one waits. */
export const listsPerAccount = 5
export const restoreDays = 30

/** URL parameter that a provider's page adds when a customer leaves it without paying. */
export const cameBackParameter = 'back'

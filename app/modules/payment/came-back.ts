/** In the address by which a provider's page leads back whoever leaves it unpaid. */
export const cameBackParameter = 'back'

/** The id of a field's input, to which the error summary links. */
export const fieldId = (name: string): string => `field-${name}`

/** Two sentences in the page's language for calls without an answer from the server. The root sets them once. */
type CallTexts = { network: string; unknown: string }

let texts: CallTexts = { network: 'Network Error', unknown: 'System Error' }
export const setCallTexts = (given: CallTexts): void => {
  texts = given
}
export const callText = (name: keyof CallTexts): string => texts[name]

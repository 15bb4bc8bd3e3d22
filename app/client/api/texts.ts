/**
 * The two sentences that calls need where the server has said nothing, in the page's language. Set once, by the root.
 */
type CallTexts = { network: string; unknown: string }

let texts: CallTexts = { network: 'Network Error', unknown: 'System Error' }
export const setCallTexts = (given: CallTexts): void => {
  texts = given
}
export const callText = (name: keyof CallTexts): string => texts[name]

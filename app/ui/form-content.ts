/** What a form would send, as text, so that a corrected form is recognised as another one. */
export const contentOf = (form: HTMLFormElement): string =>
  new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  ).toString()

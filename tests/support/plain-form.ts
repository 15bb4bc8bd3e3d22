/** Forms of a page as a browser without scripts fills and sends them. */
import { isWithin, readHtml, type Document, type Element } from './html'

const valueOf = (element: Element, name: string): string => element.attributes.get(name) ?? ''
const textOf = ({ texts }: Document, element: Element): string =>
  texts
    .filter(({ parent }) => isWithin(parent, (one) => one === element))
    .map(({ text }) => text)
    .join('')

/** The fields that are sent by the button with this text, changed as `choose` says; null leaves a field out. */
export const fillForm = (
  html: string,
  button: RegExp,
  choose: Readonly<Record<string, string | null>> = {},
): Record<string, string | string[]> => {
  const page = readHtml(html)
  const pressed = page.elements
    .filter((element) => element.name === 'button' && button.test(textOf(page, element)))
    .at(-1)
  if (pressed === undefined) throw new Error(`no button ${String(button)}`)
  const sent = page.elements.filter((element) => {
    if (element.name !== 'input' || element.attributes.has('disabled')) return false
    const isOff = /^(?:radio|checkbox)$/.test(valueOf(element, 'type')) && !element.attributes.has('checked')
    return (
      !isOff && isWithin(element.parent, (form) => form.name === 'form' && isWithin(pressed, (one) => one === form))
    )
  })
  const fields = new Map<string, string[]>()
  for (const element of pressed.attributes.has('name') ? [...sent, pressed] : sent) {
    const name = valueOf(element, 'name')
    fields.set(name, [...(fields.get(name) ?? []), valueOf(element, 'value')])
  }
  for (const [name, value] of Object.entries(choose)) {
    if (value === null) fields.delete(name)
    else fields.set(name, [value])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

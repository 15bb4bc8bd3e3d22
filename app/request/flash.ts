/** A message that a page shows once after a redirect: keys of texts and their values, never markup. */
export type Flash = {
  kind: 'done' | 'note' | 'problem'
  key: string
  params: Record<string, string | number>
  /** The list version that an edit made, if the message offers to undo it. */
  undo?: { list: string; revision: number }
  /** A link to what people do next; `key` is its text. */
  next?: { href: string; key: string }
}

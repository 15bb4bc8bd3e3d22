/** The base of a form: the revision, the file that its ids belong to, and the form's own id; a link's form has none. */
export type ShownVersion = { revision: number; source: string; batch?: string }

export const Version = ({ revision, source, batch }: ShownVersion) => (
  <>
    <input type="hidden" name="base" value={revision} />
    <input type="hidden" name="source" value={source} />
    {batch !== undefined && <input type="hidden" name="batch" value={batch} />}
  </>
)

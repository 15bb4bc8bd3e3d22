/** Adds channels to a category of MyLink, or audio sources: one by its fields, several with one per line. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { boundsOf, itemsPerAdd } from '~/modules/link/link.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { TextAreaField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { LinkFrame } from '~/ui/mylink/frame'
import { examples, useLinkKept } from '~/ui/mylink/kept'
import { LinkFields } from '~/ui/mylink/link-fields'
import { crumbsOf, linkHandle, linkTexts, sheetsOf, type ShelfView } from '~/ui/mylink/view'
import { readShelf, viewOf } from '~/web/mylink/shelf.server'

export { actOnAdd as action } from '~/web/mylink/links-action.server'
export const handle = linkHandle<{ shelf: ShelfView }>(({ shelf }, t) => t(`mylink:of.${shelf.service}.add`))
export const links = sheetsOf(listStyles, styles)

export const loader = async (args: LoaderFunctionArgs) => {
  const { shelf, ...page } = await readShelf(args)
  return json({ ...page, shelf: viewOf(shelf), bounds: boundsOf(shelf.service), most: itemsPerAdd })
}

const AddPage = () => {
  const { shelf, bounds, most, batch, lock } = useLoaderData<typeof loader>()
  const of = `mylink:of.${shelf.service}`
  const { t } = useTranslation(linkTexts)
  const one = useLinkKept('one')
  const many = useLinkKept('many')
  const action = `${shelf.path}/add`
  return (
    <LinkFrame className="narrow stack" title={t(`${of}.add`)} crumbs={crumbsOf(t, shelf)} lock={lock}>
      {lock === null ? (
        <>
          <Card>
            <form noValidate method="post" action={action} className="form" data-draft="">
              <input type="hidden" name="intent" value="one" />
              <input type="hidden" name="batch" value={batch} />
              <LinkFields kept={one} bounds={bounds} />
              <FormActions submit={t(`${of}.addSubmit`)} icon="plus" />
            </form>
          </Card>
          <p>
            <ButtonLink href={`${shelf.path}/from-list`} icon="list">
              {t('pick.link')}
            </ButtonLink>
          </p>
          <Card title={t(`${of}.several`)} id="several">
            <form noValidate method="post" action={action} className="form" data-draft="">
              <input type="hidden" name="intent" value="many" />
              <input type="hidden" name="batch" value={batch} />
              <TextAreaField
                name="lines"
                label={t(`${of}.perLine`)}
                hint={t('many.hint', { number: most, example: examples.place })}
                defaultValue={many.value('lines')}
                error={many.error('lines')}
                rows={6}
                dir="auto"
                autoComplete="off"
                spellCheck={false}
              />
              <div className="form-actions">
                <Button icon="plus">{t('many.submit')}</Button>
              </div>
            </form>
          </Card>
        </>
      ) : null}
    </LinkFrame>
  )
}
export default AddPage

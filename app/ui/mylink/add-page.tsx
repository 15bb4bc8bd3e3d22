/** The page for adding links: one by its fields, several with one per line, or channels of a list. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { TextAreaField } from '../field'
import type { LockView } from '../service/locked'
import { LinkFrame } from './frame'
import { examples, useLinkKept } from './kept'
import { LinkFields, type LinkBounds } from './link-fields'
import type { ShelfView } from './view'
import { crumbsOf, wordsOf } from './words'

export type AddView = { shelf: ShelfView; bounds: LinkBounds; most: number; batch: string; lock: LockView | null }

const AddForms = ({ shelf, bounds, most, batch }: AddView) => {
  const { texts, ...words } = wordsOf[shelf.service]
  const { t } = useTranslation(texts)
  const one = useLinkKept('one')
  const many = useLinkKept('many')
  const action = `${shelf.path}/add`
  return (
    <>
      <Card>
        <form noValidate method="post" action={action} className="form" data-draft="">
          <input type="hidden" name="intent" value="one" />
          <input type="hidden" name="batch" value={batch} />
          <LinkFields kept={one} bounds={bounds} />
          <div className="form-actions">
            <Button variant="primary" icon="plus">
              {t(words.addSubmit)}
            </Button>
          </div>
        </form>
      </Card>
      <p>
        <ButtonLink href={`${shelf.path}/from-list`} icon="list">
          {t('mylink:pick.link')}
        </ButtonLink>
      </p>
      <Card title={t(words.several)} id="several">
        <form noValidate method="post" action={action} className="form" data-draft="">
          <input type="hidden" name="intent" value="many" />
          <input type="hidden" name="batch" value={batch} />
          <TextAreaField
            name="lines"
            label={t(words.perLine)}
            hint={t('mylink:many.hint', { number: most, example: examples.place })}
            defaultValue={many.value('lines')}
            error={many.error('lines')}
            rows={6}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
          />
          <div className="form-actions">
            <Button icon="plus">{t('mylink:many.submit')}</Button>
          </div>
        </form>
      </Card>
    </>
  )
}

export const AddPage = () => {
  const view = useLoaderData<AddView>()
  const words = wordsOf[view.shelf.service]
  const { t } = useTranslation(words.texts)
  return (
    <LinkFrame className="narrow stack" title={t(words.add)} crumbs={crumbsOf(t, view.shelf)} lock={view.lock}>
      {view.lock === null ? <AddForms {...view} /> : null}
    </LinkFrame>
  )
}

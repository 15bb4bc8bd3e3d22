/** A category of MyLink: its name, its place among the others, its picture, and the way to delete it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { parseNumber } from '~/i18n/number'
import { categoriesMax, editShelf, findShelves, moveShelf } from '~/modules/link/link.server'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { LinkFrame } from '~/ui/mylink/frame'
import { useLinkKept } from '~/ui/mylink/kept'
import { NameField } from '~/ui/mylink/link-fields'
import { PictureCard } from '~/ui/mylink/picture-card'
import { crumbsOf, homeOf, sheetsOf } from '~/ui/mylink/view'
import { NumberField } from '~/ui/number-field'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import { keyOfForm } from '~/web/lists/answer.server'
import { answerPicture, done, refuseLink } from '~/web/mylink/answer.server'
import { oneForm } from '~/web/mylink/forms.server'
import { categoryPath, findLinkLock, requireCategory } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink'], title: 'mylink:category.edit' } satisfies RouteHandle
export const links = sheetsOf(listStyles, styles)

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const category = await requireCategory(user, params['category'])
  const [all, lock] = await Promise.all([
    findShelves(user, 'mylink'),
    findLinkLock({ request, context }, user, 'mylink'),
  ])
  const { name, logo, position } = category
  return json({ path: categoryPath(category.id), name, logo, position, total: all.length, batch: newBatch(), lock })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const category = await requireCategory(user, params['category'])
  const here = `${categoryPath(category.id)}/edit`
  const read = await readForm(request, context, oneForm('save', 'move', 'picture', 'no-picture'))
  const pictured = await answerPicture(context, { actor: user, service: 'mylink', here }, read, (logo) =>
    editShelf(user, 'mylink', category.id, { logo }),
  )
  if (pictured !== null) return pictured
  if (!read.ok) return invalid(read)
  const { intent, name, to, batch } = read.value
  if (intent === 'move') {
    const place = parseNumber(to, { min: 1, max: categoriesMax }) ?? 0
    const moved = await moveShelf(user, 'mylink', category.id, place, { batch: keyOfForm(batch, ['move', place]) })
    return moved.ok
      ? done(context, homeOf('mylink'), 'mylink:done.moved', { name: category.name })
      : refuseLink(moved, read.values)
  }
  const edited = await editShelf(user, 'mylink', category.id, { name, batch: keyOfForm(batch, ['name', name]) })
  if (!edited.ok) return refuseLink(edited, read.values)
  return edited.value.name === category.name
    ? done(context, homeOf('mylink'), 'mylink:done.nothing', {}, 'note')
    : done(context, homeOf('mylink'), 'mylink:done.saved', { name: edited.value.name })
}

const EditPage = () => {
  const { path, name, logo, position, total, batch, lock } = useLoaderData<typeof loader>()
  const { t } = useTranslation('mylink')
  const saving = useLinkKept('save')
  const moving = useLinkKept('move')
  const sending = useLinkKept('picture')
  const here = `${path}/edit`
  return (
    <LinkFrame title={t('category.edit')} crumbs={crumbsOf(t, { service: 'mylink', path, name })} lock={lock}>
      {lock === null ? (
        <div className="cols">
          <div className="stack">
            <Card title={t('category.rename')}>
              <form noValidate method="post" action={here} className="form">
                <input type="hidden" name="batch" value={batch} />
                <NameField kept={saving} most={limits.otherNameCharacters} name={name} />
                <div className="form-actions">
                  <Button variant="primary" name="intent" value="save">
                    {t('entry.save')}
                  </Button>
                  <ButtonLink href={`${path}/delete`} variant="quiet-danger" icon="trash">
                    {t('category.delete')}
                  </ButtonLink>
                </div>
              </form>
            </Card>
            {total > 1 ? (
              <Card title={t('category.place')}>
                <form noValidate method="post" action={here} className="form">
                  <input type="hidden" name="batch" value={batch} />
                  <NumberField
                    name="to"
                    label={t('category.place')}
                    labelHidden
                    hint={t('entry.range', { min: 1, max: total })}
                    defaultValue={moving.value('to', String(position))}
                    error={moving.error('to')}
                  />
                  <div className="form-actions">
                    <Button name="intent" value="move">
                      {t('bar.move')}
                    </Button>
                  </div>
                </form>
              </Card>
            ) : null}
          </div>
          <PictureCard service="mylink" logo={logo} action={here} kept={sending} />
        </div>
      ) : null}
    </LinkFrame>
  )
}
export default EditPage

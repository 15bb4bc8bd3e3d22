/** One channel of MyLink, or one audio source: its name, where it comes from, its picture, and deleting it. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { boundsOf, getLink } from '~/modules/link/link.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Draft } from '~/ui/draft'
import { CancelLink } from '~/ui/form-actions'
import { draftMark, useGiven } from '~/ui/kept'
import { LinkFrame, LogoImage } from '~/ui/mylink/frame'
import { useLinkKept } from '~/ui/mylink/kept'
import { LinkFields } from '~/ui/mylink/link-fields'
import { LinkSource } from '~/ui/mylink/link-source'
import { PictureCard } from '~/ui/mylink/picture-card'
import { crumbsOf, linkHandle, linkPath, linkTexts, sheetsOf } from '~/ui/mylink/view'
import { requireValue } from '~/web/lists/answer.server'
import { linkIdOf, readShelf, viewOf } from '~/web/mylink/shelf.server'

export { actOnLink as action } from '~/web/mylink/links-action.server'
export const handle = linkHandle<{ link: { name: string } }>(({ link }) => link.name)
export const links = sheetsOf(listStyles, styles)

/** Throws the page of C1102 if the link doesn't exist. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { shelf, ...page } = await readShelf(args)
  const link = requireValue(await getLink(shelf, linkIdOf(args)))
  return json({ ...page, shelf: viewOf(shelf), link, bounds: boundsOf(shelf.service) })
}

const LinkPage = () => {
  const { shelf, link, bounds, batch, lock } = useLoaderData<typeof loader>()
  const { service, path } = shelf
  const { t } = useTranslation(linkTexts)
  const mark = draftMark('save', [link.name, link.address, link.place])
  const given = useGiven(mark)
  const saving = useLinkKept('save', given)
  const sending = useLinkKept('picture')
  const here = linkPath(shelf, link.id)
  return (
    <LinkFrame title={<bdi>{link.name}</bdi>} crumbs={crumbsOf(t, shelf)} lock={lock}>
      {lock === null ? (
        <div className="aside">
          <Card>
            <form noValidate method="post" action={here} className="form" data-draft={mark}>
              <Draft mark={mark} given={given} />
              <input type="hidden" name="intent" value="save" />
              <input type="hidden" name="batch" value={batch} />
              {/* Keeps another tab's changes: only what differs from these values is saved. */}
              <input type="hidden" name="wasName" value={saving.value('wasName', link.name)} />
              <input type="hidden" name="wasAddress" value={saving.value('wasAddress', link.address ?? '')} />
              <input type="hidden" name="wasPlace" value={saving.value('wasPlace', link.place ?? '')} />
              <LinkFields kept={saving} bounds={bounds} link={link} />
              <div className="form-actions">
                <Button variant="primary">{t('entry.save')}</Button>
                <CancelLink href={path} />
                <ButtonLink variant="quiet-danger" icon="trash" href={`${path}/remove?ids=${link.id}`}>
                  {t(`of.${service}.delete`)}
                </ButtonLink>
              </div>
            </form>
          </Card>
          <PictureCard service={service} logo={link.logo} action={here} kept={sending} />
        </div>
      ) : (
        <Card>
          <div className="stack">
            <LogoImage service={service} logo={link.logo} size={96} />
            <p>
              <LinkSource {...link} />
            </p>
          </div>
        </Card>
      )}
    </LinkFrame>
  )
}
export default LinkPage

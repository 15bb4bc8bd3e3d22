/** The page of one link: its fields, its picture, and deleting. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { Draft } from '../draft'
import { draftMark, useGiven } from '../kept'
import type { LockView } from '../service/locked'
import { LinkFrame } from './frame'
import { useLinkKept } from './kept'
import { LinkFields, type LinkBounds } from './link-fields'
import { LinkSource } from './link-source'
import { LogoImage } from './logo-image'
import { PictureCard } from './picture-card'
import { linkPath, type LinkEntry, type ShelfView } from './view'
import { crumbsOf, wordsOf } from './words'

export type LinkPageView = {
  shelf: ShelfView
  link: LinkEntry
  bounds: LinkBounds
  batch: string
  lock: LockView | null
}

const EditLink = ({ shelf, link, bounds, batch, lock }: LinkPageView) => {
  const { service, path } = shelf
  const { texts, remove } = wordsOf[service]
  const { t } = useTranslation(texts)
  const mark = draftMark('save', [link.name, link.address, link.place])
  const given = useGiven(mark)
  const saving = useLinkKept('save', given)
  const sending = useLinkKept('picture')
  const here = linkPath(shelf, link.id)
  if (lock !== null)
    return (
      <Card>
        <div className="stack">
          <LogoImage service={service} logo={link.logo} size={96} />
          <p>
            <LinkSource {...link} />
          </p>
        </div>
      </Card>
    )
  return (
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
            <Button variant="primary">{t('mylink:entry.save')}</Button>
            <ButtonLink variant="quiet" href={path}>
              {t('common:action.cancel')}
            </ButtonLink>
            <ButtonLink variant="quiet-danger" icon="trash" href={`${path}/remove?ids=${link.id}`}>
              {t(remove)}
            </ButtonLink>
          </div>
        </form>
      </Card>
      <PictureCard service={service} logo={link.logo} action={here} kept={sending} />
    </div>
  )
}

export const LinkPage = () => {
  const view = useLoaderData<LinkPageView>()
  const { t } = useTranslation(wordsOf[view.shelf.service].texts)
  return (
    <LinkFrame title={<bdi>{view.link.name}</bdi>} crumbs={crumbsOf(t, view.shelf)} lock={view.lock}>
      <EditLink {...view} />
    </LinkFrame>
  )
}

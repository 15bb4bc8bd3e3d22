/** The page of one link: its fields, its picture, and the way to delete it. */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import type { FailureShape } from '../form-errors'
import { useLinkKept } from './kept'
import { LinkFields, type LinkBounds } from './link-fields'
import { LinkSource } from './link-source'
import { LogoImage } from './logo-image'
import { PictureCard } from './picture-card'
import type { LinkService, LinkView } from './view'

type EditLinkProps = {
  service: LinkService
  /** The page itself, and the one of all links. */
  here: string
  path: string
  link: LinkView
  bounds: LinkBounds
  batch: string
  canChange: boolean
  remove: string
  failure: FailureShape | null | undefined
}

export const EditLink = (props: EditLinkProps) => {
  const { service, here, path, link, bounds, batch, canChange, remove, failure } = props
  const { t } = useTranslation('mylink')
  const saving = useLinkKept(failure, 'save')
  const sending = useLinkKept(failure, 'picture')
  if (!canChange)
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
        <form noValidate method="post" action={here} className="form">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="batch" value={batch} />
          {/* What another tab has changed meanwhile stays: only what differs from these is saved. */}
          <input type="hidden" name="wasName" value={saving.value('wasName', link.name)} />
          <input type="hidden" name="wasAddress" value={saving.value('wasAddress', link.address ?? '')} />
          <input type="hidden" name="wasPlace" value={saving.value('wasPlace', link.place ?? '')} />
          <LinkFields kept={saving} bounds={bounds} link={link} />
          <div className="form-actions">
            <Button variant="primary">{t('entry.save')}</Button>
            <ButtonLink variant="quiet-danger" icon="trash" href={`${path}/remove?ids=${link.id}`}>
              {remove}
            </ButtonLink>
          </div>
        </form>
      </Card>
      <PictureCard service={service} logo={link.logo} action={here} kept={sending} />
    </div>
  )
}

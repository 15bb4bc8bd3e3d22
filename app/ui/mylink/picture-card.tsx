/** The picture of a category or a link: shown, replaced, removed. */
import { useTranslation } from 'react-i18next'
import type { LinkService } from '~/modules/link/types'
import { Button } from '../button'
import { Card } from '../card'
import { FileField } from '../field'
import { LogoImage } from './frame'
import type { Kept } from './kept'

type PictureCardProps = { service: LinkService; logo: string | null; action: string; kept: Kept }

export const PictureCard = ({ service, logo, action, kept }: PictureCardProps) => {
  const { t } = useTranslation('mylink')
  return (
    <Card title={t('picture.title')}>
      <div className="stack">
        <LogoImage service={service} logo={logo} size={96} />
        <form noValidate method="post" action={action} encType="multipart/form-data" className="form">
          <input type="hidden" name="intent" value="picture" />
          <FileField
            name="file"
            label={t('picture.title')}
            labelHidden
            hint={t('picture.hint')}
            error={kept.error('file')}
            accept="image/png,image/jpeg"
            button={t('picture.pick')}
            none={t('picture.none')}
          />
          <div className="form-actions">
            <Button icon="upload">{t('picture.send')}</Button>
          </div>
        </form>
        {logo === null ? null : (
          <form noValidate method="post" action={action}>
            <Button variant="quiet-danger" icon="trash" name="intent" value="no-picture">
              {t('picture.remove')}
            </Button>
          </form>
        )}
      </div>
    </Card>
  )
}

/** Adding: one link by its fields, or several of which each has a line. */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import type { FailureShape } from '../form-errors'
import { useLinkKept } from './kept'
import { LinkFields, type LinkBounds } from './link-fields'
import { ManyField } from './many-fields'

type AddFormsProps = {
  action: string
  /** The page on which channels of lists are chosen. */
  fromList: string
  bounds: LinkBounds
  most: number
  batch: string
  failure: FailureShape | null | undefined
  /** The words that differ between channels and audio sources. */
  words: { submit: string; several: string; perLine: string }
}

export const AddForms = ({ action, fromList, bounds, most, batch, failure, words }: AddFormsProps) => {
  const { t } = useTranslation('mylink')
  const one = useLinkKept(failure, 'one')
  const many = useLinkKept(failure, 'many')
  return (
    <>
      <Card>
        <form noValidate method="post" action={action} className="form" data-draft="">
          <input type="hidden" name="intent" value="one" />
          <input type="hidden" name="batch" value={batch} />
          <LinkFields kept={one} bounds={bounds} />
          <div className="form-actions">
            <Button variant="primary" icon="plus">
              {words.submit}
            </Button>
          </div>
        </form>
      </Card>
      <p>
        <ButtonLink href={fromList} icon="list">
          {t('pick.link')}
        </ButtonLink>
      </p>
      <Card title={words.several} id="several">
        <form noValidate method="post" action={action} className="form" data-draft="">
          <input type="hidden" name="intent" value="many" />
          <input type="hidden" name="batch" value={batch} />
          <ManyField label={words.perLine} most={most} kept={many} />
          <div className="form-actions">
            <Button icon="plus">{t('many.submit')}</Button>
          </div>
        </form>
      </Card>
    </>
  )
}

/** Buttons that move a row up or down by one, and the link to its page; the surrounding form names the list. */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from './button'
import { Icon } from './icon'

type StepsProps = {
  /** The row; and the position at which it was shown, if a step is counted from there. */
  id: number | string
  name: string
  first: boolean
  last: boolean
  /** The page on which the row is edited. */
  href?: string
}

export const StepButtons = ({ id, name, first, last, href }: StepsProps) => {
  const { t } = useTranslation()
  const up = t('row.up', { name })
  const down = t('row.down', { name })
  return (
    <>
      <Button name="up" value={id} disabled={first} title={up}>
        <Icon name="arrow-up" />
        <span className="hidden-visually">{up}</span>
      </Button>
      <Button name="down" value={id} disabled={last} title={down}>
        <Icon name="arrow-down" />
        <span className="hidden-visually">{down}</span>
      </Button>
      {href !== undefined && (
        <ButtonLink href={href} icon="edit" variant="quiet">
          {t('row.edit')} <span className="hidden-visually">{name}</span>
        </ButtonLink>
      )}
    </>
  )
}

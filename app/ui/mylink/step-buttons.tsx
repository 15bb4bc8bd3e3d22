/** Buttons that move a row up or down by one; the surrounding form knows which kind of row. */
import { useTranslation } from 'react-i18next'
import { Button } from '../button'
import { Icon } from '../icon'

/** `value` names the row, and the place where it was shown if a step is counted from there. */
export const StepButtons = ({
  value,
  name,
  first,
  last,
}: {
  value: string
  name: string
  first: boolean
  last: boolean
}) => {
  const { t } = useTranslation('mylink')
  const up = t('row.up', { name })
  const down = t('row.down', { name })
  return (
    <>
      <Button name="up" value={value} disabled={first} title={up}>
        <Icon name="arrow-up" />
        <span className="hidden-visually">{up}</span>
      </Button>
      <Button name="down" value={value} disabled={last} title={down}>
        <Icon name="arrow-down" />
        <span className="hidden-visually">{down}</span>
      </Button>
    </>
  )
}

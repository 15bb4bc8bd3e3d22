/** The state of a recharge as a word with a colour. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import type { RechargeStatus } from '~/modules/recharge/recharge.states'
import { Tag, type TagTone } from '../tag'

const tones = {
  0: 'warn',
  1: 'ok',
  2: 'quiet',
  4: 'bad',
  5: 'bad',
  6: 'quiet',
  7: 'info',
  8: 'ok',
} as const satisfies Record<RechargeStatus, TagTone>

export const RechargeTag = ({ status }: { status: RechargeStatus }) => {
  const { t } = useTranslation('order')
  return (
    <Tag tone={tones[status]} icon={status === 1 ? 'check' : undefined}>
      {t(`status.${status}`)}
    </Tag>
  )
}

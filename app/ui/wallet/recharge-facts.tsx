/** The facts of one recharge. Texts are in the namespaces `wallet` and `order`. */
import { useTranslation } from 'react-i18next'
import type { RechargeDetails } from '~/modules/recharge/view'
import { Card } from '../card'
import { Code } from '../code'
import { isZero, useAmounts } from '../order/amounts'
import { Facts, Moment } from '../order/facts'
import { useMethodName } from '../order/method-name'
import { RechargeTag } from './recharge-tag'

export const RechargeFacts = ({ recharge }: { recharge: RechargeDetails }) => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  const nameOf = useMethodName()
  const { number, status, method, amount, credited, givenBack, createdAt, paidAt, payments } = recharge
  const hash = payments.find(({ payinHash }) => payinHash !== null)?.payinHash ?? null
  return (
    <Card title={t('recharge.facts')}>
      <Facts
        facts={[
          [t('recharge.number'), <Code key="number">{number}</Code>],
          [t('order:fact.status'), <RechargeTag key="status" status={status} />],
          [t('recharge.way'), nameOf({ method })],
          [t('recharge.asked'), amounts.usd(amount)],
          isZero(credited) ? null : [t('recharge.credited'), amounts.mango(credited)],
          isZero(givenBack) ? null : [t('recharge.givenBack'), amounts.usd(givenBack)],
          [t('order:record.createdAt'), <Moment key="created" at={createdAt} />],
          paidAt === null ? null : [t('recharge.arrivedAt'), <Moment key="paid" at={paidAt} />],
          hash === null
            ? null
            : [
                t('order:record.hash'),
                <Code key="hash" className="order-code">
                  {hash}
                </Code>,
              ],
        ]}
      />
    </Card>
  )
}

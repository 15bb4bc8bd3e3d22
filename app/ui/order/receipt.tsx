/** A receipt as a page that prints well, with headings and tables for screen readers, unlike the PDF. */
import { useTranslation } from 'react-i18next'
import { Code, SerialNumber } from '../code'
import { Dotted } from '../dotted'
import type { ReceiptContent, ReceiptSum } from './receipt-content'
import { Sum } from './sum'

const Sums = ({ sums }: { sums: readonly ReceiptSum[] }) => (
  <dl className="sums">
    {sums.map(({ label, amount, isTotal }, index) => (
      <Sum key={`${index}${label}`} look={isTotal ? 'total' : undefined} label={<bdi>{label}</bdi>}>
        {amount}
      </Sum>
    ))}
  </dl>
)

export const Receipt = ({ content }: { content: ReceiptContent }) => {
  const { t } = useTranslation('order')
  const { issuer, facts, itemLabels, items, sums, paidLabel, paid, note } = content
  return (
    <article className="stack stack-wide card receipt" aria-label={content.title}>
      <p className="receipt-issuer">
        <Dotted
          parts={[
            {
              key: 'name',
              text: (
                <>
                  <span className="muted">{t('common:label', { label: issuer.label })}</span>{' '}
                  <strong>{issuer.name}</strong>
                </>
              ),
            },
            issuer.contact === null
              ? null
              : {
                  key: 'contact',
                  text: (
                    <bdi className="unbroken" dir="ltr">
                      {issuer.contact}
                    </bdi>
                  ),
                },
          ]}
        />
      </p>
      <dl className="facts">
        {facts.map(({ label, value, isCode, isSerial }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isSerial ? <SerialNumber sn={value} /> : isCode ? <Code>{value}</Code> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
      <table className="receipt-items">
        <thead>
          <tr>
            <th scope="col">{itemLabels.item}</th>
            <th scope="col" className="n">
              {itemLabels.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, detail, amount }, index) => (
            <tr key={`${index}${name}`}>
              <td>
                <bdi className="strong">{name}</bdi> <span className="receipt-detail">{detail}</span>
              </td>
              <td className="n">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sums sums={sums} />
      {paid.length > 0 ? (
        <section className="stack stack-tight receipt-paid">
          <h2>{paidLabel}</h2>
          <Sums sums={paid} />
        </section>
      ) : null}
      <p className="muted small">{note}</p>
    </article>
  )
}

/** Names with their values, for the pages of orders. */
import { Fragment, type ReactNode } from 'react'
import { useFormat, useLocalFormat } from '~/i18n/format'

export type Fact = readonly [label: string, value: ReactNode]
export const Facts = ({ facts }: { facts: readonly (Fact | null)[] }) => (
  <dl className="facts">
    {facts
      .filter((fact) => fact !== null)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)

/** In the customer's time zone; the end of a service is in UTC like the day that names it elsewhere (`MomentInUtc`). */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{useLocalFormat().dateTime(at)}</time>
export const MomentInUtc = ({ at }: { at: string }) => <time dateTime={at}>{useFormat().dateTime(at)}</time>

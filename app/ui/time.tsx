/**
 * A moment, said relative to `now` (both ISO texts); the exact time is in its title, in UTC until the browser knows
 * better.
 */
import { useEffect, useState } from 'react'
import { useFormat } from '~/i18n/format'

export const Time = ({ value, now }: { value: string; now: string }) => {
  const format = useFormat()
  const [title, setTitle] = useState(() => format.dateTime(value))
  useEffect(() => setTitle(format.localDateTime(value)), [format, value])
  // Two versions of the languages' data (the server's, the browser's) may word a moment differently; either is right.
  return (
    <time dateTime={value} title={title} suppressHydrationWarning>
      {format.relative(value, now)}
    </time>
  )
}

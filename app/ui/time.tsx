/**
 * A moment, relative to `now` (both ISO texts). The exact time is in its title, in UTC until the browser's time zone is
 * known.
 */
import { useEffect, useState } from 'react'
import { useFormat } from '~/i18n/format'

export const Time = ({ value, now }: { value: string; now: string }) => {
  const format = useFormat()
  const [title, setTitle] = useState(() => format.dateTime(value))
  useEffect(() => setTitle(format.localDateTime(value)), [format, value])
  // The server's and the browser's language data may word a moment differently; both are correct.
  return (
    <time dateTime={value} title={title} suppressHydrationWarning>
      {format.relative(value, now)}
    </time>
  )
}

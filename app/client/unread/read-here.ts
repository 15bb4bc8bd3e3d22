/**
 * A page on which something was read knows how much is left: the badge, here and in other tabs, hears it at once
 * instead of with the next poll.
 */
import { useEffect } from 'react'
import { noteRead } from './count'

export const useReadHere = (count: number): void => {
  useEffect(() => {
    // After the frame's own effects, which give way to what the server said of the whole page.
    const timer = setTimeout(() => noteRead(count))
    return () => clearTimeout(timer)
  }, [count])
}

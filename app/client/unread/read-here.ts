/**
 * A page on which something was read knows how much is left: the badge, here and in other tabs, is updated at once
 * instead of with the next poll.
 */
import { useEffect } from 'react'
import { noteRead } from './count'

export const useReadHere = (count: number): void => {
  useEffect(() => {
    // After the frame's own effects, which reset the count to the server's.
    const timer = setTimeout(() => noteRead(count))
    return () => clearTimeout(timer)
  }, [count])
}

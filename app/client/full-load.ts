/**
 * Falls back to a full page load if a page's code can't be loaded: after 120 seconds, and at once when its chunk fails
 * (a new version was deployed, the network failed). The router answers a failed chunk by reloading the page that is
 * being left. The navigation's target is stored here, so that this reload continues to it. Only once, so that it never
 * loops.
 */
import { useNavigation } from '@remix-run/react'
import { useEffect } from 'react'

const patienceMs = 120_000
const storageName = 'portal-goal'

const remember = (goal: string | null): void => {
  try {
    if (goal === null) sessionStorage.removeItem(storageName)
    else sessionStorage.setItem(storageName, goal)
  } catch {
    // If storage is refused, the page that was left is shown; its links work.
  }
}

/** The target of a navigation that did not end, once. It is always an address of this site. */
const takeGoal = (): string | null => {
  try {
    const goal = sessionStorage.getItem(storageName)
    sessionStorage.removeItem(storageName)
    return goal !== null && /^\/(?![\\/])/.test(goal) ? goal : null
  } catch {
    return null
  }
}

const wasReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/** The root calls it once. */
export const useFullLoads = (): void => {
  const { state, location: next } = useNavigation()
  const goal = state === 'loading' && next ? next.pathname + next.search + next.hash : null
  useEffect(() => {
    const left = takeGoal()
    if (left !== null && wasReloaded() && left !== location.pathname + location.search + location.hash)
      location.replace(left)
  }, [])
  useEffect(() => {
    if (goal === null) return
    remember(goal)
    const timer = setTimeout(() => location.assign(goal), patienceMs)
    return () => {
      clearTimeout(timer)
      remember(null)
    }
  }, [goal])
}

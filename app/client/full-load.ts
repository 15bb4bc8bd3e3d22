/**
 * Falls back to a whole page where a page's code can't be had: after 120 seconds, and at once when its chunk fails (a
 * new version was put up, the network was cut). The router answers a failed chunk by loading the page again that is
 * being left; the goal of the navigation is remembered here, so that this load leads on to it. Once, so that nothing
 * goes round.
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
    // A browser that refuses storage shows the page that was left; its links work.
  }
}

/** The goal of a navigation that did not end, once. Only ever an address of this site. */
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

/** Called once, by the root. */
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

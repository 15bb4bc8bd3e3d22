/**
 * Loads the watch over a signed-in page when a person first acts on it, or after ten seconds; on a session's first page
 * soon after it is usable. So the first view of a page does not wait for it, and the first unread count is there at
 * once. If nobody is signed in, nothing stays in session storage.
 */
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isCancel } from './cancel'
import type { SessionWatchProps } from './session-watch'
import { storedKey } from './stored-key'

const laterMs = 10_000
/** Not before a list's editor has opened, even on a slow processor: it would slow that down. */
const soonMs = 2_000
const isFirstPage = (): boolean => {
  try {
    return sessionStorage.getItem(storedKey) === null
  } catch {
    return false
  }
}
const pageHere = (): string => location.pathname + location.search
const firstActs = ['pointerdown', 'keydown', 'touchstart'] as const

export type SessionWatchLaterProps = {
  userId: string | null
  /** The page's forms show what was typed before. */
  given: boolean
  /** The person who has just left by Exit. */
  left: string | null
}

export const SessionWatchLater = ({ userId, given, left }: SessionWatchLaterProps) => {
  const { i18n } = useTranslation()
  const [Watch, setWatch] = useState<ComponentType<SessionWatchProps> | null>(null)
  const active = useRef(false)
  const wasActive = useCallback(() => active.current, [])
  useEffect(() => {
    if (userId !== null) return
    try {
      sessionStorage.clear()
    } catch {
      // If storage is refused, there is nothing in it.
    }
  }, [userId])
  // Exit clears storage when it is pressed; this covers a press before the scripts ran.
  useEffect(() => {
    if (left !== null && left !== userId)
      void import('~/client/editor/save/journal')
        .then(({ clearJournals }) => clearJournals(left))
        .catch(() => undefined)
  }, [left, userId])
  // Cancel may be the first click on a page that shows a draft: nothing else runs yet that would discard it.
  const cancelled = useRef(false)
  const firstPage = useRef('')
  useEffect(() => {
    firstPage.current ||= pageHere()
    if (!given) return
    const cancel = ({ target }: MouseEvent) => {
      if (document.documentElement.dataset.watched !== undefined || !isCancel(target)) return
      cancelled.current = true
      const page = pageHere()
      void import('./drafts').then(({ dropDraft }) => dropDraft(page)).catch(() => undefined)
    }
    document.addEventListener('click', cancel, { capture: true })
    return () => document.removeEventListener('click', cancel, { capture: true })
  }, [given])
  useEffect(() => {
    if (userId === null) return
    let gone = false
    let begun = false
    const load = () => {
      if (begun) return
      begun = true
      Promise.all([import('./session-watch'), i18n.loadNamespaces('session')]).then(
        ([module]) => {
          if (!gone) setWatch(() => module.default)
        },
        () => {
          // A chunk that failed to load (the network failed) is requested again at the next action, or when the network
          // is back.
          begun = false
        },
      )
    }
    const act = () => {
      // Passed to the watch once it has loaded: the person acted before.
      active.current = true
      load()
    }
    const timer = setTimeout(load, isFirstPage() ? soonMs : laterMs)
    for (const name of firstActs) document.addEventListener(name, act, { capture: true, passive: true })
    addEventListener('online', load)
    return () => {
      gone = true
      clearTimeout(timer)
      for (const name of firstActs) document.removeEventListener(name, act, { capture: true })
      removeEventListener('online', load)
    }
  }, [i18n, userId])
  const isGiven = useCallback(() => given && !cancelled.current && pageHere() === firstPage.current, [given])
  return Watch && userId !== null ? <Watch key={userId} isGiven={isGiven} wasActive={wasActive} /> : null
}

/**
 * Edits that this browser holds and the portal does not have yet, on the pages that show a list's file or compare its
 * versions. Edits without an open editor are sent from here. The page says what is missing, updates when that is saved,
 * and says so. Without scripts no such edits exist.
 */
import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Notice } from '~/ui/notice'
import { countWaiting, openJournal } from './save/journal'
import { sendLeftover, type Sent } from './save/leftover'
import { openNeighbours } from './neighbours'
import { createTransport } from './transport'

/** How often the journal is checked while it has edits: another page's queue may empty it. */
const checkAgainMs = 1000
/** The pause after a failed try; it doubles each time. */
const sendAgainMs = { first: 1000, most: 30_000 } as const

const sendFrom = async (userId: string, listId: string): Promise<Sent> => {
  const journal = await openJournal(userId, listId)
  try {
    return await sendLeftover(journal, createTransport(listId).send)
  } finally {
    journal.close()
  }
}

type UnsavedProps = {
  userId: string
  listId: string
  listPath: string
  revision: number
  /** What the page shows without the edits. */
  of: 'export' | 'compare' | 'tool'
}

export const UnsavedNotice = ({ userId, listId, listPath, revision, of }: UnsavedProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const revalidator = useRevalidator()
  const [waiting, setWaiting] = useState(0)
  const [saved, setSaved] = useState({ count: 0, revision: 0 })
  const present = useRef({ revision, revalidate: revalidator.revalidate })
  present.current = { revision, revalidate: revalidator.revalidate }
  useEffect(() => {
    let left = false
    let timer = 0
    let before = 0
    let pauseMs: number = sendAgainMs.first
    /** The time of the next try; never again if trying can't help. */
    let sendAt = 0
    let sending = false
    const neighbours = openNeighbours(listId)
    const send = async () => {
      sending = true
      const sent = await sendFrom(userId, listId).catch(() => null)
      sending = false
      sendAt = sent !== null && sent.left === 0 ? 0 : sent?.again ? Date.now() + pauseMs : Infinity
      pauseMs = sent?.again ? Math.min(sendAgainMs.most, pauseMs * 2) : sendAgainMs.first
      if (sent === null || sent.saved === 0) return
      neighbours?.announce(sent.revision)
      if (!left)
        setSaved(({ count, revision }) => ({ count: count + sent.saved, revision: Math.max(revision, sent.revision) }))
    }
    const check = async () => {
      window.clearTimeout(timer)
      // If the browser stores nothing, no edits of a closed page are left.
      let count = await countWaiting(userId, listId).catch(() => 0)
      if (count > 0 && !sending && Date.now() >= sendAt && !left) {
        setWaiting(count)
        before = Math.max(before, count)
        await send()
        count = await countWaiting(userId, listId).catch(() => 0)
      }
      if (left) return
      setWaiting(count)
      if (count < before) present.current.revalidate()
      before = count
      window.clearTimeout(timer)
      if (count > 0) timer = window.setTimeout(() => void check(), checkAgainMs)
    }
    neighbours?.listen((newest) => {
      if (newest > present.current.revision) present.current.revalidate()
      void check()
    })
    void check()
    return () => {
      left = true
      window.clearTimeout(timer)
      neighbours?.close()
    }
  }, [userId, listId])
  return (
    <>
      {/* Only once the page shows a version that includes them. */}
      {saved.count > 0 && revision >= saved.revision && (
        <Notice tone="ok" live>
          <p>{t(`${of}.saved`, { number: format.number(saved.count) })}</p>
        </Notice>
      )}
      {waiting > 0 && (
        <Notice tone="warn" live>
          <p>
            {t(`${of}.unsaved`, { number: format.number(waiting) })} <a href={listPath}>{t('export.unsavedLink')}</a>
          </p>
        </Notice>
      )}
    </>
  )
}

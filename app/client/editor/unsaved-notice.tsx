/**
 * On the pages that show a list's file or compare its versions: edits that this browser holds and the portal does not have
 * yet. The page is without them, so it says so, and looks again when they are saved. Without scripts no such edits exist.
 */
import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Notice } from '~/ui/notice'
import { countWaiting } from './journal'
import { openNeighbours } from './neighbours'

/** How often the journal is looked at while it holds something: another page's queue empties it. */
const lookAgainMs = 1000

type UnsavedProps = {
  userId: string; listId: string; listPath: string; revision: number
  /** What the page shows without them. */
  of: 'export' | 'compare'
}

export const UnsavedNotice = ({ userId, listId, listPath, revision, of }: UnsavedProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const revalidator = useRevalidator()
  const [waiting, setWaiting] = useState(0)
  const present = useRef({ revision, revalidate: revalidator.revalidate })
  present.current = { revision, revalidate: revalidator.revalidate }
  useEffect(() => {
    let left = false
    let timer = 0
    let before = 0
    const look = async () => {
      window.clearTimeout(timer)
      // A browser that keeps nothing holds no edits of a page that is gone.
      const count = await countWaiting(userId, listId).catch(() => 0)
      if (left) return
      setWaiting(count)
      if (count < before) present.current.revalidate()
      before = count
      if (count > 0) timer = window.setTimeout(() => void look(), lookAgainMs)
    }
    const neighbours = openNeighbours(listId)
    neighbours?.listen((newest) => {
      if (newest > present.current.revision) present.current.revalidate()
      void look()
    })
    void look()
    return () => {
      left = true
      window.clearTimeout(timer)
      neighbours?.close()
    }
  }, [userId, listId])
  if (waiting === 0) return null
  return <Notice tone="warn" live><p>{t(`${of}.unsaved`, { number: format.number(waiting) })} <a href={listPath}>{t('export.unsavedLink')}</a></p></Notice>
}

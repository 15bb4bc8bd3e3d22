/** The way to the state of saving from far down the list, while edits can't be saved. */
import { useEffect, useState, type RefObject } from 'react'
import { isTroubled, SaveText } from './save-state'
import type { Snapshot } from './store/snapshot'

/**
 * The same tag at the window's lower edge while the editor's head is scrolled away and something is wrong; a click goes
 * up to the notice.
 */
export const SaveTrouble = ({ snapshot, head }: { snapshot: Snapshot; head: RefObject<HTMLElement> }) => {
  const told = isTroubled(snapshot)
  const [away, setAway] = useState(false)
  useEffect(() => {
    const shown = head.current
    if (!told || !shown) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry !== undefined && !entry.isIntersecting))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [told, head])
  if (!told || !away) return null
  return (
    <button type="button" className="btn ed-trouble" onClick={() => head.current?.scrollIntoView({ block: 'center' })}>
      <SaveText snapshot={snapshot} />
    </button>
  )
}

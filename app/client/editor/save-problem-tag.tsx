/** Leads to the save state from far down the list, while edits can't be saved. */
import { useEffect, useState, type RefObject } from 'react'
import { useEditor } from './context'
import { hasSaveProblem, SaveText } from './save-state'

/**
 * The same tag with its full text, at a narrow window's lower edge while the notice that explains it is scrolled away;
 * a click goes up to that notice.
 */
export const SaveProblemTag = ({ notices }: { notices: RefObject<HTMLElement> }) => {
  const hasProblem = hasSaveProblem(useEditor().snapshot)
  const [away, setAway] = useState(false)
  useEffect(() => {
    const shown = notices.current
    if (!hasProblem || !shown) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry !== undefined && !entry.isIntersecting))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [hasProblem, notices])
  if (!hasProblem || !away) return null
  return (
    <button
      type="button"
      className="btn ed-problem"
      onClick={() => notices.current?.scrollIntoView({ block: 'center' })}
    >
      <SaveText />
    </button>
  )
}

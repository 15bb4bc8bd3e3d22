/** The notice of unsaved edits for pages that can be read without it; it appears after hydration. */
import { useEffect, useState, type ComponentProps, type ComponentType } from 'react'
import type { UnsavedNotice } from './unsaved-notice'

type Props = ComponentProps<typeof UnsavedNotice>

export const UnsavedLater = (props: Props) => {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    let left = false
    import('./unsaved-notice').then(
      (loaded) => {
        if (!left) setPart(() => loaded.UnsavedNotice)
      },
      // Without it the page shows what the portal has; the editor sends the rest.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return Part === null ? null : <Part {...props} />
}

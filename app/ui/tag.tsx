/**
 * A word or two of state. The word says it; the colour only helps. A space keeps it from the words before it where no
 * styles are read.
 */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

export type TagTone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet'

export const Tag = ({ tone = 'quiet', icon, children }: { tone?: TagTone; icon?: IconName; children: ReactNode }) => (
  <>
    {' '}
    <span className={tone === 'quiet' ? 'tag' : `tag ${tone}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  </>
)

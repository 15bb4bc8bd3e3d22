/**
 * A state in one or two words. The word carries the meaning; the colour only helps. A leading space separates it
 * without styles.
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

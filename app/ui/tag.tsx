/**
 * A state in one or two words. The word says it; the colour only helps. A leading space separates it where no styles
 * apply.
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

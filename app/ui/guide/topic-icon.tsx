/** The pictures on the cards of the help page: one line drawing per topic, with one accent in mango. */
import type { ReactNode } from 'react'
import type { GuideName } from './guides'

/** Pages of the help section that are not guides. */
export type TopicName = GuideName | 'bind' | 'app' | 'instructions' | 'regions' | 'contact'

const shapes: Readonly<Record<TopicName, ReactNode>> = {
  editor: (
    <>
      <path d="M10 12h18M10 24h12M10 36h18" />
      <rect x="24" y="18" width="18" height="12" rx="3" className="art-ripe" />
      <path d="M30 24h6" className="art-on" />
    </>
  ),
  'box-settings': (
    <>
      <rect x="6" y="9" width="36" height="25" rx="3" />
      <path d="M18 40h12M24 34v6M13 17h10M13 25h10" />
      <rect x="28" y="14" width="9" height="6" rx="3" className="art-ripe" />
      <rect x="28" y="22.5" width="9" height="6" rx="3" />
    </>
  ),
  'usb-network': (
    <>
      <rect x="7" y="8" width="13" height="24" rx="3" />
      <path d="M12 28h3M13.5 32v5a4 4 0 0 0 4 4H27a4 4 0 0 0 4-4v-7" />
      <rect x="22" y="22" width="20" height="9" rx="2.5" />
      <circle cx="37" cy="26.5" r="2" className="art-ripe" />
    </>
  ),
  'video-key': (
    <>
      <rect x="6" y="9" width="30" height="21" rx="3" />
      <path d="m17 14.5 9 5-9 5z" />
      <circle cx="30" cy="35" r="5" className="art-ripe" />
      <path d="m33.5 31.5 8-8M38 27l3 3" />
    </>
  ),
  mylink: (
    <>
      <rect x="6" y="9" width="36" height="25" rx="3" />
      <path d="M18 40h12M24 34v6" />
      <path d="M20 25a4 4 0 0 1 0-7h3M28 18a4 4 0 0 1 0 7h-3" />
      <path d="M21 21.5h6" className="art-on" />
    </>
  ),
  bluetooth: (
    <>
      <path d="M9 30v-5a15 15 0 0 1 30 0v5" />
      <rect x="6" y="28" width="8" height="13" rx="3.5" />
      <rect x="34" y="28" width="8" height="13" rx="3.5" className="art-ripe" />
      <path d="M20 26a5 5 0 0 1 8 0M22.5 31a2 2 0 0 1 3 0" />
    </>
  ),
  vpn: (
    <>
      <path d="M24 6 9 12v11c0 9 6 15 15 19 9-4 15-10 15-19V12z" />
      <circle cx="24" cy="21" r="4.5" className="art-ripe" />
      <path d="M24 25.5V32" />
    </>
  ),
  bind: (
    <>
      <rect x="6" y="24" width="36" height="13" rx="3" />
      <path d="M12 30.5h.01M17 30.5h.01M29 30.5h7M17 24v-5a7 7 0 0 1 14 0" />
      <circle cx="24" cy="12" r="3" className="art-ripe" />
    </>
  ),
  app: (
    <>
      <rect x="14" y="6" width="20" height="36" rx="4" />
      <path d="M21 37.5h6M24 13v11" />
      <circle cx="24" cy="24" r="5" className="art-ripe" />
      <path d="m21.5 23.5 2.5 2.5 2.5-2.5" className="art-on" />
    </>
  ),
  instructions: (
    <>
      <path d="M24 12c-4-3-10-4-17-4v28c7 0 13 1 17 4 4-3 10-4 17-4V8c-7 0-13 1-17 4zM24 12v28" />
      <circle cx="33" cy="19" r="3.5" className="art-ripe" />
      <path d="M13 16h5M13 23h5M30 28h6" />
    </>
  ),
  regions: (
    <>
      <circle cx="24" cy="24" r="17" />
      <path d="M7 24h34M24 7c10 9 10 25 0 34M24 7c-10 9-10 25 0 34" />
      <circle cx="34" cy="33" r="6" className="art-ripe" />
      <path d="M31.5 33h5" className="art-on" />
    </>
  ),
  contact: (
    <>
      <path d="M7 10h34v22H22l-9 8v-8H7z" />
      <path d="M15 18h18M15 24h9" />
      <circle cx="31" cy="24.5" r="2.5" className="art-ripe" />
    </>
  ),
}

export const TopicIcon = ({ name }: { name: TopicName }) => (
  <svg className="topic-icon" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
    {shapes[name]}
  </svg>
)

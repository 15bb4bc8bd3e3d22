import { useEffect, useRef } from 'react'

/** Links between the pages of one object; the current one is marked visually and for screen readers. */
export type Tab = { href: string; label: string; current: boolean }

export const Tabs = ({ items, label }: { items: readonly Tab[]; label: string }) => {
  const row = useRef<HTMLElement>(null)
  const current = items.find((tab) => tab.current)?.href
  // For browsers that don't know the style's scroll-initial-target, and after a step from one page to the next.
  useEffect(() => {
    const place = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (row.current === null || place === undefined) return
    const { left, right } = row.current.getBoundingClientRect()
    row.current.scrollLeft += Math.max(place.right - right, 0) + Math.min(place.left - left, 0)
  }, [current])
  return (
    <nav className="subtabs" aria-label={label} ref={row}>
      <ul>
        {items.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links between the pages of one thing; the current one is marked visually and for screen readers. */
export type Tab = { href: string; label: string; current: boolean }

export const Tabs = ({ items, label }: { items: readonly Tab[]; label: string }) => (
  <nav className="subtabs" aria-label={label}>
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

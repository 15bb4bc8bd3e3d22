/**
 * A button that opens a panel of links and forms. It is a <details> element, so it needs no script. With scripts it
 * closes on Escape, on a click elsewhere and after a choice.
 */
import { useEffect, useRef, type ReactNode } from 'react'

export type MenuProps = {
  label: ReactNode
  className?: string
  /** Called with scripts only, when the panel opens or closes. */
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

export const Menu = ({ label, className, onToggle, children }: MenuProps) => {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = menu.current
    if (!element) return
    const close = (event: Event) => {
      if (!element.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        element.open = false
        element.querySelector('summary')?.focus()
      } else if (
        !(event.target instanceof Node && element.contains(event.target)) ||
        (event.target instanceof Element && event.target.closest('a'))
      ) {
        element.open = false
        // The chosen item is hidden now, so the focus goes to the button, to which a closing dialog later returns it.
        if (event.target instanceof Node && element.contains(event.target))
          element.querySelector('summary')?.focus({ preventScroll: true })
      }
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details className="menu" ref={menu} onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}>
      <summary className={className}>{label}</summary>
      <div className="menu-panel">{children}</div>
    </details>
  )
}

import { Link } from './link'
import styles from './parts.module.css'

export interface Tab {
  readonly href: string
  readonly text: string
  readonly count?: string
  readonly current: boolean
}

/** Parts of a page that each have an address: links, so that they can be opened elsewhere and shared. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav
      aria-label={label}
      className={styles.tabs}
      ref={showCurrent}
      onFocus={({ currentTarget, target }) => bringInSight(currentTarget, target)}
    >
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined} scroll={false}>
          {tab.text}
          {tab.count === undefined ? null : <small> {tab.count}</small>}
        </Link>
      ))}
    </nav>
  )
}

/** Where not all tabs have room, the page begins with the one that it is. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]')
  if (nav && current) bringInSight(nav, current)
}

/** Browsers leave a tab where it is once a part of it can be seen. */
function bringInSight(nav: HTMLElement, target: Element): void {
  const frame = nav.getBoundingClientRect()
  const { left, right } = target.getBoundingClientRect()
  nav.scrollLeft += Math.min(0, left - frame.left) + Math.max(0, right - frame.right)
}

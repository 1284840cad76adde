import type { ReactNode } from 'react'
import { countText } from '@/lib/words/time-text'
import { Link } from './link'
import styles from './parts.module.css'

/** A place above the page. */
export interface Crumb {
  readonly text: string
  /** Undefined: it has no page. */
  readonly href?: string
}

interface PageHeadProps {
  /** The way from its section down; none on the first page of a section. */
  readonly crumbs?: readonly Crumb[]
  /** What this page is called after them, where that is not its title. */
  readonly here?: string
  readonly title: ReactNode
  /** Facts in one line beside the title. */
  readonly facts?: ReactNode
  /** What can be done with the whole page. */
  readonly children?: ReactNode
}

/** What every page begins with: where it is, what it is about, its facts in one line, and at the right what to do with it. */
export function PageHead({ crumbs = [], here, title, facts, children }: PageHeadProps): ReactNode {
  return (
    <>
      {crumbs.length === 0 ? null : (
        <nav className="crumb" aria-label="Breadcrumb">
          {crumbs.map(({ text, href }) => (
            <span key={text}>{href === undefined ? text : <Link href={href}>{text}</Link>}</span>
          ))}
          <span aria-current="page">{here ?? title}</span>
        </nav>
      )}
      <div className={styles.head}>
        <h1>{title}</h1>
        {facts}
        {children === undefined ? null : <div className={`bar ${styles.actions}`}>{children}</div>}
      </div>
    </>
  )
}

export interface Tab {
  readonly href: string
  readonly text: string
  /** How many, or what there is to do. */
  readonly count?: number | string | undefined
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
          {tab.count === undefined ? null : (
            <small> {typeof tab.count === 'number' ? countText(tab.count) : tab.count}</small>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** If not all tabs have room, scrolls to the one that is shown. */
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

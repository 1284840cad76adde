import type { ReactNode } from 'react'
import { Link } from './link'
import styles from './parts.module.css'

/** A place above the page. */
export interface Crumb {
  readonly text: string
  /** Undefined: it has no page. */
  readonly href?: string
}

interface PageHeadProps {
  /** From its section on down; none on the first page of a section. */
  readonly crumbs?: readonly Crumb[]
  /** What this page is called after them, where that is not its title. */
  readonly here?: string
  readonly title: ReactNode
  /** In one line beside the title. */
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
        {children === undefined ? null : <div className={styles.actions}>{children}</div>}
      </div>
    </>
  )
}

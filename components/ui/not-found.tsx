import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Link } from './link'
import styles from './parts.module.css'

export interface NotFoundProps {
  /** What was asked and is not there: `aws has no version 1.32.99`. */
  readonly title: string
  readonly text: string
  /** What is near, as links. */
  readonly near?: readonly { readonly href: string; readonly text: string }[]
  readonly back: { readonly href: string; readonly text: string }
  readonly children?: ReactNode
}

/** A whole page for what does not exist: what was asked, and what is near. */
export function NotFound({ title, text, near = [], back, children }: NotFoundProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p>{text}</p>
      {near.length > 0 ? (
        <ul>
          {near.map((one) => (
            <li key={one.href}>
              <Link className="link" href={one.href}>
                {one.text}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="bar">
        <ButtonLink look="primary" href={back.href}>
          {back.text}
        </ButtonLink>
        {children}
      </div>
    </div>
  )
}

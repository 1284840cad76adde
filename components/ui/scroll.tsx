import type { ReactNode } from 'react'

export interface ScrollProps {
  /** What is inside; differs from the names of the sections around it. */
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Without links or fields inside, only a stop of its own lets the keyboard scroll it. */
const STOP = { tabIndex: 0 }

/** What is wider or higher than its place scrolls inside it, never the page; the keyboard reaches it and readers name it. */
export function Scroll({ label, className, children }: ScrollProps) {
  return (
    <section {...STOP} aria-label={label} className={className ? `scrollx ${className}` : 'scrollx'}>
      {children}
    </section>
  )
}

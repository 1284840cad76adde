import type { ReactNode } from 'react'

interface FactProps {
  readonly term: ReactNode
  /** `desk`: a phone leaves it out. */
  readonly className?: string
  /** Of what it is. */
  readonly look?: string | undefined
  readonly children: ReactNode
}

/** One of a list of class `facts`, in one line, or `terms`, below each other: what it is about, and what is so. */
export function Fact({ term, className, look, children }: FactProps): ReactNode {
  return (
    <div className={className}>
      <dt>{term}</dt>
      <dd className={look}>{children}</dd>
    </div>
  )
}

'use client'

import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './parts.module.css'

interface SectionHeadProps {
  readonly title: ReactNode
  /** What it counts or tells, beside the title. */
  readonly note?: ReactNode
  /** What can be done with it, at the end of the line. */
  readonly actions?: ReactNode
  /** The id of the title, for what it names. */
  readonly id?: string
  readonly className?: string | undefined
}

/** Head of a section. */
export function SectionHead({ title, note, actions, id, className }: SectionHeadProps): ReactNode {
  return (
    <div className={className === undefined ? 'section-head' : `section-head ${className}`}>
      <h2 id={id}>{title}</h2>
      {note && <span className="faint">{note}</span>}
      {actions && (
        <>
          <span className="grow" />
          {actions}
        </>
      )}
    </div>
  )
}

type SectionProps = Omit<SectionHeadProps, 'id'> & Omit<ComponentProps<'section'>, 'title'>

/** A part of a page under a head, by whose title it is read out, unless it has an `aria-label`. */
export function Section({ title, note, actions, children, ...more }: SectionProps): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={more['aria-label'] === undefined ? id : undefined} {...more}>
      <SectionHead id={id} title={title} note={note} actions={actions} />
      {children}
    </section>
  )
}

interface FoldProps extends Omit<ComponentProps<'details'>, 'open' | 'onToggle'> {
  /** What is in it. */
  readonly summary: ReactNode
  /** The name in place of its summary for users who do not see where it stands. */
  readonly label?: string
  /** Whether it begins open, as an address may ask for it. */
  readonly isOpen?: boolean
  /** Whether it holds something that must be seen. */
  readonly mustOpen?: boolean
}

/** A part that is rarely needed: it is drawn, and asks, once it is opened. A class is in place of its own look. */
export function Fold({
  summary,
  label,
  isOpen: begins = false,
  mustOpen = false,
  children,
  ...more
}: FoldProps): ReactNode {
  const [isOpen, setOpen] = useState(begins)
  const isShown = isOpen || mustOpen
  return (
    <details
      className={styles.fold}
      {...more}
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary aria-label={label}>{summary}</summary>
      {isShown ? children : null}
    </details>
  )
}

interface FactProps {
  readonly term: ReactNode
  /** `desk`: a phone leaves it out. */
  readonly className?: string
  /** The look of its name. */
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

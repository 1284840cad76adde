import type { ReactNode } from 'react'
import { Link } from './link'
import styles from './parts.module.css'

interface FiguresProps {
  /** How many stand side by side is for the page to say. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Key figures side by side. */
export function Figures({ className = '', children }: FiguresProps) {
  return <dl className={`${styles.figures} ${className}`}>{children}</dl>
}

interface FigureValueProps {
  /** Zero steps back, what is wrong is red. */
  readonly look?: 'zero' | 'bad' | undefined
  /** The number, which may be a link. */
  readonly value: ReactNode
  readonly note: ReactNode
  /** The list that it is the length of: the number and the words beside it are one link, with a name of its own. */
  readonly to?: { readonly href: string; readonly name: string }
}

/** Several `FigureValue`, or what stands in their place, where there is no one number. */
interface OtherFigure {
  readonly children: ReactNode
}

type FigureProps = (FigureValueProps | OtherFigure) & {
  /** Words, which may be a link to the list that is counted. */
  readonly label: ReactNode
  readonly className?: string | undefined
}

/** What is counted, and the number. */
export function Figure({ label, className, ...figure }: FigureProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      {'children' in figure ? figure.children : <FigureValue {...figure} />}
    </div>
  )
}

export function FigureValue({ look, value, note, to }: FigureValueProps) {
  const texts = (
    <>
      <b className={look && LOOKS[look]}>{value}</b>
      <span className="muted">{note}</span>
    </>
  )
  return (
    <dd>
      {to === undefined ? (
        texts
      ) : (
        <Link href={to.href} aria-label={to.name}>
          {texts}
        </Link>
      )}
    </dd>
  )
}

const LOOKS = { zero: 'faint', bad: 'bad' } as const

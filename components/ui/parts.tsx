'use client'

import type { ReactNode } from 'react'
import type { EventKind, ProblemBody } from '@/lib/contract/common'
import { EventGlyph } from './glyph'
import styles from './parts.module.css'

/** A short property of the thing it stands next to, e.g. `default for new`. */
export function Tag({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={styles.tag} title={title}>
      {children}
    </span>
  )
}

/** What the diamonds of events mean, for a legend. */
export function eventSigns(kinds: readonly EventKind[] = ['auto', 'forced', 'fails']) {
  return kinds.map((kind) => ({ sign: <EventGlyph kind={kind} />, text: kind }))
}

interface MoveProps {
  readonly from: ReactNode
  /** Null: nowhere. */
  readonly to: string | null
  /** What is shown in place of the target, if there is none. */
  readonly nowhere?: ReactNode
}

/** A move from a version to another: `1.33.6 → 1.33.7`. */
export function Move({ from, to, nowhere }: MoveProps): ReactNode {
  return (
    <>
      {from}
      {to === null && nowhere === undefined ? null : <span className="arrow">→</span>}
      {to === null ? nowhere : <b>{to}</b>}
    </>
  )
}

interface LegendProps {
  readonly items: readonly { readonly sign: ReactNode; readonly text: string }[]
  /** What no sign tells. */
  readonly note?: ReactNode
}

/** What the signs of a chart mean. */
export function Legend({ items, note }: LegendProps) {
  return (
    <ul className="legend" aria-label="Legend">
      {items.map(({ sign, text }) => (
        <li key={text}>
          {sign}
          {text}
        </li>
      ))}
      {note && <li className="faint">{note}</li>}
    </ul>
  )
}

/** Nothing to show: one sentence and, as `children`, the one action. */
export function Empty({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {text} {children}
    </div>
  )
}

/** A bar in place of words that are being waited for. */
export function SkeletonBar({ width, height }: { readonly width: string; readonly height?: string }) {
  return <span className={`${styles.bar} ${styles.late}`} style={{ width, height }} aria-busy="true" />
}

/** Bars in place of lines. */
export function SkeletonBars({ widths, height }: { readonly widths: readonly string[]; readonly height: string }) {
  return (
    <div className="stack" aria-busy="true">
      {widths.map((width) => (
        <SkeletonBar key={width} width={width} height={height} />
      ))}
    </div>
  )
}

/** Flat bars of the final height in the place of rows, after 300 ms. */
export function SkeletonRows({ rows, columns }: { readonly rows: number; readonly columns: readonly string[] }) {
  return (
    <>
      {numbered('row', rows).map((key, row) => (
        <tr key={key}>
          {numbered('column', columns.length).map((cell, column) => (
            <td key={cell}>
              <SkeletonBar width={`calc(${columns[column]} * ${WIDTHS[(row + column) % WIDTHS.length]})`} />
            </td>
          ))}
        </tr>
      ))}
    </>
  )
}

/** Parts of a skeleton have no identity but their place. */
function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index}`)
}

const WIDTHS = [1, 0.72, 0.9, 0.6, 0.82] as const

/** What is wrong with an object as it was read, on its own page: what is shown of it may not be what its files mean. */
export function ObjectProblems({ problems }: { readonly problems: readonly ProblemBody[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="callout" data-bad aria-label="Problems of this object">
      {problems.map(({ source, line, reason }) => (
        <li key={`${source} ${line} ${reason}`}>
          <strong>Problem</strong> <span className="mono">{line === null ? source : `${source}:${line}`}</span> {reason}
        </li>
      ))}
    </ul>
  )
}

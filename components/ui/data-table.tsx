import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { countText } from '@/lib/words/time-text'

export interface ScrollProps {
  /** What is inside; differs from the names of the sections around it. */
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A stop for the keyboard: without links or fields inside, only that lets it scroll the table. */
const STOP = { tabIndex: 0 }

/** What is wider or higher than its place scrolls inside it, never the page; the keyboard reaches it and readers name it. */
export function Scroll({ label, className, children }: ScrollProps) {
  return (
    <section {...STOP} aria-label={label} className={className ? `scrollx ${className}` : 'scrollx'}>
      {children}
    </section>
  )
}

interface CountProps extends ComponentProps<'td'> {
  readonly value: number
  readonly isBad?: boolean
}

/** A cell with how many; none is quiet. */
export function Count({ value, isBad, ...rest }: CountProps) {
  return (
    <td className={value === 0 ? 'num faint' : isBad ? 'num bad' : 'num'} {...rest}>
      {countText(value)}
    </td>
  )
}

/** `number` stands over numbers, `hidden` is only read out; an element makes its own `th`, and has a key. */
type ColumnHead = string | { readonly number: string } | { readonly hidden: string } | ReactElement

interface DataTableProps {
  /** What it is called where it is wider than its place, and scrolls in it. */
  readonly scroll?: string
  /** The height for a table behind a chart, which is no higher than that. */
  readonly behindChart?: string
  /** Read out before the table, where what stands around it does not name it. */
  readonly caption?: string
  readonly heads: readonly ColumnHead[]
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A table of data of which all rows are in one body. */
export function RowTable({ children, ...table }: DataTableProps) {
  return (
    <DataTable {...table}>
      <tbody>{children}</tbody>
    </DataTable>
  )
}

/** A table of data: its heads, what it is called, and its bodies. */
export function DataTable({ scroll, behindChart, caption, heads, className, children }: DataTableProps) {
  const table = (
    <table className={className}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>{heads.map(cellOf)}</tr>
      </thead>
      {children}
    </table>
  )
  const label = scroll ?? behindChart
  if (label === undefined) return table
  return (
    <Scroll label={label} className={behindChart === undefined ? undefined : 'tall'}>
      {table}
    </Scroll>
  )
}

function cellOf(head: ColumnHead): ReactElement {
  if (typeof head === 'string')
    return (
      <th key={head} scope="col">
        {head}
      </th>
    )
  if ('number' in head)
    return (
      <th key={head.number} scope="col" className="num">
        {head.number}
      </th>
    )
  if ('hidden' in head)
    return (
      <th key={head.hidden} scope="col">
        <span className="visually-hidden">{head.hidden}</span>
      </th>
    )
  return head
}

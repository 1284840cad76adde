'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, usePinned, useZone } from '@/lib/browser/clock'
import { useStatus } from '@/lib/browser/status'
import { BASE_PATH } from '@/lib/contract/base-path'
import { csvLine } from '@/lib/contract/csv'
import type { Zone } from '@/lib/contract/zone'
import { fullText, wallDayText } from '@/lib/words/time-text'
import { Button, buttonClass } from '../ui/button'
import { CopyButton, saveFile } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { Fact } from '../ui/section'
import { drawingOf, drawingPng } from './drawing'
import type { ServerFile } from './server-file'
import { SignedAddresses } from './signed-addresses'

interface TakeAwayDialogProps {
  readonly files: readonly ServerFile[]
  readonly at: string | undefined
  readonly onClose: () => void
}

/** What of the page is on it now, found when the dialog opens. */
interface PageParts {
  readonly charts: readonly PagePart<HTMLElement>[]
  readonly tables: readonly PagePart<HTMLTableElement>[]
}

interface PagePart<E> {
  /** No other of its kind has it. */
  readonly name: string
  readonly element: E
}

export function TakeAwayDialog({ files, at, onClose }: TakeAwayDialogProps): ReactNode {
  const [parts, setParts] = useState<PageParts>({ charts: [], tables: [] })
  const [failure, setFailure] = useState<string>()
  const { data } = useStatus()
  const zone = useZone()
  const pinned = usePinned()
  useEffect(() => setParts(partsOf(document)), [])

  const observedAt = data?.observedAt
  const instant = pinned ?? at ?? observedAt
  const ground = [
    ...(instant === undefined ? [] : [`As of ${fullText(instant, zone)}`]),
    ...(observedAt === undefined ? [] : [`from data read ${fullText(observedAt, zone)}`]),
  ].join(', ')
  const draw = ({ name, element }: PagePart<HTMLElement>) =>
    drawingOf(element, {
      title: titleOf(name),
      lines: linesBelow(element, zone, ground),
    })
  const asSvg = (chart: PagePart<HTMLElement>) =>
    saveFile(`${fileName(chart.name)}.svg`, draw(chart).svg, 'image/svg+xml')
  const asPng = (chart: PagePart<HTMLElement>) => {
    setFailure(undefined)
    drawingPng(draw(chart)).then(
      (png) => saveFile(`${fileName(chart.name)}.png`, png),
      () => setFailure('This browser makes no PNG of it. SVG works.'),
    )
  }

  return (
    <Dialog title="Export" onClose={onClose}>
      <dl className="lines note">
        {files.map((file) => (
          <Fact key={file.name} term={file.name} look="bar">
            <FormLinks {...file} />
          </Fact>
        ))}
        {parts.charts.map((chart) => (
          <Fact key={chart.name} term={`Chart: ${chart.name}`} look="bar">
            <Button small aria-label={`${chart.name} as SVG`} onClick={() => asSvg(chart)}>
              SVG
            </Button>
            <Button small aria-label={`${chart.name} as PNG`} onClick={() => asPng(chart)}>
              PNG
            </Button>
          </Fact>
        ))}
        {parts.tables.map(({ name, element }) => (
          <Fact key={name} term={`Table: ${name}`} look="bar">
            <Button
              small
              aria-label={`${name} as CSV`}
              onClick={() => saveFile(`${fileName(name)}.csv`, tableCsv(element), 'text/csv;charset=utf-8')}
            >
              CSV
            </Button>
          </Fact>
        ))}
        <Fact term="This page on paper" look="bar">
          <Button
            small
            onClick={() => {
              onClose()
              // The dialog is gone by then.
              setTimeout(() => window.print(), 100)
            }}
          >
            Print
          </Button>
        </Fact>
      </dl>
      <p role="status" className="bad">
        {failure}
      </p>
    </Dialog>
  )
}

/** A table of which only the rows in sight are on the page is no whole table: the server gives that. */
function partsOf(page: Document): PageParts {
  const shown = (element: HTMLElement) => element.offsetParent !== null
  const charts = [...page.querySelectorAll<HTMLElement>('main [data-chart]')].filter(shown)
  const tables = [...page.querySelectorAll<HTMLTableElement>('main table:not([aria-rowcount])')].filter(shown)
  return { charts: named(charts, ({ dataset }) => dataset.chart ?? ''), tables: named(tables, nameOfTable) }
}

/** Names elements. If several have one name, the later ones get a number. */
function named<E>(elements: readonly E[], nameOf: (element: E) => string): readonly PagePart<E>[] {
  const seen = new Map<string, number>()
  return elements.map((element) => {
    const name = nameOf(element)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { name: count === 1 ? name : `${name} ${count}`, element }
  })
}

/** The name of a table as it is read out, else what it is part of, else the heading above it. */
function nameOfTable(table: HTMLTableElement): string {
  const part = table.closest('section[aria-label]')
  const own = table.caption?.textContent ?? table.getAttribute('aria-label') ?? part?.getAttribute('aria-label')
  if (own) return own
  const headings = [...document.querySelectorAll('main :is(h1, h2, h3)')]
  const before = headings.filter((one) => one.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING)
  return before.at(-1)?.textContent?.trim() || 'Table'
}

function titleOf(part: string): string {
  const page = document.querySelector('main h1')?.textContent?.trim() ?? ''
  return page === '' ? part : `${page}${page.endsWith('.') ? '' : ':'} ${part}`
}

/** The range of a chart where it has one, what it is computed from, and the zone of its days. */
function linesBelow(chart: HTMLElement, readers: Zone, ground: string): readonly string[] {
  const { range = '', zone = readers } = (chart.querySelector<HTMLElement>('[data-range]') ?? chart).dataset
  const [from, to] = range.split(' ').map(Number)
  const days = from && to ? [`${wallDayText(from, zone)} to ${wallDayText(to, zone)}`] : []
  return [...days, `${ground}. Times in ${zone}.`]
}

/** `payments-checkout-prod-forecast`: of the page and the part, in letters that every system takes. */
function fileName(part: string): string {
  const words = `${window.location.pathname.slice(BASE_PATH.length)} ${part}`.normalize('NFKD').toLowerCase()
  return (
    words
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 100) || 'almanac'
  )
}

/** A table of the page as it is shown, as CSV: a cell that spans several is repeated in all of them. */
function tableCsv(table: HTMLTableElement): string {
  const grid: string[][] = []
  for (const [r, row] of [...table.rows].entries()) {
    grid[r] ??= []
    let c = 0
    for (const cell of row.cells) {
      while (grid[r]?.[c] !== undefined) c++
      const text = textOf(cell).replaceAll(/\s+/g, ' ').trim()
      for (let y = 0; y < cell.rowSpan; y++) {
        grid[r + y] ??= []
        const line = grid[r + y]
        for (let x = 0; x < cell.colSpan && line !== undefined; x++) line[c + x] = text
      }
      c += cell.colSpan
    }
  }
  return grid
    .slice(0, table.rows.length)
    .map((line) => csvLine(line.map(csvValue)))
    .join('')
}

/** A number stays one: what a spreadsheet would take for a formula is a text. */
function csvValue(text: string): string | number {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

/** What is read out, without what is only for the eye; drawings and marks of charts say their name. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
  if (node instanceof SVGElement || node.getAttribute('role') === 'img')
    return ` ${node.getAttribute('aria-label') ?? ''} `
  const style = getComputedStyle(node)
  if (style.display === 'none') return ''
  const text = [...node.childNodes].map(textOf).join('')
  return style.display.startsWith('inline') ? text : ` ${text} `
}

/** A file of the server in each of its forms, at the moment of the page. */
export function FormLinks({ name, forms }: Pick<ServerFile, 'name' | 'forms'>): ReactNode {
  const moment = useMoment()
  return forms.map(({ form, href }) => (
    <a
      key={form}
      className={buttonClass('plain', true)}
      href={BASE_PATH + withMoment(href, moment)}
      download
      aria-label={`${name} as ${form}`}
    >
      {form}
    </a>
  ))
}

interface SubscribeDialogProps {
  /** The files that have an address to subscribe to. */
  readonly files: readonly ServerFile[]
  readonly onClose: () => void
}

/** The calendars of a page: an address that follows the forecast, and the file as it is now. */
export function SubscribeDialog({ files, onClose }: SubscribeDialogProps): ReactNode {
  return (
    <Dialog
      title="Subscribe"
      note="Give the address to your calendar program: it follows the forecast."
      onClose={onClose}
    >
      <dl className="lines note">
        {files.map(({ name, feed, forms }) => (
          <Fact key={name} term={name} look="bar">
            <CopyButton
              small
              icon="link"
              label="Copy calendar address"
              text={window.location.origin + BASE_PATH + feed}
            />
            <a
              className={buttonClass('plain', true)}
              href={window.location.origin.replace(/^https?/, 'webcal') + BASE_PATH + feed}
              aria-label={`Subscribe to ${name}`}
            >
              Subscribe
            </a>
            <FormLinks name={name} forms={forms} />
          </Fact>
        ))}
      </dl>
      {files.map(({ name, scope }) => (scope === undefined ? null : <SignedAddresses key={name} scope={scope} />))}
    </Dialog>
  )
}

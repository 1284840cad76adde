'use client'

import { type ReactNode, useRef } from 'react'
import {
  bandKey,
  bandLines,
  kindWord,
  nodeCount,
  type PathBand,
  pathSentence,
  stayingLines,
  type Words,
} from '@/lib/words/paths'
import type { Measure } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { chartMark } from '../ui/chart-mark'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import styles from './path.module.css'
import { BAR, type PathSizes } from './path-columns'
import { DRAWN, foldedPath, type PlacedNode, pathLayout } from './path-layout'

/** Below this width, in pixels, most of a diagram would be out of sight: a phone has its words. */
const NARROW = 480

/** What scrolls must be reached with the keyboard. */
const SCROLLER = { tabIndex: 0, role: 'region', 'aria-label': 'Path diagram, scrolls sideways' } as const

interface PathDiagramProps {
  readonly words: Words
  /** How many columns are drawn before the rest is said in words. */
  readonly drawn?: number
}

/** How clusters move on: a bar per version, a band per move, as wide as the clusters that make it. */
export function PathDiagram({ words, drawn = DRAWN }: PathDiagramProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const available = useWidth(frame, 760)
  return (
    <div ref={frame}>
      {available < NARROW ? (
        <BandList bands={words.path.bands} words={words} lines={3} />
      ) : (
        <Drawing words={words} drawn={drawn} available={available} />
      )}
    </div>
  )
}

interface DrawingProps extends Required<PathDiagramProps> {
  /** In pixels. */
  readonly available: number
}

function Drawing({ words, drawn, available }: DrawingProps): ReactNode {
  const { later, layout } = fittingPath({ words, drawn, available, measure: useMeasure() })
  const unplaced = layout.bands.filter((one) => one.label === null).map((one) => one.band)
  const unsaid = layout.nodes.filter((one) => one.staying > 0 && one.stays === null)

  return (
    <>
      <div className={styles.frame} {...(layout.width > available ? SCROLLER : {})}>
        <div
          className={styles.canvas}
          {...chartMark('Where its clusters go')}
          style={{ width: layout.width, height: layout.height }}
        >
          <svg
            width={layout.width}
            height={layout.height}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="img"
            aria-label={pathSentence(words)}
          >
            {layout.bands.map(({ band, shape }) => (
              <path key={bandKey(band)} className={styles.band} data-kind={band.kind} d={shape}>
                <title>{bandTitle(band, words)}</title>
              </path>
            ))}
            {layout.failures.map(({ band, shape, onward, stop }) => (
              <g key={bandKey(band)}>
                <title>{bandTitle(band, words)}</title>
                <path className={styles.failure} d={shape} />
                {onward !== null && <path className={styles.band} data-kind={band.onward} d={onward} />}
                <rect className={styles.stop} x={stop.x} y={stop.y} width={stop.width} height={stop.height} />
              </g>
            ))}
            {layout.nodes.map((one) => (
              <rect
                key={one.node.version}
                className={styles.node}
                x={one.x}
                y={one.y}
                width={BAR}
                height={one.height}
              />
            ))}
          </svg>
          <div aria-hidden>
            {layout.nodes.map((one) => (
              <span
                key={one.node.version}
                className={styles.label}
                data-side={one.isSource ? 'left' : 'above'}
                style={
                  one.isSource
                    ? { right: layout.width - one.words.x - one.words.width, top: one.words.y }
                    : { left: one.words.x, top: one.words.y }
                }
              >
                <b>{one.node.version}</b> {!one.isSource && <StageGlyph stage={one.node.stage} />}
                <br />
                <span className="muted">{nodeCount(one.node)}</span>
              </span>
            ))}
            {layout.nodes.map((one) => (
              <Staying key={one.node.version} placed={one} words={words} later={later} width={layout.width} />
            ))}
            {layout.bands.map(
              ({ band, label }) =>
                label && (
                  <span key={bandKey(band)} className={styles.label} style={{ left: label.x, top: label.y }}>
                    <BandText band={band} words={words} lines={label.lines} />
                  </span>
                ),
            )}
            {layout.failures.map(({ band, label }) => (
              <span key={bandKey(band)} className={styles.label} style={{ left: label.x, top: label.y }}>
                <BandText band={band} words={words} lines={3} />
              </span>
            ))}
          </div>
        </div>
      </div>
      {unplaced.length + unsaid.length > 0 && (
        <ul className={styles.more}>
          <BandItems bands={unplaced} words={words} lines={1} />
          {unsaid.map(({ node, staying }) => (
            <li key={node.version}>
              {node.version}: {stayingLines(node, staying, words).join(' ')}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** With as many columns drawn as fit, two at least; where the rest cannot be said in words, all are drawn, and scroll. */
function fittingPath({ words, drawn, available, measure }: DrawingProps & { readonly measure: Measure }) {
  const withColumns = (columns: number) => {
    const { path, later } = foldedPath(words.path, columns)
    return { later, layout: pathLayout(path, pathSizes({ words, later, available, measure })) }
  }
  const all = withColumns(drawn)
  let one = all
  for (let columns = drawn - 1; one.layout.width > available && columns >= 2; columns--) one = withColumns(columns)
  return one.layout.width > available ? all : one
}

interface BandsProps {
  readonly bands: readonly PathBand[]
  readonly words: Words
  readonly lines: number
}

function BandList(props: BandsProps): ReactNode {
  if (props.bands.length === 0) return <p className="muted small">{pathSentence(props.words)}</p>
  return (
    <ul className={styles.more}>
      <BandItems {...props} />
    </ul>
  )
}

function BandItems({ bands, words, lines }: BandsProps): ReactNode {
  return bands.map((band) => (
    <li key={bandKey(band)}>
      {band.from}
      {band.to === null ? '' : ` → ${band.to}`}: <BandText band={band} words={words} lines={lines} />
    </li>
  ))
}

interface BandTextProps {
  readonly band: PathBand
  readonly words: Words
  readonly lines: number
}

function BandText({ band, words, lines }: BandTextProps): ReactNode {
  const [first = '', ...rest] = bandLines(band, words)
  return (
    <>
      <EventGlyph kind={band.kind} /> <b className={band.kind === 'fails' ? 'bad' : undefined}>{kindWord(band)}</b>{' '}
      {first}
      {rest.slice(0, lines - 1).map((line) => (
        <span key={line} className="muted">
          <br />
          {line}
        </span>
      ))}
    </>
  )
}

/** Beside a bar that nobody leaves, or beside the bands of one that some leave: what is known of those who stay. */
interface StayingProps {
  readonly placed: PlacedNode
  readonly words: Words
  readonly later: readonly PathBand[]
  readonly width: number
}

function Staying({ placed, words, later, width }: StayingProps): ReactNode {
  const { node, x, staying, stays } = placed
  if (!stays) return null
  const lines = stayingLines(node, staying, words, staying === node.clusters ? later : [])
  const isLeft = stays.x < x
  return (
    <span
      className={`${styles.label} muted`}
      data-side={isLeft ? 'left' : undefined}
      style={{ top: stays.y, ...(isLeft ? { right: width - stays.x - stays.width } : { left: stays.x }) }}
    >
      {lines.map((line, index) => (
        <span key={line}>
          {index > 0 && <br />}
          {line}
        </span>
      ))}
    </span>
  )
}

function bandTitle(band: PathBand, words: Words): string {
  const where = band.to === null ? band.from : `${band.from} → ${band.to}`
  return `${where}: ${kindWord(band)} ${bandLines(band, words).join(', ')}`
}

/** Of a glyph and the space after it. */
const GLYPH = 17
const SIZE = 12

interface Said {
  readonly words: Words
  /** The hops that are folded into words. */
  readonly later: readonly PathBand[]
  readonly available: number
  readonly measure: Measure
}

/** How much room everything takes that a path diagram says. */
export function pathSizes({ words, later, available, measure }: Said): PathSizes {
  return {
    available,
    labelWidths: (band) => {
      const [first = '', ...rest] = bandLines(band, words)
      const head = GLYPH + measure(`${kindWord(band)} `, SIZE, 600) + measure(first, SIZE)
      return [head, ...rest.map((line) => measure(line, SIZE))]
    },
    nodeWidth: (node) => Math.max(measure(node.version, SIZE, 600) + GLYPH, measure(nodeCount(node), SIZE)),
    stayingWidths: (node, staying) =>
      stayingLines(node, staying, words, staying === node.clusters ? later : []).map((line) => measure(line, SIZE)),
  }
}

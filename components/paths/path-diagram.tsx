'use client'

import { Fragment, type ReactNode, useRef } from 'react'
import {
  bandKey,
  bandLines,
  kindWord,
  nodeCount,
  type PathBandBody,
  type PathNodeBody,
  type PathWords,
  pathSentence,
  stayingLines,
} from '@/lib/words/paths'
import type { MeasureText } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { chartMark } from '../ui/chart-mark'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import styles from './path.module.css'
import { DRAWN, foldedPath, type PathSizes, pathLayout } from './path-layout'

/** Below this width, in pixels, most of a diagram would be out of sight: a phone has its words. */
const NARROW = 480

/** What scrolls must be reached with the keyboard. */
const SCROLLER = { tabIndex: 0, role: 'region', 'aria-label': 'Path diagram, scrolls sideways' } as const

interface PathDiagramProps {
  readonly words: PathWords
  /** How many columns are drawn before the rest is said in words. */
  readonly drawn?: number
}

/** How clusters move on: a bar per version, a band per move, as wide as the clusters that make it. */
export function PathDiagram({ words, drawn = DRAWN }: PathDiagramProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const available = useWidth(frame)
  return (
    <div ref={frame}>
      {available < NARROW ? (
        <BandList words={words} />
      ) : (
        <>
          <Drawing words={words} drawn={drawn} available={available} />
          {words.path.bands.length > 0 && <p className="tiny faint">width = number of clusters</p>}
        </>
      )}
    </div>
  )
}

interface DrawingProps extends Required<PathDiagramProps> {
  /** The width in pixels. */
  readonly available: number
}

function Drawing({ words, drawn, available }: DrawingProps): ReactNode {
  const { later, layout } = fittingPath({ words, drawn, available, measure: useMeasure() })
  return (
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
          {layout.bands.map(({ band, shape, onward, stop }) => (
            <g key={bandKey(band)}>
              <title>{`${whereText(band)}: ${kindWord(band)} ${bandLines(band, words).join(', ')}`}</title>
              <path className={styles.band} data-kind={band.kind} d={shape} />
              {onward !== null && <path className={styles.band} data-kind={band.onward} d={onward} />}
              {stop !== null && <rect className={styles.stop} {...stop} />}
            </g>
          ))}
          {layout.nodes.map(({ node, x, y, width, height }) => (
            <rect key={node.version} className={styles.node} {...{ x, y, width, height }} />
          ))}
        </svg>
        <div aria-hidden>
          {layout.nodes.map(({ node, words: { x, y, width }, isSource, staying, stays }) => (
            <Fragment key={node.version}>
              <span
                className={styles.label}
                data-side={isSource ? 'left' : 'above'}
                style={isSource ? { right: layout.width - x - width, top: y } : { left: x, top: y }}
              >
                <b>{node.version}</b> {!isSource && <StageGlyph stage={node.stage} />}
                <br />
                <span className="muted">{nodeCount(node)}</span>
              </span>
              {stays && (
                <span className={`${styles.label} muted`} style={{ left: stays.x, top: stays.y }}>
                  {toldOf(node, staying, words, later).join('\n')}
                </span>
              )}
            </Fragment>
          ))}
          {layout.bands.map(({ band, label: { x, y, lines } }) => (
            <span key={bandKey(band)} className={styles.label} style={{ left: x, top: y }}>
              <EventGlyph kind={band.kind} /> <BandText band={band} words={words} lines={lines} />
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The path with as many columns as fit, two at least. If the rest cannot be said in words, all are drawn, and scroll. */
function fittingPath({ words, drawn, available, measure }: DrawingProps & { readonly measure: MeasureText }) {
  const withColumns = (columns: number) => {
    const { path, later } = foldedPath(words.path, columns)
    return { later, layout: pathLayout(path, pathSizes({ words, later, available, measure })) }
  }
  const all = withColumns(drawn)
  let one = all
  for (let columns = drawn - 1; one.layout.width > available && columns >= 2; columns--) one = withColumns(columns)
  return one.layout.width > available ? all : one
}

/** What is known of those who stay: beside a bar that no cluster leaves, or below the bands of one that some leave. */
function toldOf(
  node: PathNodeBody,
  staying: number,
  words: PathWords,
  later: readonly PathBandBody[],
): readonly string[] {
  return stayingLines(node, staying, words, staying === node.clusters ? later : [])
}

/** All of it in words. */
function BandList({ words }: { readonly words: PathWords }): ReactNode {
  const { bands } = words.path
  if (bands.length === 0) return <p className="muted small">{pathSentence(words)}</p>
  return (
    <ul className={styles.more}>
      {bands.map((band) => (
        <li key={bandKey(band)}>
          <EventGlyph kind={band.kind} />
          <div>
            <b>{whereText(band)}</b>
            <br />
            <BandText band={band} words={words} lines={3} />
          </div>
        </li>
      ))}
    </ul>
  )
}

interface BandTextProps {
  readonly band: PathBandBody
  readonly words: PathWords
  readonly lines: number
}

function BandText({ band, words, lines }: BandTextProps): ReactNode {
  const [first = '', ...rest] = bandLines(band, words)
  return (
    <>
      <b className={band.kind === 'fails' ? 'bad' : undefined}>{kindWord(band)}</b> {first}
      {rest.slice(0, lines - 1).map((line) => (
        <span key={line} className="muted">
          <br />
          {line}
        </span>
      ))}
    </>
  )
}

/** `1.33.6 → 1.33.7` */
function whereText({ from, to }: PathBandBody): string {
  return to === null ? from : `${from} → ${to}`
}

/** The width of a glyph and the space after it. */
const GLYPH = 17
const SIZE = 12

interface BandWordsProps {
  readonly words: PathWords
  /** The hops that are folded into words. */
  readonly later: readonly PathBandBody[]
  readonly available: number
  readonly measure: MeasureText
}

/** How much room everything takes that a path diagram says. */
export function pathSizes({ words, later, available, measure }: BandWordsProps): PathSizes {
  return {
    available,
    labelWidths: (band) => {
      const [first = '', ...rest] = bandLines(band, words)
      const head = GLYPH + measure(`${kindWord(band)} `, SIZE, 600) + measure(first, SIZE)
      return [head, ...rest.map((line) => measure(line, SIZE))]
    },
    nodeWidth: (node) => Math.max(measure(node.version, SIZE, 600) + GLYPH, measure(nodeCount(node), SIZE)),
    stayingWidths: (node, staying) => toldOf(node, staying, words, later).map((line) => measure(line, SIZE)),
  }
}

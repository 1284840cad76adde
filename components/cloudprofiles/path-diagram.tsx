'use client'

import { type ReactNode, useMemo, useRef } from 'react'
import { useMeasure, useWidth } from '@/components/timeline'
import { EventGlyph, StageGlyph } from '@/components/ui/glyph'
import styles from './path.module.css'
import { BAR } from './path-columns'
import { foldedPath } from './path-fold'
import { LINE } from './path-labels'
import { NAME_RISE, type PlacedNode, pathLayout } from './path-layout'
import {
  bandKey,
  bandLines,
  kindWord,
  nodeCount,
  type PathBand,
  pathSentence,
  stayingLines,
  type Words,
} from './path-words'

const GLYPH = 17

/** What scrolls must be reached with the keyboard. */
const SCROLLER = { tabIndex: 0, role: 'region', 'aria-label': 'Path diagram, scrolls sideways' } as const

/** How the clusters on one version move on: a bar per version, a band per move, as wide as the clusters that make it. */
export function PathDiagram({ words }: { readonly words: Words }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const available = useWidth(frame, 760)
  const measure = useMeasure()
  const { path, later } = useMemo(() => foldedPath(words.path), [words.path])
  const layout = useMemo(
    () =>
      pathLayout(path, {
        available,
        labelWidths: (band) => {
          const [first = '', ...rest] = bandLines(band, words)
          const head = GLYPH + measure(`${kindWord(band)} `, 12, 600) + measure(first, 12)
          return [head, ...rest.map((line) => measure(line, 12))]
        },
        nodeWidth: (node) => Math.max(measure(node.version, 12, 600) + GLYPH, measure(nodeCount(node), 12)),
        tailWidth: Math.max(
          96,
          ...path.nodes
            .filter((node) => !path.bands.some((band) => band.from === node.version))
            .flatMap((node) => stayingLines(node, node.clusters, words, later))
            .map((line) => 14 + measure(line, 12)),
        ),
      }),
    [path, later, available, measure, words],
  )
  const unplaced = layout.bands.filter((one) => one.label === null).map((one) => one.band)

  return (
    <>
      <div ref={frame} className={styles.frame} {...(layout.width > available ? SCROLLER : {})}>
        <div className={styles.canvas} style={{ width: layout.width, height: layout.height }}>
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
            {layout.failures.map(({ band, shape, stop }) => (
              <g key={bandKey(band)}>
                <path className={styles.failure} d={shape}>
                  <title>{bandTitle(band, words)}</title>
                </path>
                <rect className={styles.stop} x={stop.x} y={stop.y} width={BAR - 1} height={stop.height} />
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
                    ? { right: layout.width - one.x + 8, top: one.y + Math.max(0, one.height / 2 - 16) }
                    : { left: one.x, top: one.y - NAME_RISE }
                }
              >
                <b>{one.node.version}</b> {!one.isSource && <StageGlyph stage={one.node.stage} />}
                <br />
                <span className="m">{nodeCount(one.node)}</span>
              </span>
            ))}
            {layout.nodes.map((one) => (
              <Staying key={one.node.version} placed={one} words={words} later={later} />
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
                <BandText band={band} words={words} lines={2} />
              </span>
            ))}
          </div>
        </div>
      </div>
      {unplaced.length > 0 && (
        <ul className={styles.more}>
          {unplaced.map((band) => (
            <li key={bandKey(band)}>
              {band.from} → {band.to}: <BandText band={band} words={words} lines={1} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function BandText({
  band,
  words,
  lines,
}: {
  readonly band: PathBand
  readonly words: Words
  readonly lines: number
}): ReactNode {
  const [first = '', ...rest] = bandLines(band, words)
  return (
    <>
      <EventGlyph kind={band.to === null ? 'fails' : band.kind} />{' '}
      <b className={band.to === null ? 'bad' : undefined}>{kindWord(band)}</b> {first}
      {rest.slice(0, lines - 1).map((line) => (
        <span key={line} className="m">
          <br />
          {line}
        </span>
      ))}
    </>
  )
}

/** Beside a bar that nobody leaves, or below the bands of one that some leave: what is known of those who stay. */
function Staying(props: {
  readonly placed: PlacedNode
  readonly words: Words
  readonly later: readonly PathBand[]
}): ReactNode {
  const { placed, words, later } = props
  const { node, staying, stayingAt } = placed
  if (!stayingAt) return null
  const lines = stayingLines(node, staying, words, staying === node.clusters ? later : [])
  const isEnd = staying === node.clusters
  return (
    <span
      className={`${styles.label} m`}
      style={{ left: stayingAt.x, top: isEnd ? Math.max(0, stayingAt.y - (lines.length * LINE) / 2) : stayingAt.y }}
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

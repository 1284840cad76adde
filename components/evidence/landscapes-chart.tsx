import type { ReactNode } from 'react'
import { useRunningClock, useZone } from '@/lib/browser/clock'
import { onText } from '@/lib/words/landscape-evidence'
import { countText, DAY, fullText, MINUTE, ms } from '@/lib/words/time-text'
import { type CountLook, Swatch } from '../charts/count-looks'
import { LazySteps } from '../charts/lazy-charts'
import { useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { RowTable } from '../ui/data-table'
import { Section } from '../ui/section'

/** How many ran a version in a landscape, from each instant on. */
interface LandscapeCourse {
  readonly name: string
  readonly course: readonly { readonly at: string; readonly clusters: number }[]
}

interface TogetherProps {
  readonly version: string
  /** This landscape first. */
  readonly all: readonly LandscapeCourse[]
}

/** The height of the plot with its axis, in pixels. */
const HEIGHT = 130
/** There are enough looks for landscapes that have recorded anything; if there are more, two look alike. */
const LOOKS: readonly CountLook[] = ['m-4', 'm-1', 'm-2', 'striped', 'm-5']

/** How many clusters ran a version over time, in all landscapes in one drawing. */
export function LandscapesChart({ version, all }: TogetherProps): ReactNode {
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const isTable = useIsTable()
  const { steps, lines } = joinedCourses(all)
  const first = steps[0]
  if (first === undefined) return null
  const range = { from: first, to: Math.max(now, first + DAY) }
  const told = lines.map(({ name, counts }, i) => ({
    name,
    counts,
    clusters: counts.at(-1) ?? 0,
    look: LOOKS[i % LOOKS.length] ?? 'm-1',
    most: Math.max(...counts),
  }))
  const peak = Math.max(1, ...told.map(({ most }) => most))
  return (
    <Section
      title={`Clusters on ${version}`}
      note="as recorded"
      actions={<ViewSwitch drawn="Chart" />}
      {...(isTable ? {} : chartMark('Clusters in all landscapes', range))}
    >
      <p className="legend">
        {told.map(({ name, look, clusters }) => (
          <span key={name}>
            <Swatch look={look} /> <b>{countText(clusters)}</b> on {name}
          </span>
        ))}
      </p>
      {isTable ? (
        <RowTable
          behindChart="Clusters in all landscapes as a table"
          heads={['From', ...told.map(({ name }) => ({ number: name }))]}
        >
          {steps.map((at, step) => (
            <tr key={at}>
              <th scope="row">{fullText(at, zone)}</th>
              {told.map(({ name, counts }) => (
                <td key={name} className="num">
                  {countText(counts[step] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </RowTable>
      ) : (
        <LazySteps
          as={{ name: onText(told), height: HEIGHT }}
          // Where fewer ran it is drawn over where more did.
          bands={told.toSorted((a, b) => b.most - a.most)}
          isEachFromBelow
          edge="solid"
          steps={steps}
          {...range}
          top={peak * 1.1}
          hasAxis
        />
      )}
    </Section>
  )
}

/** The counts of all at each instant at which any of them changes; those that recorded nothing are left out. */
export function joinedCourses(all: readonly LandscapeCourse[]) {
  const known = all.filter(({ course }) => course.length > 0)
  const steps = [...new Set(known.flatMap(({ course }) => course.map(({ at }) => ms(at))))].toSorted((a, b) => a - b)
  return {
    steps,
    lines: known.map(({ name, course }) => ({
      name,
      counts: steps.map((step) => course.findLast(({ at }) => ms(at) <= step)?.clusters ?? 0),
    })),
  }
}

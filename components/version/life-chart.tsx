import type { ReactNode } from 'react'
import { useNow, useNowLabel, useZone } from '@/lib/browser/clock'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { countText, dayText } from '@/lib/words/time-text'
import { LazySteps } from '../charts/lazy-charts'
import { Lanes } from '../timeline/lanes'
import type { ChartBox } from '../timeline/layout'
import type { TimeRange } from '../timeline/range'
import { type VersionRow, versionLife } from '../timeline/rows'
import { rangeMark } from '../ui/chart-mark'

interface LifeChartProps {
  readonly row: VersionRow
  readonly profile: string
  readonly course: VersionAnswer['course']
  readonly range: TimeRange
}

/** The height of the part with the clusters, in pixels. */
const HEIGHT = 76
/** Above the highest step, for its words. */
const ROOM = 16

/** What a version is over time, and below it how many clusters are on it: steps, forecast from now on. */
export function LifeChart({ row, profile, course, range }: LifeChartProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { version, stage } = row
  return (
    <Lanes
      name={`Stages of ${version}`}
      rows={[{ id: version, ...versionLife(version, row, zone, now) }]}
      left={[
        {
          key: 'what',
          head: { hidden: 'What' },
          width: 116,
          isName: true,
          phone: 'wide',
          cell: () => <span className="small muted">Stage in {profile}</span>,
        },
      ]}
      range={range}
      now={now}
      nowText={useNowLabel(now)}
      mark={rangeMark(range)}
      draw={() => stage === 'notInProfile' && <span className="small faint">the profile does not list it</span>}
      foot={(box) => ({
        label: 'Clusters on it',
        plot: <Clusters course={course} box={box} />,
        note: null,
      })}
    />
  )
}

interface ClusterStep {
  readonly at: number
  readonly clusters: number
}

/** The clusters over time, from now on: what is before is hatched. */
function Clusters({ course, box }: { readonly course: VersionAnswer['course']; readonly box: ChartBox }): ReactNode {
  const zone = useZone()
  const { from, to } = box.range
  const steps = course
    .map(({ at, clusters }): ClusterStep => ({ at: Date.parse(at), clusters }))
    .filter(({ at }) => at < to)
  const most = Math.max(1, ...steps.map(({ clusters }) => clusters))
  const told = new Set([steps[0], steps.at(-1), steps.find(({ clusters }) => clusters === most)])
  return (
    <LazySteps
      as={{ name: courseSentence(steps, zone), height: HEIGHT }}
      bands={[{ name: 'clusters', look: 'm-0', counts: steps.map(({ clusters }) => clusters) }]}
      steps={steps.map(({ at }) => at)}
      from={from}
      to={to}
      top={(most * HEIGHT) / (HEIGHT - ROOM)}
      edge="dashed"
      areas={[{ from, to: steps[0]?.at ?? box.now, look: 'hatched' }]}
      peaks={[...told]
        .flatMap((step) => step ?? [])
        .map((step) => ({
          at: step.at,
          count: step.clusters,
          strong: countText(step.clusters),
          text: step === steps[0] ? 'now' : `from ${dayText(step.at, zone, { now: box.now })}`,
        }))}
    />
  )
}

/** The course in words: what it is now, the most, and the last. */
function courseSentence(steps: readonly ClusterStep[], zone: Zone): string {
  const [first] = steps
  if (first === undefined) return 'Clusters on it are not known.'
  const rest = steps.slice(1, 13).map(({ at, clusters }) => `${countText(clusters)} from ${dayText(at, zone)}`)
  const more = steps.length > 13 ? ` and ${countText(steps.length - 13)} more changes` : ''
  return `Clusters on it: ${[`${countText(first.clusters)} now`, ...rest].join(', ')}${more}.`
}

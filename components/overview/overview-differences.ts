import type { Zone } from '@/lib/contract/zone'
import type { GardenAnswer } from '@/lib/questions/overview/contract/garden'
import { profileName } from '@/lib/words/phrases'
import { clustersDiffer, type Difference, datesDiffer, inOrder } from '../ui/differences'

type Said = Pick<GardenAnswer, 'figures' | 'expiries'>

/** What the overview said then and says otherwise today: its figures, and expiries that were moved. */
export function overviewDifferences(then: Said, today: Said, zone: Zone): readonly Difference[] {
  const [was, is] = [then.figures, today.figures]
  return inOrder([
    clustersDiffer('Forced within 90 days', 'forced within 90 days', [was.forced.days90, is.forced.days90], 3),
    clustersDiffer('Stuck', 'that are stuck', [was.stuck.clusters, is.stuck.clusters], 3),
    clustersDiffer('On expired versions', 'on expired versions', [was.expired.clusters, is.expired.clusters], 2),
    clustersDiffer(
      'Auto-update within 24 h',
      'updated by themselves within 24 h',
      [was.autoTonight.clusters, is.autoTonight.clusters],
      0,
    ),
    clustersDiffer('Nothing is known of', 'of which nothing is known', [was.unknown.clusters, is.unknown.clusters], 2),
    clustersDiffer('Clusters', 'in all', [was.clusters, is.clusters], 0),
    ...movedExpiries(then, today, zone),
  ])
}

function movedExpiries(then: Said, today: Said, zone: Zone): (Difference | null)[] {
  const marks = new Map(
    then.expiries.flatMap(({ profile, marks }) =>
      marks.map((mark) => [`${profileName(profile)} ${mark.what} ${mark.version}`, mark] as const),
    ),
  )
  return today.expiries.flatMap(({ profile, marks: all }) =>
    all.map(({ what, version, at }) => {
      const name = profileName(profile)
      const before = marks.get(`${name} ${what} ${version}`)
      if (before === undefined) return null
      const text = `${name} ${what === 'Kubernetes' ? '' : `${what} `}${version} expires`
      return datesDiffer(before.at, at, {
        what: text,
        clause: (day) => `${text} on ${day}`,
        rank: 1,
        zone,
        none: 'no date',
      })
    }),
  )
}

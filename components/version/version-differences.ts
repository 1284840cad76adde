import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { versionDifferences } from '../timeline/profile-differences'
import { countsDiffer, type Difference, datesDiffer, inOrder } from '../ui/differences'

type Said = Pick<VersionAnswer, 'what' | 'version' | 'offered' | 'clusters' | 'projects'> & {
  readonly holds: Pick<VersionAnswer['holds'], 'lastLeaves'>
}

/** What the page of a version said then and says otherwise today. */
export function versionPageDifferences(then: Said, today: Said, zone: Zone): readonly Difference[] {
  const name = shortName(then.what === 'Kubernetes' ? null : then.what, then.version)
  const fails = ({ projects }: Said) => projects.reduce((sum, project) => sum + project.fails, 0)
  return inOrder([
    ...versionDifferences(name, then.offered ?? undefined, today.offered ?? undefined, zone),
    countsDiffer(fails(then), fails(today), {
      what: 'Fail to leave it',
      clause: (count) => `${count} fail to leave ${name}`,
      of: 'cluster',
      rank: 2,
    }),
    datesDiffer(then.holds.lastLeaves, today.holds.lastLeaves, {
      what: 'The last cluster leaves it',
      clause: (day) => (day === null ? `not all clusters leave ${name}` : `the last cluster leaves ${name} on ${day}`),
      rank: 1,
      zone,
      none: 'not known',
    }),
    countsDiffer(then.clusters, today.clusters, {
      what: 'Clusters on it',
      clause: (count) => `${count} on ${name}`,
      of: 'cluster',
      rank: 0,
    }),
  ])
}

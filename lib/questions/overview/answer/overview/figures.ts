import { type ClassSum, classSum } from '@/lib/landscape/class-sums'
import type { ShootClass } from '@/lib/landscape/classes'
import { type FleetIndex, stageBit } from '@/lib/landscape/fleet-index'
import { Moves } from '@/lib/landscape/moves'
import { failsAgain, happensWithin } from '@/lib/landscape/profile-figures'
import { projectSizes } from '@/lib/landscape/roster'
import type { GardenAnswer } from '../../contract/garden'
import { aheadDays } from './span'

type Figures = Omit<GardenAnswer['figures'], 'forced'> & {
  readonly forced: Omit<GardenAnswer['figures']['forced'], 'updates90'>
}

const late = stageBit('expired') | stageBit('notInProfile')

/** How many clusters need attention, and for what. */
class FigureSum implements ClassSum {
  readonly forced = { days7: 0, days30: 0, days90: 0 }
  readonly expired = { clusters: 0, forcedTonight: 0 }
  readonly stuck = { clusters: 0, failedLast: 0, alsoForced: 0 }
  readonly unknown = { clusters: 0 }
  readonly tonight = { clusters: 0, moves: new Moves() }

  constructor(private readonly index: FleetIndex) {}

  add({ forecast: ahead, profile, example, stages, clusters: own }: ShootClass, times: 1 | -1): void {
    const { index, forced, expired, stuck, unknown, tonight } = this
    const clusters = times * own
    if ((stages & stageBit('unknown')) !== 0) unknown.clusters += clusters
    const isLate = (stages & late) !== 0
    if (isLate) expired.clusters += clusters
    if (isLate && happensWithin(index, ahead, 'forced', 1)) expired.forcedTonight += clusters
    if (happensWithin(index, ahead, 'forced', 7)) forced.days7 += clusters
    if (happensWithin(index, ahead, 'forced', 30)) forced.days30 += clusters
    const isForced = happensWithin(index, ahead, 'forced', aheadDays)
    if (isForced) forced.days90 += clusters
    if (happensWithin(index, ahead, 'fails', aheadDays)) {
      stuck.clusters += clusters
      if (isForced) stuck.alsoForced += clusters
      if (failsAgain(index, ahead.events, example)) stuck.failedLast += clusters
    }
    const first = happensWithin(index, ahead, 'auto', 1) && ahead.events.find((event) => event.kind === 'auto')
    if (!first) return
    tonight.clusters += clusters
    tonight.moves.add(profile, first.digest, clusters)
  }
}

export const overviewFigures = classSum<FigureSum, Figures>('overview figures', {
  make: (index) => new FigureSum(index),
  tell: ({ forced, expired, stuck, unknown, tonight }, index) => ({
    clusters: index.roster.members.length,
    projects: projectSizes(index.roster).size,
    expired: { ...expired },
    forced: { ...forced },
    stuck: { ...stuck },
    unknown: { ...unknown },
    autoTonight: { clusters: tonight.clusters, top: tonight.moves.top(1)[0] ?? null },
  }),
})

import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { ReportedConstraint, Shoot } from '@/lib/engine/types'
import { obstacleText } from '@/lib/words/obstacles'
import { constraintsOf, reportedOf, severityOf } from '.'

const at = instant('2026-11-26T08:00:00Z')
const offered = memoized(
  profile(
    ['1.35.6', '1.34.9 supported', '1.34.8 deprecated 2026-11-01', '1.34.7 deprecated 2026-11-01'],
    image('linux', 'minor', ['2.0.0 supported', '1.0.0 deprecated 2026-11-28']),
  ),
)
const preconditions: ReportedConstraint = {
  type: 'MaintenancePreconditionsSatisfied',
  status: 'False',
  reason: 'ProblematicWebhooks',
  message: 'webhook "check" might prevent nodes from joining',
  since: instant('2026-11-20'),
}
const certificates: ReportedConstraint = {
  type: 'CACertificateValiditiesAcceptable',
  status: 'Progressing',
  reason: '',
  message: 'Some end soon.',
}
const of = (
  kubernetes: string,
  linux: string,
  reportedConstraints: readonly ReportedConstraint[],
  more: Partial<Shoot> = {},
) => shoot(kubernetes, [worker(`w linux ${linux}`)], { reportedConstraints, ...more })
const told = (one: Shoot) => {
  const { steps } = forecast(one, offered, { from: at, to: at + 60 * DAY })
  return constraintsOf({ shoot: one, profile: offered, steps, at })
    .filter(({ code }) => code === 'reported')
    .map((obstacle) => `${severityOf(obstacle)}: ${obstacleText(obstacle, one)}`)
}

const SAYS =
  'gardenlet reports since 20 Nov 2026 that MaintenancePreconditionsSatisfied is False (ProblematicWebhooks): webhook "check" might prevent nodes from joining.'

describe('what gardenlet reports is said where an update is foreseen', () => {
  it.each<[string, Shoot, string[]]>([
    ['nothing where nothing is reported', of('1.34.8', '1.0.0', []), []],
    ['nothing where no update is foreseen', of('1.35.6', '2.0.0', [preconditions]), []],
    [
      'as a warning before nodes roll, be it later than another update',
      of('1.34.8', '1.0.0', [preconditions]),
      [
        `warning: ${SAYS} The maintenance of 28 Nov 2026 does not wait for that: the nodes of pool w are replaced or updated all the same.`,
      ],
    ],
    [
      'not as a warning where no node is touched',
      of('1.34.8', '2.0.0', [preconditions]),
      [`info: ${SAYS} The maintenance of 26 Nov 2026 does not look at that.`],
    ],
    [
      'what is not about maintenance comes after it, and without what is not known',
      of('1.34.8', '2.0.0', [certificates, preconditions]),
      [
        `info: ${SAYS} The maintenance of 26 Nov 2026 does not look at that.`,
        'info: gardenlet reports that CACertificateValiditiesAcceptable is Progressing: Some end soon. The maintenance of 26 Nov 2026 does not look at that.',
      ],
    ],
    [
      'nothing of a cluster that is being deleted',
      of('1.34.8', '1.0.0', [preconditions], { deletionTimestamp: at }),
      [],
    ],
  ])('%s', (_, one, expected) => {
    expect(told(one)).toEqual(expected)
  })

  it('nothing where the only update is refused', () => {
    const one = of('1.34.8', '2.0.0', [preconditions])
    const { steps } = forecast(one, offered, { from: at, to: at + 2 * DAY })
    expect(steps).toHaveLength(1)
    expect(
      reportedOf(
        one,
        steps.map((step) => ({ ...step, denied: true })),
      ),
    ).toEqual([])
  })
})

it('no step of a forecast is another one for it', () => {
  const steps = (one: Shoot) => forecast(one, offered, { from: at, to: at + 60 * DAY }).steps
  expect(steps(of('1.34.8', '1.0.0', [preconditions]))).toEqual(steps(of('1.34.8', '1.0.0', [])))
})

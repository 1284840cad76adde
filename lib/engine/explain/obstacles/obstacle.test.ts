import { describe, expect, it, test } from 'vitest'
import { forecast } from '@/lib/engine/course'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { ReportedConstraint, Shoot } from '@/lib/engine/types'
import { obstacleText, windowTroubleText } from '@/lib/words/obstacles'
import { constraintsBeforeUpdate, constraintsOf, severityOf } from '../obstacles'
import { windowTrouble } from './obstacle'

test.each([
  [
    '22:00',
    '23:00',
    'unreadable',
    /^Its maintenance window cannot be read: .* at any time of the day\. It says "22:00" to "23:00";/,
  ],
  [
    '220000+0100',
    '221000+0100',
    'too-short',
    /22:00–22:10, is 10 min long; .* at any time of the day but 21:55–22:00\.$/,
  ],
  ['220000+0100', '221500+0100', 'too-short', /is 15 min long; .* in the very second of 22:00: it hardly ever does\.$/],
  ['220000+0100', '222000+0100', 'too-short', /Maintenance may only begin from 22:00 to 22:05\.$/],
  ['100000+0100', '200000+0100', 'too-long', /10:00–20:00, is 10 h long; at most 6 h .* from 10:00 to 19:45\.$/],
  ['220000-0330', '043000-0330', 'too-long', /22:00–04:30, is 6 h 30 min long; .* from 22:00 to 04:15\.$/],
  ['220000+0100', '220000+0100', 'too-long', /is 24 h long; .* at any time of the day but 21:45–22:00\.$/],
])('a window from %s to %s is %s', (begin, end, kind, text) => {
  const trouble = windowTrouble({ begin, end })
  expect(trouble?.kind).toBe(kind)
  expect(trouble && windowTroubleText(trouble)).toMatch(text)
})

test.each([
  ['220000+0100', '223000+0100'],
  ['220000+0100', '040000+0100'],
])('a window from %s to %s is fine', (begin, end) => {
  expect(windowTrouble({ begin, end })).toBeNull()
})

test('a shoot without a window has no trouble with one', () => {
  expect(windowTrouble(undefined)).toBeNull()
})

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
      constraintsBeforeUpdate(
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

import { expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import { obstacleText } from '@/lib/words/obstacles'
import { constraintsOf, severityOf } from '.'

const at = instant('2026-11-26T08:00:00Z')

it.each<[string, boolean, string[]]>([
  ['is not said where it is mapped', false, []],
  [
    'is a warning',
    true,
    [
      'warning: On 1 Dec 2026 pool w comes to linux 2.0.0, for which the profile names no image of the provider (spec.providerConfig): no node can be made of it.',
    ],
  ],
])('that an update goes to an image version of which no node can be made %s', (_, isUnmapped, expected) => {
  const offered = memoized(
    profile(['1.35.6'], image('linux', 'minor', ['2.0.0 supported', '1.0.0 deprecated 2026-12-01'])),
  )
  const one = shoot('1.35.6', [worker('w linux 1.0.0')])
  const { steps } = forecast(one, offered, { from: at, to: at + 60 * DAY })
  const told = constraintsOf({
    shoot: one,
    profile: offered,
    steps,
    at,
    isUnmapped: (name, version) => isUnmapped && name === 'linux' && version === '2.0.0',
  })
  expect(told.map((found) => `${severityOf(found)}: ${obstacleText(found, one)}`)).toEqual(expected)
})

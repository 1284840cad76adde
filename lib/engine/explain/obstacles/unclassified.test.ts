import { expect, test } from 'vitest'
import { CompiledProfile } from '@/lib/engine/rules'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { obstacleText } from '@/lib/words/obstacles'
import { unclassifiedOf } from './obstacles'

const offered = profile(
  ['1.33.5', '1.34.7 supported', '1.35.0 - 2026-12-01'],
  image('linux', 'major', ['1.0.0', '2.0.0 - 2026-11-10']),
)
const at = instant('2026-11-21')

test.each([
  [
    'neither classified nor dated, each named once',
    shoot('1.33.5', [worker('a linux 1.0.0'), worker('b linux 1.0.0')]),
    [
      'Kubernetes 1.33.5 and linux 1.0.0 have neither a classification nor a date in the profile: Gardener treats them as supported.',
    ],
  ],
  [
    'one alone',
    shoot('1.34.7', [worker('a linux 1.0.0')]),
    ['linux 1.0.0 has neither a classification nor a date in the profile: Gardener treats it as supported.'],
  ],
  [
    'with a date alone',
    shoot('v1.35.0'),
    [
      'Kubernetes v1.35.0 has no classification in the profile, but expires on 1 Dec 2026: until then Gardener treats it as supported.',
    ],
  ],
  ['which has passed: it is expired, and nothing else', shoot('1.34.7', [worker('a linux 2.0.0')]), []],
  ['classified or not in the profile', shoot('1.34.7', [worker('a linux 9.0.0')]), []],
])('what a cluster runs: %s', (_, subject, expected) => {
  expect(
    unclassifiedOf(subject, new CompiledProfile(offered), at).map((found) => obstacleText(found, subject)),
  ).toEqual(expected)
})

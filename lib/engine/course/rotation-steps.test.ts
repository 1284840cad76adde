import { expect, test } from 'vitest'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import { forecast, withFirstRotations } from './forecast'

const from = instant('2026-11-21T18:00:00Z')
const options = { from, to: from + 100 * DAY, rotations: true }
const autoRotation = {
  sshKeypair: { rotationPeriod: 7 * DAY, lastCompletionTime: from - 8 * DAY },
  observability: { rotationPeriod: 7 * DAY, lastCompletionTime: from - DAY },
}

const told = (steps: ReturnType<typeof withFirstRotations>) =>
  steps.map(({ kind, operations, repeats }) => `${kind} ${operations.map(({ name }) => name).join()} ${repeats}`)

test('a rotation that comes every week is one step', () => {
  const pools = [worker('web linux 1.0.0')]
  const offered = profile(['1.34.7'], image('linux', 'major', ['1.0.0']))
  const { steps } = forecast(shoot('1.34.7', pools, { autoRotation }), memoized(offered), options)
  expect(steps.length).toBeGreaterThan(20)
  expect(told(withFirstRotations(steps))).toEqual([
    'other rotate-ssh-keypair 0',
    'other rotate-observability-credentials 0',
  ])
})

test('what fails every night is one step from the second rotation on, and an update in between is its own', () => {
  const offered = profile(
    ['1.34.7', '1.34.8 preview'],
    image('linux', 'major', ['1.0.0 supported 2026-12-01', '2.0.0 preview']),
    image('other', 'major', ['1.0.0 supported 2027-01-01', '2.0.0']),
  )
  const pools = [worker('web linux 1.0.0'), worker('db other 1.0.0')]
  const { steps } = forecast(shoot('1.34.7', pools, { autoRotation }), memoized(offered), options)
  const whole = withFirstRotations(steps)
  expect(told(whole)).toEqual([
    'other rotate-ssh-keypair 0',
    'other rotate-observability-credentials 0',
    'fails  30',
    'fails  0',
    'fails  57',
  ])
  expect(whole.at(-1)?.lastAt).toBe(steps.at(-1)?.lastAt)
})

test('a forecast without rotations stays as it is', () => {
  const offered = profile(['1.34.7', '1.34.8', '1.35.0 supported 2027-01-01'])
  const { steps } = forecast(shoot('1.34.7', [], auto), memoized(offered), options)
  expect(withFirstRotations(steps)).toEqual(steps)
})

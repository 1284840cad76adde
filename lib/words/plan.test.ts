import { describe, expect, it, test } from 'vitest'
import { fieldText, readField } from '@/components/cluster/plan/fields'
import { readTimeOfDay, readWindowTime, windowTime } from '@/components/cluster/plan/maintenance'
import { TONIGHT_WINDOW } from '@/components/outlook/testdata/answers'
import type { PlanAnswer, PlanPart } from '@/lib/contract/plan'
import {
  alikeParts,
  applyCommand,
  causeWords,
  fieldName,
  misfit,
  nextForcedText,
  planFigures,
  planPatchCommand,
  planValueText,
  whyWords,
} from './plan'
import { durationText } from './time-text'

const MINUTE = 60_000

test.each([
  [40 * MINUTE, '40 min'],
  [8 * 60 * MINUTE, '8 h'],
  [(17 * 60 + 20) * MINUTE, '17 h 20 min'],
])('%i ms are %s', (length, text) => {
  expect(durationText(length)).toBe(text)
})

test.each<[string, string]>([
  ['spec.provider.workers[web-a].machine.image.name', 'image'],
  ['spec.provider.workers[web-a].machine.type', 'machine type'],
  ['spec.provider.workers[web-a].machineControllerManager.machineDrainTimeout', 'machineDrainTimeout'],
  ['spec.kubernetes.version', 'Kubernetes'],
  ['spec.kubernetes.kubelet.kubeReserved', 'kubeReserved'],
  ['metadata.annotations[gardener.cloud/operation]', 'operation'],
])('%s is called %s', (field, name) => {
  expect(fieldName(field)).toBe(name)
})

test.each<[unknown, string]>([
  [null, 'not set'],
  [true, 'on'],
  ['1.33.7', '1.33.7'],
  [{ name: 'gardenlinux', version: '1877.9.0' }, 'gardenlinux 1877.9.0'],
  [['DiskPressure', 'KernelDeadlock'], 'DiskPressure, KernelDeadlock'],
  [{ cpu: '1' }, '{"cpu":"1"}'],
])('%j reads %s', (value, text) => {
  expect(planValueText(value)).toBe(text)
})

test.each<[Parameters<typeof readField>[0], string, unknown]>([
  ['text', ' 30m ', '30m'],
  ['text', '', null],
  ['count', '4', 4],
  ['share', '25%', '25%'],
  ['share', '2', 2],
  ['texts', 'A, B,', ['A', 'B']],
  ['duration', '1h30m', '1h30m'],
  ['thresholds', 'memoryAvailable=5%', { memoryAvailable: '5%' }],
  ['reserved', 'cpu=100m, memory=1Gi', { cpu: '100m', memory: '1Gi' }],
  ['image', 'gardenlinux 1877.9.0', { name: 'gardenlinux', version: '1877.9.0' }],
  ['json', '{"iops":3000}', { iops: 3000 }],
  ['flag', 'true', true],
])('a %s that is written %j comes back', (kind, text, value) => {
  expect(readField(kind, text)).toEqual({ kind: 'ok', value })
  if (value !== null) expect(readField(kind, fieldText(kind, value))).toEqual({ kind: 'ok', value })
})

test.each<[Parameters<typeof readField>[0], string]>([
  ['count', '-1'],
  ['share', '1/2'],
  ['duration', '30 min'],
  ['reserved', 'cpu'],
  ['thresholds', 'cpu=1'],
  ['reserved', 'cpu=1=2'],
  ['json', '[1]'],
  ['json', '{'],
  ['image', 'gardenlinux'],
  ['text', 'x'.repeat(300)],
])('a %s is not written %j, and the hint says how', (kind, text) => {
  expect(readField(kind, text)).toMatchObject({ kind: 'problem', hint: expect.stringMatching(/^[A-Z].*\.$/) })
})

test('a time of the window is read and written', () => {
  expect(readWindowTime('220000+0100')).toEqual({ clock: '22:00', offset: '+01:00' })
  expect(windowTime({ clock: '22:00', offset: '+01:00' })).toBe('220000+0100')
  expect(['250000+0100', 'x', null, '2200'].map(readWindowTime)).toEqual([null, null, null, null])
  expect(['9:30', '0930', '24:00', 'soon'].map(readTimeOfDay)).toEqual(['09:30', '09:30', null, null])
})

const nothing: PlanPart = {
  pool: 'web-a',
  moves: [],
  effect: 'none',
  nodes: { min: 0, max: 0 },
  because: [],
  undecided: [],
  rollout: null,
  until: null,
  faster: null,
}
const rolls: PlanPart = {
  ...nothing,
  effect: 'rolling',
  nodes: { min: 6, max: 12 },
  because: [
    'spec.kubernetes.version',
    'spec.provider.workers[web-a].machine.image.name',
    'spec.provider.workers[web-a].machine.image.version',
  ],
  rollout: {
    pool: 'web-a',
    surge: 3,
    unavailable: 0,
    milliseconds: (8 * 60 + 40) * MINUTE,
    formula: '',
    figure: '4 × (create 10 min + drain 2 h)',
  },
  until: '2026-11-22T06:25:00Z',
  faster: { surge: 6, milliseconds: (4 * 60 + 20) * MINUTE },
}
const answer = {
  at: '2026-11-21T18:00:00Z',
  sentAt: '2026-11-21T18:00:00Z',
  shoot: {
    namespace: 'garden-payments',
    name: 'checkout-prod',
    nodes: { min: 10, max: 24 },
    nextWindow: { offset: '+01:00' },
  },
  parts: [rolls],
  rollOut: TONIGHT_WINDOW,
  begins: '2026-11-21T21:45:00Z',
  before: { steps: [], lanes: [], forced: null },
  after: { steps: [], lanes: [], forced: null },
  stepsUntil: null,
  patch: { operations: [{ op: 'replace', path: '/spec/x', value: "it's" }], later: [], yaml: '' },
} as unknown as PlanAnswer

describe('a plan in words', () => {
  it('says of what is forced tonight that it is, and else the day', () => {
    const forcedAt = (begin: string) =>
      nextForcedText({
        ...answer,
        at: '2026-11-21T18:00:00Z',
        after: { ...answer.after, forced: { window: { ...TONIGHT_WINDOW, begin } } },
      } as unknown as PlanAnswer)
    expect(forcedAt(TONIGHT_WINDOW.begin)).toEqual(['the next update is forced', 'tonight'])
    expect(forcedAt('2026-12-15T21:00:00Z')).toEqual(['the next update is forced on', '15 Dec 2026'])
  })

  it('has figures that say what is counted', () => {
    expect(planFigures(answer)).toEqual({
      nodes: { value: '12', note: 'of up to 24 nodes' },
      worst: { value: '8 h 40 min', note: 'pool web-a' },
    })
    expect(planFigures({ ...answer, parts: [nothing] })).toMatchObject({
      nodes: { value: '0' },
      worst: { value: 'none', note: 'no node is drained' },
    })
  })

  it('says why it takes so long, and what causes it', () => {
    expect(whyWords(rolls)).toBe('4 × (create 10 min + drain 2 h), 3 more and 0 fewer at a time')
    expect(causeWords(rolls)).toBe('because of Kubernetes, image')
    expect(causeWords({ ...nothing, undecided: ['spec.provider.workers[web-a].providerConfig'] })).toBe(
      'providerConfig: only the extension of the provider knows whether nodes roll',
    )
  })

  it('warns of what outlasts the window, and says what would be faster', () => {
    expect(misfit(answer, Date.parse(answer.at))).toBe(
      'It begins in 22:00–23:00 +01:00, by Sat 21 Nov 22:45 at the latest, and may go on until Sun 22 Nov 07:25 +01:00. Gardener does not stop rolling when the window ends. With maxSurge 6 web-a needs 4 h 20 min.',
    )
    expect(misfit({ ...answer, rollOut: null }, Date.parse(answer.at))).toBeNull()
    expect(
      misfit({ ...answer, parts: [{ ...rolls, until: '2026-11-21T21:59:00Z' }] }, Date.parse(answer.at)),
    ).toBeNull()
  })

  it('is a command whose quotes a shell keeps', () => {
    expect(planPatchCommand(answer)).toBe(
      "kubectl -n garden-payments patch shoot checkout-prod --type=json -p '[" +
        '\n  ' +
        String.raw`{"op": "replace", "path": "/spec/x", "value": "it'\''s"}` +
        "\n]'",
    )
  })
})

test('it is applied on the server under a name of its own, unless it takes something out', () => {
  const yaml = 'kind: Shoot\n'
  const change = { op: 'replace', path: '/spec/x', value: '1' } as const
  const version = { op: 'test', path: '/metadata/resourceVersion', value: '77' } as const
  const planned = (...operations: PlanAnswer['patch']['operations']) =>
    applyCommand({ ...answer, patch: { ...answer.patch, operations, yaml } })
  expect(planned(version, change)).toBe(
    "kubectl apply --server-side --force-conflicts --field-manager=almanac-77 -f - <<'EOF'\nkind: Shoot\nEOF",
  )
  expect(planned(change)).toContain(`almanac-${answer.sentAt.replaceAll(/\D/g, '')} -f -`)
  expect(planned(change, { op: 'remove', path: '/spec/y' })).toBeNull()
})

test('many pools to which a plan does the same are one, with the nodes of all; each is there when it is wanted', () => {
  const of = (pool: string): PlanPart => ({
    ...rolls,
    pool,
    because: rolls.because.map((field) => field.replace('web-a', pool)),
    rollout: rolls.rollout && { ...rolls.rollout, pool },
  })
  const parts = [
    { ...nothing, pool: null },
    ...Array.from({ length: 30 }, (_, i) => of(`w${i}`)),
    { ...of('db'), until: null },
  ]
  const said = (isEach?: boolean) => alikeParts(parts, isEach).map(({ title, part }) => `${title}: ${part.nodes.max}`)
  expect(said()).toEqual(['Control plane: 0', `30 pools: ${30 * 12}`, 'db: 12'])
  expect(said(true)).toHaveLength(32)
})

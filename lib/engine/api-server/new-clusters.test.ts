import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyInstant, anyProfile } from '@/lib/engine/testdata/arbitraries'
import { image, imageVersion, instant, profile } from '@/lib/engine/testdata/builders'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import { defaultedText } from '@/lib/words/new-cluster'
import {
  type CreationSpan,
  imagesToWrite,
  isOtherAnswer,
  kubernetesToWrite,
  machineGroups,
  NewClusters,
  newCluster,
} from './new-clusters'
import { answerText } from './shoot/shoot-refusals'

const from = instant('2026-06-01')
const period = { from, to: instant('2027-06-01') }

const offered = {
  ...profile(
    ['1.35.0 preview', '1.34.2 supported 2026-09-01', '1.34.1 deprecated 2027-01-01', '1.33.9 deprecated'],
    image('linux', 'major', [
      '2.1.0 preview',
      '2.0.0 supported',
      imageVersion('1.0.0', { kubeletVersionConstraint: '< 1.34' }),
    ]),
  ),
  machineTypes: [
    { name: 'small', architecture: 'amd64' },
    { name: 'arm', architecture: 'arm64' },
    { name: 'large', architecture: 'amd64' },
    { name: 'old', architecture: 'amd64' },
  ],
  offers: { machineTypes: ['small', 'arm', 'large', 'old'].map((name) => ({ name, usable: name !== 'old' })) },
}

const told = (spans: readonly CreationSpan[]) =>
  spans.map(({ from: begin, answer }) => {
    const what = answer.kind === 'created' ? `${answer.got.version} ${answer.got.stage}` : answer.errors[0]?.rule
    return `${new Date(begin).toISOString().slice(0, 10)} ${what}`
  })

describe('what is written of a Kubernetes version', () => {
  it('is nothing, a major, a minor or all of it', () => {
    expect(kubernetesToWrite(offered).map(({ text }) => text)).toEqual([
      null,
      '1',
      '1.35',
      '1.35.0',
      '1.34',
      '1.34.2',
      '1.34.1',
      '1.33',
      '1.33.9',
    ])
  })

  it.each<[string | null, string[]]>([
    [null, ['2026-06-01 1.34.2 supported', '2026-09-01 no-suitable-version']],
    ['1.34', ['2026-06-01 1.34.2 supported', '2026-09-01 no-suitable-version']],
    ['1.35', ['2026-06-01 no-suitable-version']],
    ['1.35.0', ['2026-06-01 1.35.0 preview']],
  ])('%s gives %j over a year', (text, expected) => {
    expect(told(new NewClusters(offered, period).kubernetes({ text }))).toEqual(expected)
  })

  it('is another answer only for another reason, not for other words', () => {
    const [first, second, third] = new NewClusters(offered, period).kubernetes({ text: '1.30.0' })
    if (first === undefined || second === undefined || third === undefined) throw new Error('the words change twice')
    expect(isOtherAnswer(first.answer, second.answer)).toBe(false)
    expect(first.answer).not.toEqual(second.answer)
  })

  it('passes over what stands higher', () => {
    const [span] = new NewClusters(offered, period).kubernetes({ text: null })
    expect(span?.answer).toMatchObject({ got: { passedOver: { version: '1.35.0', stage: 'preview' } } })
  })
})

describe('a version that is listed, but that no new cluster can have', () => {
  const lifecycle = [
    { classification: 'supported', startTime: instant('2026-07-01') },
    { classification: 'expired', startTime: instant('2026-08-01') },
  ] as const
  const past = {
    ...profile(['1.34.2', '1.33.1 deprecated 2026-05-01', { version: '1.32.1', lifecycle }]),
    machineTypes: [],
  }

  it.each<[string, unknown[]]>([
    ['1.33.1', [{ stage: 'expired', from: instant('2026-05-01'), to: null }]],
    [
      '1.32.1',
      [
        { stage: 'unavailable', from: null, to: instant('2026-07-01') },
        undefined,
        { stage: 'expired', from: instant('2026-08-01'), to: null },
      ],
    ],
    ['1.31.1', [null]],
    ['1.33', [null]],
  ])('%s', (text, expected) => {
    const spans = new NewClusters(past, period).kubernetes({ text })
    const told = spans.map(({ answer }) => JSON.stringify(answer.kind === 'refused' ? answer.inactive : undefined))
    // What is offered instead changes as well.
    expect(told.filter((one, i) => one !== told[i - 1])).toEqual(expected.map((one) => JSON.stringify(one)))
  })

  it.each([
    ['1.33.1', '1.33.1 is listed here, but has expired. Offered are: 1.34.2.'],
    ['1.32.1', '1.32.1 is listed here, but not available yet. Offered are: 1.34.2.'],
    ['1.31.1', '1.31.1 is not offered here. Offered are: 1.34.2.'],
  ])('%s is refused with a sentence that says so', (text, expected) => {
    const [span] = new NewClusters(past, period).kubernetes({ text })
    expect(span?.answer).toMatchObject({ kind: 'refused', errors: [{ text: expected }] })
  })
})

describe('what is written of an image', () => {
  const machine = { machineType: 'small', architecture: 'amd64', containerRuntimes: [] }
  const over = (version: string | null, kubernetes: string | null = null) =>
    new NewClusters(offered, { from, to: from + 1 }, kubernetes).image(
      { image: 'linux', version, form: 'partial' },
      machine,
    )

  it('is nothing, then by image its name, a major or all of it', () => {
    expect(imagesToWrite(offered).map(({ version }) => version)).toEqual([
      null,
      null,
      '2',
      '2.1',
      '2.1.0',
      '2.0',
      '2.0.0',
      '1',
      '1.0.0',
    ])
  })

  it('is filled in, and then refused', () => {
    const [span] = over('1')
    if (span?.answer.kind !== 'refused') throw new Error('it is refused')
    expect(span.answer.defaulted).toBe(true)
    expect(defaultedText(span.answer.errors)).toBe('defaulting does not look at the kubelet: 1.34.2 is not < 1.34')
    expect(answerText(span.answer.errors)).toEqual({
      verbatim: true,
      text: `shoots.core.gardener.cloud "new" is forbidden: spec.provider.workers[0].machine.image: Invalid value: {"Name":"linux","ProviderConfig":null,"Version":"1.0.0"}: machine image 'linux@1.0.0' does not support kubelet version '1.34.2', supported kubelet versions by this machine image version: '< 1.34'`,
    })
  })

  it('has expired, although it is listed', () => {
    const ended = { ...offered, machineImages: [image('linux', 'major', ['2.0.0', '1.0.0 deprecated 2026-05-01'])] }
    const [span] = new NewClusters(ended, period).image({ image: 'linux', version: '1.0.0', form: 'full' }, machine)
    expect(span?.answer).toMatchObject({ inactive: { stage: 'expired', from: instant('2026-05-01'), to: null } })
  })

  it.each([null, '1.33', '1.34', '1.34.1'])(
    'gives over a year what it gives on each day, with Kubernetes %s',
    (kubernetes) => {
      const versions = ['1.0.0 supported 2026-10-01', '2.0.0 supported 2027-02-01', '3.0.0 preview 2027-04-01']
      const several = { ...offered, machineImages: [...offered.machineImages, image('other', 'major', versions)] }
      const over = new NewClusters(several, period, kubernetes)
      for (const written of imagesToWrite(several)) {
        const spans = over.image(written, machine)
        for (let day = from; day < period.to; day += 5 * DAY) {
          const held = spans.findLast((one) => one.from <= day)
          const [alone] = new NewClusters(several, { from: day, to: day + 1 }, kubernetes).image(written, machine)
          expect(held?.answer, `${written.image} ${written.version} ${day}`).toEqual(alone?.answer)
        }
      }
    },
  )

  it('depends on the Kubernetes version', () => {
    expect(told(over('1', '1.33.9'))).toEqual(['2026-06-01 1.0.0 supported'])
    expect(told(over(null))).toEqual(['2026-06-01 2.0.0 supported'])
  })
})

it('machine types between which nothing differs stand together, unusable ones last', () => {
  expect(machineGroups(offered).map(({ names, isUsable }) => [names.join(), isUsable])).toEqual([
    ['small,large', true],
    ['arm', true],
    ['old', false],
  ])
})

test('what is told of a day is what the API server makes of a cluster at any moment of it', () => {
  const machine = { machineType: 'small', architecture: 'amd64', containerRuntimes: [] }
  const later = fc.integer({ min: 0, max: 60 * DAY })
  fc.assert(
    fc.property(anyProfile, anyInstant, later, fc.nat(200), (offered, from, after, pick) => {
      const over = new NewClusters(offered, { from, to: from + 60 * DAY })
      const at = from + after
      const images = imagesToWrite(offered)
      const one = images[pick % images.length] ?? { image: null, version: null, form: 'omitted' }
      const told = over.image(one, machine).findLast((span) => span.from <= at)?.answer
      const named =
        one.image === null ? {} : { image: { name: one.image, ...(one.version !== null && { version: one.version }) } }
      const made = newCluster({ pools: [{ name: 'pool', ...machine, ...named }] }, offered, at)
      const got = told?.kind === 'created' ? [told.got.image, told.got.version] : told?.kind
      const [taken] = made.kind === 'created' ? made.images : []
      expect(got).toEqual(taken === undefined ? made.kind : [taken.name, taken.version])
    }),
    { numRuns: runs(300) },
  )
})

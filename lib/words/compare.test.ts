import { describe, expect, it } from 'vitest'
import { version } from '@/components/profiles/testdata/aws'
import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import type { CompareAnswer } from '@/lib/questions/profiles/contract'
import { comparedNames, comparedVersionText, compareHeadline } from './compare'
import { plain } from './phrases'

const profile = (name: string, namespace?: string): CompareAnswer['a'] => ({
  ref: namespace === undefined ? { kind: 'CloudProfile', name } : { kind: 'NamespacedCloudProfile', namespace, name },
  parent: null,
  resourceVersion: null,
  clusters: 0,
})

const offered = (text: string, expires: string | null, more: Partial<OfferedVersionBody> = {}) =>
  version(text, '1.33', '? supported -', 0, { expires, ...more })

type Row = CompareAnswer['lists'][number]['versions'][number]

type End = string | null | undefined

/** A version with its ends; undefined: not listed. */
const row = (version: string, a: End, b: End, differences: Row['differences'], more: Partial<Row> = {}): Row => ({
  version,
  a: a === undefined ? null : offered(version, a),
  b: b === undefined ? null : offered(version, b),
  unlisted: 0,
  differences,
  own: null,
  ...more,
})

const answer = (kubernetes: Row[], images: Row[], more: Partial<CompareAnswer> = {}): CompareAnswer => ({
  revision: '1',
  observedAt: '2026-11-21T18:00:00Z',
  at: '2026-11-21T18:00:00Z',
  a: profile('aws'),
  b: profile('gcp'),
  child: null,
  lists: [
    { what: 'Kubernetes', updateStrategies: { a: null, b: null }, versions: kubernetes },
    { what: 'linux', updateStrategies: { a: 'minor', b: 'minor' }, versions: images },
  ],
  ...more,
})

const AT = '2026-11-21T18:00:00Z'
const march = '2027-03-02T12:00:00Z'
const may = '2027-05-19T12:00:00Z'
const same = row('1.33.1', march, march, [])

const text = (one: CompareAnswer) => plain(compareHeadline(one, 'UTC'))

describe('the headline of two profiles', () => {
  it.each<[string, CompareAnswer]>([
    ['Nothing differs: aws and gcp say the same of 2 Kubernetes and 1 image version.', answer([same, same], [same])],
    [
      'aws is compared with itself, so nothing differs. Choose another profile.',
      answer([same], [], { b: profile('aws') }),
    ],
    [
      'Of 4 Kubernetes versions 3 differ: 1 only in aws, 2 end on other days. The one image version is the same in both.',
      answer(
        [
          same,
          row('1.33.2', march, may, ['expiry', 'stage']),
          row('1.33.3', null, may, ['expiry']),
          row('1.33.4', null, undefined, ['only-a']),
        ],
        [same],
      ),
    ],
    [
      'Of 1 Kubernetes version 1 differs: 1 ends at another time. Of 3 image versions 3 differ: 1 only in gcp, 1 is in another stage, 1 runs on other machines or kubelets.',
      answer(
        [row('1.33.1', march, '2027-03-02T13:00:00Z', ['expiry'])],
        [
          row('1.0.0', undefined, null, ['only-b']),
          row('1.1.0', null, null, ['stage', 'cri']),
          row('1.2.0', null, null, ['cri', 'kubelet']),
        ],
      ),
    ],
  ])('%s', (sentence, one) => {
    expect(text(one)).toBe(sentence)
  })
})

describe('the headline of a namespaced profile and its parent', () => {
  const own = (...rows: Row[]) =>
    answer(rows, [], {
      a: profile('aws-ext', 'garden-core'),
      b: profile('aws'),
      child: { side: 'a', idle: [], machineTypes: [] },
    })
  const inherits = { own: 'inherits' } as const
  const overrides = { own: 'overrides' } as const

  it.each<[string, CompareAnswer]>([
    ['aws-ext inherits all 2 versions from aws.', own({ ...same, ...inherits }, { ...same, ...inherits })],
    [
      'Of its 3 versions aws-ext overrides 1, adds 1 and inherits 1 from aws. 1.33.2 ends 78 days later than in aws.',
      own(
        { ...same, ...inherits },
        row('1.33.2', may, march, ['expiry'], overrides),
        row('1.33.3', may, undefined, ['only-a'], { own: 'adds' }),
      ),
    ],
    [
      'Of its 3 versions aws-ext overrides 3 and inherits 0 from aws. 2 end on other days. 1 override says what aws says.',
      own(
        { ...same, ...overrides },
        row('1.33.2', may, march, ['expiry'], overrides),
        row('1.33.3', may, march, ['expiry'], overrides),
      ),
    ],
  ])('%s', (sentence, one) => {
    expect(text(one)).toBe(sentence)
  })
})

describe('what differs of a version', () => {
  const names = { a: 'aws', b: 'gcp' }
  it.each<[string, Row]>([
    ['', same],
    ['only in aws', row('1.33.1', null, undefined, ['only-a'])],
    ['only in gcp; 1 cluster of aws runs it all the same', row('1.33.1', undefined, null, ['only-b'], { unlisted: 1 })],
    ['ends 78 days later in gcp, in another stage', row('1.33.1', march, may, ['expiry', 'stage'])],
    ['ends 1 h earlier in gcp', row('1.33.1', march, '2027-03-02T11:00:00Z', ['expiry'])],
    ['ended 9 days later in gcp', row('1.31.14', '2026-10-31T12:00:00Z', '2026-11-09T12:00:00Z', ['expiry'])],
    ['ends 112 days later in gcp', row('1.31.14', '2026-11-10T12:00:00Z', march, ['expiry'])],
    ['has no end in aws', row('1.33.1', null, may, ['expiry'])],
    ['has no end in gcp', row('1.33.1', march, null, ['expiry'])],
    ['default for new only in gcp', row('1.33.1', null, null, ['default'])],
    ['other architectures, other kubelets', row('1.33.1', null, null, ['architectures', 'kubelet'])],
  ])('%s', (words, one) => {
    expect(comparedVersionText(one, names, { child: null, at: AT })).toBe(words)
  })

  it('is seen from the parent', () => {
    const child: CompareAnswer['child'] = { side: 'a', idle: [], machineTypes: [] }
    const own = { own: 'overrides' } as const
    expect(comparedVersionText(row('1.33.1', may, march, ['expiry'], own), names, { child, at: AT })).toBe(
      'ends 78 days later than in gcp',
    )
    expect(comparedVersionText({ ...same, ...own }, names, { child, at: AT })).toBe('says what gcp says')
  })
})

it('calls profiles by their namespaces where their names are the same', () => {
  expect(comparedNames({ a: profile('aws'), b: profile('aws-ext', 'garden-core') })).toEqual({ a: 'aws', b: 'aws-ext' })
  expect(comparedNames({ a: profile('aws'), b: profile('aws', 'garden-core') })).toEqual({
    a: 'aws',
    b: 'garden-core/aws',
  })
})

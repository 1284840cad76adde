import { describe, expect, test } from 'vitest'
import { nearVersions } from '@/lib/browser/similar-names'
import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import { profileAnswer } from '@/lib/questions/profiles/contract'
import { ownDates } from '../profiles/fact-columns'
import { aws, awsExt } from '../profiles/testdata/aws'
import { datesOfRows, foundRows, looksOf, versionRows } from './rows'

test.each([
  ['a profile', aws],
  ['a namespaced profile', awsExt],
])('the sample of %s is what the contract says', (_, answer) => {
  expect(profileAnswer.parse(answer)).toEqual(answer)
})

const datedOnly: OfferedVersionBody = {
  ...(aws.kubernetes[0] as OfferedVersionBody),
  version: '1.33.2',
  minor: '1.33',
  stage: 'supported',
  classified: false,
  spans: [
    { stage: 'supported', from: null, to: '2026-12-04T12:00:00Z' },
    { stage: 'expired', from: '2026-12-04T12:00:00Z', to: null },
  ],
  expires: '2026-12-04T12:00:00Z',
}

describe('the rows of a profile', () => {
  const rows = versionRows('Kubernetes', [...aws.kubernetes].reverse(), aws.notListed)
  const row = (version: string) => rows.find((one) => one.version === version)

  test('are newest first, and print each minor once', () => {
    expect(rows.map((one) => one.version).slice(0, 6)).toEqual([
      '1.35.0',
      '1.34.4',
      '1.34.3',
      '1.34.2',
      '1.33.7',
      '1.33.6',
    ])
    expect(rows.filter((one) => one.isFirstOfMinor).map((one) => one.minor)).toEqual([
      '1.35',
      '1.34',
      '1.33',
      '1.32',
      '1.31',
      '1.30',
    ])
  })

  test('have a version that is not listed among its minor, without any date', () => {
    expect(rows.map((one) => one.version).slice(9, 12)).toEqual(['1.31.13', '1.31.12', '1.31.9'])
    expect(row('1.31.9')).toMatchObject({ stage: 'notInProfile', spans: [], expires: null, clusters: 2, minor: '1.31' })
  })

  test('have a release above its pre-releases', () => {
    const some = ['1.34.0-rc.2', '1.34.0', '1.34.0-rc.10', '1.33.9']
    const offered = some.map((version) => ({ ...aws.kubernetes[0], version, minor: version.slice(0, 4) }))
    expect(versionRows('Kubernetes', offered as typeof aws.kubernetes, []).map((one) => one.version)).toEqual([
      '1.34.0',
      '1.34.0-rc.10',
      '1.34.0-rc.2',
      '1.33.9',
    ])
  })

  test('say what Gardener uses a version for', () => {
    expect(row('1.34.3')?.roles).toEqual(['default for new', 'auto target'])
    expect(row('1.33.6')?.roles).toEqual([])
  })

  test('call a version unclassified that only has a date, until then', () => {
    const [dated] = versionRows('Kubernetes', [datedOnly], [])
    expect(dated).toMatchObject({ stage: 'unclassified' })
    expect(dated?.spans.map(({ look }) => look)).toEqual(['unclassified', 'expired'])
  })

  test('call a version that nobody classified unclassified, not supported', () => {
    const images = aws.images.find((one) => one.name === 'suse-chost')
    const [, plain] = versionRows('suse-chost', images?.versions ?? [], aws.notListed)
    expect(plain).toMatchObject({ stage: 'unclassified', spans: [{ look: 'unclassified' }] })
    expect(looksOf(versionRows('suse-chost', images?.versions ?? [], []))).toEqual(['unclassified', 'supported'])
  })

  test('can be searched, and then still print each minor once', () => {
    const found = foundRows(rows, ' 1.3 ')
    expect(found).toHaveLength(rows.length)
    expect(foundRows(rows, '3.6')).toMatchObject([{ version: '1.33.6', isFirstOfMinor: true }])
    expect(foundRows(rows, 'no such')).toEqual([])
    expect(foundRows(rows, '  ')).toBe(rows)
  })

  test('give the chart every date they show', () => {
    expect(datesOfRows(rows)).toContain(Date.parse('2027-06-30T12:00:00Z'))
    expect(datesOfRows(rows).every(Number.isFinite)).toBe(true)
  })

  test('of an image whose minors are majors group what is not listed by its major', () => {
    const { versions = [] } = aws.images[0] ?? {}
    const extra = versionRows('gardenlinux', versions, [{ what: 'gardenlinux', version: '934.2.0', clusters: 1 }])
    expect(extra.at(-1)).toMatchObject({ version: '934.2.0', minor: '934', isFirstOfMinor: false })
  })
})

describe('what a namespaced profile says itself', () => {
  const own = ownDates(awsExt, aws)

  test('is the date that differs, and the version its parent does not have', () => {
    expect([...own]).toEqual([
      ['Kubernetes/1.33.5', { kind: 'date', parentExpires: '2026-11-27T12:00:00Z' }],
      ['hardened/1.0.0', { kind: 'version' }],
    ])
  })
})

describe('what is near', () => {
  test.each([
    ['of the same minor', '1.32.99', ['1.32.9', '1.32.8']],
    ['of the same major, the first three', '1.40.1', ['1.35.0', '1.34.4', '1.34.3']],
    ['nothing', '9.9', []],
  ])('a version: %s', (_, wanted, expected) => {
    expect(
      nearVersions(
        wanted,
        aws.kubernetes.map((one) => one.version),
      ),
    ).toEqual(expected)
  })
})

import { describe, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import { checkSpec } from '@/lib/engine/api-server/profile/cloud-profile'
import { ALL_GATES, foundBy } from '@/lib/engine/api-server/profile/profile-refusals'
import { submittedProfile } from '@/lib/engine/api-server/profile/submitted'
import { plansOf } from '@/lib/words/edits'
import { remedyLabel } from '@/lib/words/findings'
import { findingsOf } from './findings'
import { type DraftSource, editedProfile } from './source'
import { sourceOf } from './testdata'

/** What the API server says of the profile with the edits, by the engine's own rules. */
function refusals(source: DraftSource, edits: readonly EditBody[]): WhatIfRefusal[] {
  const { profile } = editedProfile(source, edits)
  const machineTypes = [{ name: 'm5.large', architecture: 'amd64' }]
  const { spec } = submittedProfile('aws', { ...profile, machineTypes })
  const found = foundBy(source.at, ALL_GATES, (list) => checkSpec(list, spec))
  return found.map(({ subject: { image = null, version = null }, ...refusal }) => ({
    ...refusal,
    subject: { image, version },
    message: refusal.text,
    place: '',
    edits: [edits.length - 1],
  }))
}

function findings(edits: readonly EditBody[], source = sourceOf(), given = refusals(source, edits)) {
  return findingsOf(given, { edits, after: editedProfile(source, edits).profile, at: source.at })
}

const promote = (version: string, image: string | null = null): EditBody => ({
  kind: 'classify',
  image,
  version,
  classification: 'supported',
})
const add = (image: string | null, entry: Extract<EditBody, { kind: 'add' }>['entry']): EditBody => ({
  kind: 'add',
  image,
  entry,
})

describe('every refusal is set right by its first remedy', () => {
  test.each<[string, readonly EditBody[], string, string, readonly string[]]>([
    [
      'two supported versions of a minor',
      [promote('1.34.4')],
      'supported-twice',
      'Deprecate 1.34.3 until 22 Mar 2027',
      ['Promote 1.34.4', 'Deprecate 1.34.3, expiry 22 Mar 2027'],
    ],
    [
      'one is added as supported',
      [add(null, { version: '1.33.9', classification: 'supported' })],
      'supported-twice',
      'Deprecate 1.33.7 until 30 Jun 2027',
      ['Add 1.33.9, as supported, no expiry', 'Deprecate 1.33.7'],
    ],
    [
      'the latest expires',
      [{ kind: 'expire', image: null, version: '1.35.0', expirationDate: '2027-05-01T23:59:59Z' }],
      'latest-version-expires',
      'Clear the date of 1.35.0',
      ['Clear the expiry of 1.35.0'],
    ],
    [
      'a new latest expires',
      [add(null, { version: '1.36.0', classification: 'preview', expirationDate: '2027-05-01T23:59:59Z' })],
      'latest-version-expires',
      'Clear the date of 1.36.0',
      ['Add 1.36.0, as preview, no expiry'],
    ],
    [
      'a version with two numbers',
      [add(null, { version: '1.36', classification: 'preview' })],
      'kubernetes-version-spelling',
      'Write 1.36.0',
      ['Add 1.36.0, as preview, no expiry'],
    ],
    [
      'stages that go back in time',
      [
        {
          kind: 'schedule',
          image: null,
          version: '1.33.7',
          lifecycle: [
            { classification: 'supported' },
            { classification: 'deprecated', startTime: '2027-06-01T00:00:00Z' },
            { classification: 'expired', startTime: '2027-03-01T00:00:00Z' },
          ],
        },
      ],
      'stages-out-of-time',
      'Put the stages in order',
      ['Schedule stages of 1.33.7, supported, deprecated 1 Mar 2027, expired 1 Jun 2027'],
    ],
    [
      'an image version without architectures',
      [add('gardenlinux', { version: '1600.1.0', architectures: [], cri: [{ name: 'containerd' }] })],
      'architectures-missing',
      'Add amd64',
      ['Add gardenlinux 1600.1.0, unclassified, no expiry'],
    ],
    [
      'an image that loses all its versions',
      [
        { kind: 'remove', image: 'gardenlinux', version: '1592.9.0' },
        { kind: 'remove', image: 'gardenlinux', version: '1443.10.0' },
      ],
      'image-without-versions',
      'Remove the image gardenlinux too',
      ['Remove gardenlinux 1592.9.0', 'Remove gardenlinux 1443.10.0', 'Remove the image gardenlinux'],
    ],
  ])('%s', (_, edits, rule, label, plans) => {
    const [finding, ...others] = findings(edits)
    expect(others).toEqual([])
    expect(finding?.rule).toBe(rule)
    expect(finding?.remedies[0] && remedyLabel(finding.remedies[0], 'UTC')).toBe(label)
    const remedied = finding?.remedies[0]?.edits ?? []
    expect(plansOf(remedied, 'UTC')).toEqual(plans)
    const left = refusals(sourceOf(), remedied).filter(({ rule }) => rule !== 'no-machine-image')
    expect(left).toEqual([])
  })
})

test('both sides of a clash are one finding, in Gardener’s words', () => {
  const [finding] = findings([promote('1.34.4')])
  expect(finding?.count).toBe(2)
  expect(finding?.quote).toContain('"supported" lifecycle stages must not overlap per minor version')
})

test('clusters that hold on to a removed version are one finding, which the version stays for', () => {
  const edits: EditBody[] = [{ kind: 'remove', image: null, version: '1.32.9' }]
  const inUse = (shoot: string): WhatIfRefusal => ({
    stage: 'admission',
    rule: 'kubernetes-version-in-use',
    type: 'Forbidden',
    field: '',
    subject: { image: null, version: '1.32.9' },
    text: `unable to delete Kubernetes version "1.32.9" from CloudProfile "aws" - version is still in use by shoot '${shoot}'`,
    message: '',
    place: '',
    edits: [0],
  })
  const found = findings(edits, sourceOf(), [inUse('garden-a/x'), inUse('garden-b/y')])
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ count: 2, rule: 'kubernetes-version-in-use' })
  expect(found[0]?.remedies).toEqual([{ kind: 'keep', name: '1.32.9', edits: [] }])
})

const ODD: WhatIfRefusal = {
  stage: 'validation',
  rule: 'no-region',
  type: 'FieldValueInvalid',
  field: '',
  subject: { image: null, version: null },
  text: 'odd',
  message: '',
  place: '',
  edits: [],
}

test('what nobody foresaw is quoted, and its edit can be taken out', () => {
  const odd: WhatIfRefusal = { ...ODD, field: 'spec.x', edits: [0] }
  const [finding] = findings([promote('1.34.4')], sourceOf(), [odd])
  expect(finding).toMatchObject({ rule: 'no-region', quote: 'odd' })
  expect(finding?.remedies).toEqual([{ kind: 'takeOut', edits: [] }])
})

test('what the profile has without edits offers nothing to take out', () => {
  expect(findings([promote('1.34.4')], sourceOf(), [ODD])[0]?.remedies).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { applyEdit, applyEdits } from '@/lib/engine/edits'
import { image, imageVersion, instant, profile, version } from '@/lib/engine/testdata/builders'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { differencesBetween, editsOf, profileDifferenceText } from './differences'

const at = instant('2026-11-20')
const linux = image('linux', 'minor', ['2.0.0', '1.0.0 deprecated 2027-03-01'])
const before = profile(['1.35.4 preview', '1.35.3 supported', '1.34.6 deprecated 2026-12-08', '1.31.12'], linux)
const staged = (...stages: [string, string][]): ExpirableVersion => ({
  version: '1.33.9',
  lifecycle: stages.map(([classification, day]) => ({
    classification: classification as 'preview',
    startTime: instant(day),
  })),
})
const planned = profile([staged(['supported', '2026-03-01'], ['expired', '2027-01-30'])])

const kubernetes = (...versions: readonly (string | ExpirableVersion)[]): CloudProfile => profile(versions, linux)
const images = (...machineImages: ReturnType<typeof image>[]): CloudProfile => ({ ...before, machineImages })

const cases: [string, CloudProfile, CloudProfile, string, string][] = [
  [
    'an expiry that moved',
    before,
    kubernetes('1.35.4 preview', '1.35.3 supported', '1.34.6 deprecated 2027-01-21', '1.31.12'),
    '1.34.6 expires 2027-01-21 instead of 2026-12-08',
    'expire',
  ],
  [
    'an expiry that was taken away',
    before,
    kubernetes('1.35.4 preview', '1.35.3 supported', '1.34.6 deprecated', '1.31.12'),
    '1.34.6 no longer expires, was 2026-12-08',
    'expire',
  ],
  [
    'a first expiry',
    before,
    kubernetes('1.35.4 preview', '1.35.3 supported', '1.34.6 deprecated 2026-12-08', '1.31.12 - 2027-01-01'),
    '1.31.12 expires 2027-01-01',
    'expire',
  ],
  [
    'a promotion, and what it deprecates with a date',
    before,
    kubernetes('1.35.4 supported', '1.35.3 deprecated 2027-02-05', '1.34.6 deprecated 2026-12-08', '1.31.12'),
    '1.35.4 preview → supported, 1.35.3 supported → deprecated until 2027-02-05',
    'classify, classify, expire',
  ],
  [
    'another stage and another date',
    before,
    kubernetes('1.35.4 preview', '1.35.3 supported', '1.34.6 supported 2027-01-21', '1.31.12'),
    '1.34.6 deprecated → supported, expires 2027-01-21 instead of 2026-12-08',
    'classify, expire',
  ],
  [
    'a classification that was taken away',
    before,
    kubernetes('1.35.4', '1.35.3 supported', '1.34.6 deprecated 2026-12-08', '1.31.12'),
    '1.35.4 preview → unclassified',
    'classify',
  ],
  [
    'a version that was added, and one that was removed',
    before,
    kubernetes('1.36.2 preview', '1.35.4 preview', '1.35.3 supported', '1.34.6 deprecated 2026-12-08'),
    '1.31.12 removed, 1.36.2 added as preview',
    'remove, add',
  ],
  [
    'an expiry as a stage',
    planned,
    profile([staged(['supported', '2026-03-01'], ['expired', '2026-12-16'])]),
    '1.33.9 expires 2026-12-16 instead of 2027-01-30',
    'expire',
  ],
  [
    'a stage that begins at some time',
    planned,
    profile([staged(['supported', '2026-03-01'], ['deprecated', '2026-11-19'], ['expired', '2027-01-30'])]),
    '1.33.9 supported → deprecated',
    'classify',
  ],
  [
    'a stage that lies ahead',
    planned,
    profile([staged(['supported', '2026-03-01'], ['deprecated', '2026-12-19'], ['expired', '2027-01-30'])]),
    '1.33.9 has other stages ahead',
    'classify',
  ],
  [
    'stages in the place of a date',
    profile([version('1.33.9 supported 2027-01-30')]),
    planned,
    '1.33.9 has other stages ahead',
    'schedule',
  ],
  [
    'a date in the place of stages',
    planned,
    profile([version('1.33.9 supported 2027-01-30')]),
    '1.33.9 has other stages ahead',
    'restore',
  ],
  [
    'a version of an image',
    before,
    images(image('linux', 'minor', ['2.0.0', '1.0.0 deprecated 2027-01-01'])),
    'linux 1.0.0 expires 2027-01-01 instead of 2027-03-01',
    'expire',
  ],
  [
    'another update strategy',
    before,
    images({ ...linux, updateStrategy: 'major' }),
    'image linux update strategy major instead of minor',
    'strategy',
  ],
  [
    'an image in the place of another',
    before,
    images(image('suse', 'patch', ['15.4.0 preview'])),
    'image suse added, update strategy patch, suse 15.4.0 added as preview, linux 2.0.0 removed, linux 1.0.0 removed, image linux removed',
    'addImage, add, remove, remove, removeImage',
  ],
  [
    'what an image runs on',
    before,
    images(
      image('linux', 'minor', [imageVersion('2.0.0', { architectures: ['arm64'] }), '1.0.0 deprecated 2027-03-01']),
    ),
    'other change of the profile',
    '',
  ],
  ['machine types', before, { ...before, machineTypes: [] }, 'other change of the profile', ''],
  [
    'the order of versions beside a date',
    before,
    kubernetes('1.35.3 supported', '1.35.4 preview', '1.34.6 deprecated 2027-01-21', '1.31.12'),
    '1.34.6 expires 2027-01-21 instead of 2026-12-08, other change of the profile',
    'expire',
  ],
  ['nothing', before, { ...before, kubernetes: [...before.kubernetes] }, '', ''],
]

describe('what another state of a profile says otherwise', () => {
  it.each(cases)('%s', (_, was, is, sentence, kinds) => {
    const differences = differencesBetween(was, is, at)
    const dayText = (day: number) => new Date(day).toISOString().slice(0, 10)
    expect(differences.map((one) => profileDifferenceText(one, dayText)).join(', ')).toBe(sentence)
    const edits = editsOf(differences)
    expect(edits.map(({ kind }) => kind).join(', ')).toBe(kinds)
    const edited = applyEdits(was, edits, applyEdit)
    expect(edited.problems.filter((one) => one !== null)).toEqual([])
    if (!sentence.includes('other change')) expect(edited.value).toEqual(is)
  })

  it.each(cases)('and the way back: %s', (_, was, is, sentence) => {
    if (sentence.includes('other change')) return
    expect(applyEdits(is, editsOf(differencesBetween(is, was, at)), applyEdit).value).toEqual(was)
  })
})

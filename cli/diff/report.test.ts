import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { beforeAndAfter, readGarden, readManifests } from '../sources'
import { MERGED, makeRepository, profileText, VERSIONS } from '../testdata/repository'
import { markdownOf } from './markdown'
import { type DiffReport, reportOf } from './report'
import { diffReportText } from './text'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'almanac-report-'))
  makeRepository(join(home, 'live'))
})
afterEach(() => rmSync(home, { recursive: true }))

const at = Date.parse('2026-11-21T17:58:00Z')
const aws = profileText(VERSIONS)
const own = (date: string, name = 'own') => `apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: { name: ${name}, namespace: garden-iot }
spec:
  parent: { kind: CloudProfile, name: aws }
  kubernetes:
    versions:
    - { version: 1.33.7, expirationDate: "${date}" }
`

/** Of two folders that hold these files, with the clusters of the dump. */
async function report(
  before: readonly string[],
  after: readonly string[],
  onOwn: readonly string[] = [],
): Promise<DiffReport> {
  for (const [folder, texts] of [
    ['before', before],
    ['after', after],
  ] as const) {
    mkdirSync(join(home, folder))
    for (const [i, text] of texts.entries()) writeFileSync(join(home, folder, `${i}.yaml`), text)
  }
  const [was, is] = [await readManifests('before', home), await readManifests('after', home)]
  const { snapshot } = await readGarden('live/dump.yaml', home, {})
  const shoots = [...snapshot.shoots].map((shoot) =>
    onOwn.includes(shoot.name)
      ? { ...shoot, profile: { kind: 'NamespacedCloudProfile', namespace: 'garden-iot', name: 'own' } as const }
      : shoot,
  )
  const both = beforeAndAfter(was, is, { ...snapshot, shoots: ChunkedList.of(shoots) })
  const names = { before: 'before', after: 'after', commit: null, landscape: null, clusters: 'dump.yaml' }
  return reportOf({ ...both, names, versions: new Map(), at, now: at, zone: 'UTC', limits: [], url: null, notes: [] })
}

const told = ({ profiles }: DiffReport) =>
  profiles.map(({ label, change, clusters, lines, refusals }) => ({
    profile: `${label} ${change}, ${clusters}`,
    lines: lines.map(({ name, text }) => `${name}: ${text}`),
    refused: refusals.map(({ text }) => text),
  }))

describe('a change', () => {
  test('of a profile and of one that builds on it is told of each, and counts each cluster once', async () => {
    const found = await report(
      [aws, own('2027-08-31T00:00:00Z')],
      [profileText(MERGED), own('2027-10-31T00:00:00Z')],
      ['field-gw', 'hub-legacy'],
    )
    expect(told(found)).toEqual([
      {
        profile: 'CloudProfile aws changed, 6',
        lines: [
          'Kubernetes 1.34.4: preview → supported',
          'Kubernetes 1.34.3: supported → deprecated until 21 Mar 2027',
        ],
        refused: [],
      },
      {
        profile: 'NamespacedCloudProfile garden-iot/own changed, 2',
        lines: ['Kubernetes 1.33.7: expires 31 Oct 2027 instead of 31 Aug 2027'],
        refused: [],
      },
    ])
    expect(found.effect?.figures.clusters).toBe(6)
    const later = found.groups.find(({ group }) => group.change === 'later')
    expect(later?.rows.map(({ name }) => name)).toEqual(['field-gw', 'hub-legacy'])
    expect(markdownOf(found)).toContain('**Changed in NamespacedCloudProfile `garden-iot/own`**, 2 clusters.')
  })

  test('of a namespaced profile alone stands on the parent of the garden', async () => {
    const found = await report([own('2027-08-31T00:00:00Z')], [own('2027-10-31T00:00:00Z')], ['field-gw'])
    expect(told(found)).toEqual([
      {
        profile: 'NamespacedCloudProfile garden-iot/own changed, 1',
        lines: ['Kubernetes 1.33.7: expires 31 Oct 2027 instead of 31 Aug 2027'],
        refused: [],
      },
    ])
    expect(found.effect?.figures).toMatchObject({ clusters: 1, changed: 1 })
  })

  test('that adds one profile and removes another touches no cluster, and is judged', async () => {
    const found = await report(
      [aws, own('2027-08-31T00:00:00Z')],
      [
        aws,
        own('2026-01-31T00:00:00Z', 'late'),
        profileText(VERSIONS).replace('name: aws', 'name: azure').replace('regions:', 'regoins:'),
      ],
      ['field-gw'],
    )
    expect(told(found).map(({ profile, lines }) => [profile, ...lines])).toEqual([
      ['CloudProfile azure added, 0', 'profile: added, with 3 Kubernetes versions and 1 machine image'],
      [
        'NamespacedCloudProfile garden-iot/own removed, 1',
        'profile: removed: Gardener keeps it until 1 cluster on it is gone',
      ],
      [
        'NamespacedCloudProfile garden-iot/late added, 0',
        'profile: added, with 3 Kubernetes versions and 1 machine image',
      ],
    ])
    expect(told(found)[0]?.refused).not.toEqual([])
    expect(found.effect).toBeNull()
    expect(diffReportText(found)).toMatch(/^Nothing changes for any cluster\.\n/)
  })

  test('of what only the API server reads is told, and touches no cluster', async () => {
    const found = await report([aws], [aws.replace('- name: eu-west-1', '- name: eu-west-1\n  - name: eu-north-1')])
    expect(told(found)).toEqual([
      { profile: 'CloudProfile aws changed, 6', lines: ['spec.regions: changed'], refused: [] },
    ])
    expect(found.effect?.figures.changed).toBe(0)
    expect(found.groups).toEqual([])
  })

  test('of what an image runs on strands clusters, and says by what', async () => {
    const constrained = aws.replace('cri: [{', 'kubeletVersionConstraint: "< 1.34"\n      cri: [{')
    const found = await report([aws], [constrained])
    expect(told(found)[0]?.lines).toEqual(['gardenlinux 1877.9.0: kubelet any → “< 1.34”'])
    expect(found.profiles[0]?.warnings.map(({ text, from }) => `${text} ${from}`)).toEqual([
      '4 clusters cannot leave gardenlinux 1877.9.0: image allows kubelet < 1.34. gardenlinux 1877.9.0',
      '2 clusters cannot leave Kubernetes 1.33.7: image allows kubelet < 1.34. gardenlinux 1877.9.0',
    ])
    expect(found.groups.map(({ group: { change, clusters } }) => `${clusters} ${change}`)).toEqual(['6 stuck'])
  })

  test('that removes a version in use is refused, with who uses it', async () => {
    const without = aws.replace(/ {4}- version: 1\.33\.7\n(?: {6}.*\n)+/, '')
    const found = await report([aws], [without])
    expect(told(found)[0]?.refused).toEqual([
      'A version that clusters or namespaced profiles use cannot be removed. Let it expire first.',
    ])
    expect(found.profiles[0]?.refusals[0]?.quote).toContain('version is still in use by shoot')
  })

  test('that is refused does to clusters what it would if it were accepted, as on the page of a draft', async () => {
    const expiring = MERGED.replace('supported', 'supported\n      expirationDate: "2026-12-01T00:00:00Z"')
    const found = await report([aws], [profileText(expiring)])
    expect(found.profiles[0]?.refusals).toHaveLength(1)
    expect(found.effect?.figures).toMatchObject({ clusters: 6, changed: 6 })
  })

  test('of a name that is none of Markdown shows as it is', async () => {
    const found = await report([aws], [aws.replace('m5.large', '"<b>|x"')])
    expect(markdownOf(found)).toContain(String.raw`- machine type \<b\>\|x: added`)
  })
})

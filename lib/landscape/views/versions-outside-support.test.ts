import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { whatIfQuery } from '@/lib/contract/what-if'
import type { Garden } from '@/lib/garden'
import { planView } from '@/lib/questions/cluster/answer/plan/view'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { versionView } from '@/lib/questions/version/answer/version'
import { buildLandscape, type Landscape } from '../landscape'
import { findShoot } from '../lookup'
import { CASE_AT, caseGarden } from '../testdata/case'

let garden: Garden
let landscape: Landscape

beforeAll(async () => {
  garden = await caseGarden('versions-outside-support')
  landscape = await buildLandscape(garden.snapshot(), CASE_AT)
})
afterAll(() => garden.close())

const unknown = (minor: string) =>
  `Almanac does not know what Kubernetes ${minor} takes away: Gardener 1.150 supports 1.32 to 1.36.`
const place = (name: string) => findShoot(landscape, 'garden-c45', name)

describe('what a minor takes away that the rules do not know', () => {
  it.each([
    ['new', '1.36.3', '1.37.0', '1.37'],
    ['old', '1.30.14', '1.31.14', '1.31'],
  ])('is forecast, and said beside what happens and why: %s', (name, from, to, minor) => {
    const { steps, constraints, advice } = shootView(landscape, place(name))
    expect(
      steps.map(({ kind, changes, unsupported }) => [kind, changes[0]?.from, changes[0]?.to, unsupported]),
    ).toEqual([['forced', from, to, [unknown(minor)]]])
    expect(constraints).toContainEqual({
      severity: 'info',
      reported: false,
      text: `On 26 Nov 2026 it comes to a minor that these rules do not know. ${unknown(minor)}`,
    })
    expect(advice[0]?.text).toContain(unknown(minor))
  })

  it.each<[string, PlannedEdit, string[]]>([
    ['new', { field: 'spec.kubernetes.version', value: '1.37.0' }, [unknown('1.37')]],
    ['old', { field: 'spec.kubernetes.version', value: '1.31.14' }, [unknown('1.31')]],
    ['new', { field: 'spec.maintenance.confineSpecUpdateRollout', value: true }, []],
  ])('is said of a plan for %s with %j', async (name, edit, expected) => {
    const answer = await planView({ garden, identity: { kind: 'process' } }, landscape, place(name), { edits: [edit] })
    expect(answer.unsupported).toEqual(expected)
  })

  it.each([
    ['1.37.0', unknown('1.37')],
    ['1.36.3', null],
    ['1.30.14', unknown('1.30')],
  ])('is said on the page of %s', async (version, expected) => {
    const entry = landscape.snapshot.profiles.get('c45')
    if (entry === undefined) throw new Error('no profile')
    const answer = await versionView(landscape, entry, { what: 'Kubernetes', version }, 'UTC')
    expect(answer.unsupported).toBe(expected)
  })

  it('is warned of in the workbench where a version is added', async () => {
    const warningsOf = async (edits: unknown[]) => {
      const { edits: told } = await whatIfView(landscape, whatIfQuery.parse({ profile: 'c45', edits }))
      return told.flatMap(({ warnings }) =>
        warnings.flatMap(({ code, text }) => (code === 'minor-unsupported' ? [text] : [])),
      )
    }
    const added = (version: string) => ({ kind: 'add', image: null, entry: { version, classification: 'supported' } })
    expect(await warningsOf([added('1.38.0')])).toEqual([unknown('1.38')])
    expect(await warningsOf([added('1.36.4')])).toEqual([])
  })
})

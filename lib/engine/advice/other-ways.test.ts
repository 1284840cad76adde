import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import {
  checkNamespaced,
  mergeNamespacedProfile,
  type ProfileOverrides,
  submittedOverrides,
  submittedProfile,
} from '@/lib/engine/api-server'
import { forecast } from '@/lib/engine/course'
import { applyEdits, applyNamespacedEdit, type Edit } from '@/lib/engine/edits'
import { constraintsOf } from '@/lib/engine/explain/obstacles'
import { anyInstant, anyProfile, anyShoot } from '@/lib/engine/testdata/arbitraries'
import { auto, image, imageVersion, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ProfileRef, Shoot } from '@/lib/engine/types'
import { obstacleText } from '@/lib/words/obstacles'
import { remedyWords } from '@/lib/words/remedies'
import { adviceFor } from './advice'
import { compareCourses, forecastCourse } from './compare-courses'

vi.setConfig({ testTimeout: 120_000 })

const at = instant('2026-11-26T08:00:00Z')
const until = at + 365 * DAY

function advised(
  one: Shoot,
  offered: CloudProfile,
  others: readonly { ref: ProfileRef; profile: CloudProfile }[] = [],
) {
  const own = memoized(offered)
  const { steps } = forecast(one, own, { from: at, to: until })
  const alternatives = others.map(({ ref, profile: other }) => ({ ref, profile: memoized(other) }))
  return {
    remedies: adviceFor({ shoot: one, profile: own, steps, at, until, alternatives }),
    warnings: constraintsOf({ shoot: one, profile: own, steps, at }).flatMap((found) =>
      found.code === 'auto-to-dead-end' ? [obstacleText(found, one)] : [],
    ),
  }
}
const told = (one: Shoot, ...rest: Parameters<typeof advised> extends [Shoot, ...infer R] ? R : never) =>
  advised(one, ...rest).remedies.map((remedy) => remedyWords(remedy, one))

describe('an automatic update that leads to a dead end', () => {
  const offered = profile(
    ['1.35.6'],
    image('os', 'major', ['2.2.0 preview', '2.1.0 deprecated 2026-12-10', '1.3.0 supported']),
  )
  const one = shoot('1.35.6', [worker('w os 1.3.0')], auto)

  it('is warned of', () => {
    expect(advised(one, offered).warnings).toEqual([
      'On 26 Nov 2026 pool w goes by itself from os 1.3.0 to 2.1.0, which ends: from 10 Dec 2026 on there is no version to move to. os 1.3.0 could stay.',
    ])
  })

  it('is best turned off before', () => {
    expect(told(one, offered)[0]).toEqual({
      title: 'Turn off image auto-update',
      text: 'It takes pool w from os 1.3.0 to 2.1.0 by itself on 26 Nov 2026. Turn it off before 26 Nov 2026 22:00 +00:00. No night fails then, otherwise 351 nights within 12 months.',
    })
  })

  it('so too where roll-outs are confined, as it is not rolled out', () => {
    expect(told({ ...one, confineSpecUpdateRollout: true }, offered)[0]?.text).toContain(
      'Turn it off before 26 Nov 2026 22:00',
    )
  })

  it.each<[string, Shoot, CloudProfile]>([
    ['that is off', { ...one, autoUpdate: { kubernetesVersion: true, machineImageVersion: false } }, offered],
    [
      'from a version that ends sooner',
      one,
      profile(['1.35.6'], image('os', 'major', ['2.1.0 deprecated 2026-12-10', '1.3.0 supported 2026-12-01'])),
    ],
    ['that leads on', one, profile(['1.35.6'], image('os', 'major', ['2.1.0 supported', '1.3.0 supported']))],
  ])('is none: %s', (_, other, some) => {
    expect(advised(other, some).warnings).toEqual([])
    expect(told(other, some).map(({ title }) => title)).not.toContain('Turn off image auto-update')
  })
})

it('of two pools on the same image only the one that holds maintenance up is to be moved', () => {
  const offered = profile(
    ['1.35.6', '1.34.8 deprecated 2026-12-01', '1.33.5'],
    image('os', 'minor', ['1.1.0', imageVersion('1.0.0', { kubeletVersionConstraint: '< 1.35' })]),
  )
  const one = shoot('1.34.8', [worker('follows os 1.0.0'), worker('own os 1.0.0 1.33.5')])
  const ofImages = advised(one, offered).remedies.filter(({ code }) => code === 'update-images')
  expect(ofImages).toMatchObject([{ pools: ['follows'], image: 'os', version: '1.1.0' }])
})

/** A cluster on a profile that the API server would take: deprecated versions with any dates, none on the highest. */
const datedCluster = fc
  .record({
    days: fc.array(fc.option(fc.integer({ min: -40, max: 150 })), { minLength: 4, maxLength: 4 }),
    runs: fc.constantFrom('1.33.1', '1.33.4', '1.34.2'),
    pool: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
    autoUpdate: fc.record({ kubernetesVersion: fc.boolean(), machineImageVersion: fc.boolean() }),
    strategy: fc.constantFrom('patch', 'minor', 'major'),
  })
  .map(({ days, runs: version, pool, autoUpdate, strategy }) => {
    const until = (text: string, day: number | null | undefined) =>
      day == null ? text : `${text} deprecated ${new Date(at + day * DAY).toISOString().slice(0, 10)}`
    const [a, b, c, d] = days
    const kubernetes = [until('1.33.1', a), until('1.33.4', b), '1.34.2 deprecated', '1.35.0 preview']
    const versions = ['1.0.0 deprecated', until('1.1.0', c), until('2.0.0', d)]
    const own = profile(kubernetes, image('os', strategy, versions))
    return { shoot: { ...shoot(version, [worker(`w os ${pool}`)]), autoUpdate }, profile: own }
  })

describe('a namespaced profile on the same base', () => {
  const base = profile(['1.34.8 deprecated 2026-12-01', '1.35.6'])
  const longer = profile(['1.34.8 deprecated 2027-10-01', '1.35.6'])
  const ref: ProfileRef = { kind: 'NamespacedCloudProfile', namespace: 'garden-dev', name: 'longer' }

  it('is advised where its dates are better', () => {
    const [remedy] = advised(shoot('1.34.8'), base, [{ ref, profile: longer }]).remedies.filter(
      ({ code }) => code === 'other-profile',
    )
    expect(remedy && remedyWords(remedy, shoot('1.34.8'))).toEqual({
      title: 'Use the namespaced profile longer',
      text: 'Its versions expire on other days than those of profile. The change itself touches no node and no control plane. Then nothing is forced until 1 Oct 2027.',
    })
    expect(remedy?.patch).toBe('{"spec":{"cloudProfile":{"kind":"NamespacedCloudProfile","name":"longer"}}}')
  })

  it('is not where they are not', () => {
    expect(advised(shoot('1.34.8'), longer, [{ ref, profile: base }]).remedies.map(({ code }) => code)).not.toContain(
      'other-profile',
    )
  })

  it('that does not exist yet is advised, with a later date of what the first trouble is about', () => {
    expect(told(shoot('1.34.8'), base)).toContainEqual({
      title: 'Give Kubernetes 1.34.8 more time in a namespaced profile',
      text: 'A new NamespacedCloudProfile of profile can set later dates, for example 1 Mar 2027 for Kubernetes 1.34.8. The cluster then moves to that profile. The operators decide whether you may do that. The change itself touches no node and no control plane. Then nothing is forced until 2 Mar 2027.',
    })
    const pools = profile(['1.35.6'], image('os', 'major', ['2.1.0 deprecated 2026-12-10']))
    expect(told(shoot('1.35.6', [worker('w os 2.1.0')]), pools).map(({ title }) => title)).toContain(
      'Give os 2.1.0 more time in a namespaced profile',
    )
  })

  it.each<[string, Shoot, CloudProfile]>([
    [
      'of a version with stages',
      shoot('1.34.8'),
      {
        ...base,
        kubernetes: [
          {
            version: '1.34.8',
            lifecycle: [
              { classification: 'supported' },
              { classification: 'expired', startTime: instant('2026-12-01T12:00:00Z') },
            ],
          },
          { version: '1.35.6', classification: 'supported' },
        ],
      },
    ],
    ['where it has one already', { ...shoot('1.34.8'), profile: ref }, base],
    ['where nothing ends', shoot('1.35.6'), base],
  ])('that does not exist yet is not: %s', (_, one, offered) => {
    expect(advised(one, offered).remedies.map(({ code }) => code)).not.toContain('own-dates')
  })

  test('whoever has its dates is strictly better off, and the API server takes them, for any shoots and profiles', () => {
    let tried = 0
    fc.assert(
      fc.property(datedCluster, ({ shoot: one, profile: own }) => {
        const [from, to] = [at, at + 200 * DAY]
        const before = forecastCourse(one, memoized(own), from, to)
        const remedies = adviceFor({ shoot: one, profile: memoized(own), steps: before.steps, at: from, until: to })
        for (const remedy of remedies) {
          if (remedy.code !== 'own-dates') continue
          const edits = remedy.dates.map(
            ({ expires, ...of }): Edit => ({ kind: 'expire', ...of, expirationDate: expires }),
          )
          const nothing: ProfileOverrides = { kubernetes: [], machineImages: [], machineTypes: [] }
          const { value, problems } = applyEdits(nothing, edits, (overrides, edit) =>
            applyNamespacedEdit(overrides, own, edit),
          )
          expect(problems.filter((problem) => problem !== null)).toEqual([])
          const submitted = submittedOverrides({ namespace: 'garden-dev', name: 'own', parent: 'parent' }, value)
          expect(checkNamespaced(submittedProfile('parent', own), submitted, null, from).refusals).toEqual([])
          const merged = memoized(mergeNamespacedProfile(own, value))
          expect(compareCourses(forecastCourse({ ...one, profile: ref }, merged, from, to), before)).toBeLessThan(0)
          tried++
        }
      }),
      { numRuns: runs(300) },
    )
    if (runs(300) >= 100) expect(tried).toBeGreaterThan(0)
  })

  test('whoever follows that advice is strictly better off, for any shoots and profiles', () => {
    fc.assert(
      fc.property(anyShoot, anyProfile, anyProfile, anyInstant, (one, own, other, from) => {
        const [was, is] = [memoized(own), memoized(other)]
        const to = from + 200 * DAY
        const before = forecastCourse(one, was, from, to)
        const remedies = adviceFor({
          shoot: one,
          profile: was,
          steps: before.steps,
          at: from,
          until: to,
          alternatives: [{ ref, profile: is }],
        })
        for (const { code } of remedies) {
          if (code !== 'other-profile') continue
          expect(compareCourses(forecastCourse({ ...one, profile: ref }, is, from, to), before)).toBeLessThan(0)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

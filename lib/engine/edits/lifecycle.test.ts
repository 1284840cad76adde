import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundariesOf, justAfter, stageAt } from '@/lib/engine/rules'
import { image, imageVersion, instant, profile, version } from '@/lib/engine/testdata/builders'
import type { ExpirableVersion } from '@/lib/engine/types'
import { applyEdit, applyEdits } from './edits'
import { type LifecycleInput, type RewrittenLife, writtenAsDates, writtenAsLifecycle } from './lifecycle'

const NOW = instant('2026-06-01')
const plain: Omit<LifecycleInput, 'profile'> = { children: [], bastion: null, withExceptions: false, now: NOW }

const ref = { kind: 'NamespacedCloudProfile', namespace: 'garden-core', name: 'own' } as const
const child = {
  ref,
  overrides: {
    kubernetes: [version('1.32.1 - 2027-03-01')],
    machineImages: [{ name: 'linux', versions: [{ kind: 'date', version: imageVersion('1.0.0 - 2027-03-01') }] }],
    machineTypes: [],
  },
} as const

function told(lives: readonly RewrittenLife[]): readonly string[] {
  return lives.map(
    (one) => `${one.image ?? 'kubernetes'} ${one.version}: ${one.kind === 'left' ? one.because : 'turned'}`,
  )
}

describe('written as lifecycle', () => {
  const before = profile(
    [
      '1.34.1 supported',
      '1.33.1',
      '1.32.1 deprecated 2027-01-01',
      { version: '1.31.1', lifecycle: [{ classification: 'deprecated' }] },
    ],
    image('linux', 'minor', ['1.1.0 supported', '1.0.0 deprecated 2027-01-01', '0.9.0 - 2026-01-01', '0.9.0 preview']),
  )

  it.each<[string, Partial<LifecycleInput>, string[]]>([
    [
      'turns what is said, and nothing else',
      {},
      [
        'kubernetes 1.34.1: turned',
        'kubernetes 1.33.1: nothing-said',
        'kubernetes 1.32.1: turned',
        'kubernetes 1.31.1: written-so',
        'linux 1.1.0: turned',
        'linux 1.0.0: turned',
        'linux 0.9.0: listed-twice',
        'linux 0.9.0: listed-twice',
      ],
    ],
    [
      'leaves out what namespaced profiles date',
      { children: [child] },
      [
        'kubernetes 1.34.1: turned',
        'kubernetes 1.33.1: nothing-said',
        'kubernetes 1.32.1: exceptions',
        'kubernetes 1.31.1: written-so',
        'linux 1.1.0: turned',
        'linux 1.0.0: exceptions',
        'linux 0.9.0: listed-twice',
        'linux 0.9.0: listed-twice',
      ],
    ],
  ])('%s', (_, more, expected) => {
    expect(told(writtenAsLifecycle({ ...plain, profile: before, ...more }))).toEqual(expected)
  })

  it('turns exceptions too where that is asked for', () => {
    const lives = writtenAsLifecycle({ ...plain, profile: before, children: [child], withExceptions: true })
    expect(told(lives)).toContain('kubernetes 1.32.1: turned')
  })

  it('names the profiles that date a version, and their dates', () => {
    const lives = writtenAsLifecycle({ ...plain, profile: before, children: [child] })
    expect(lives.find((one) => one.version === '1.32.1')).toMatchObject({
      profiles: [{ ref, expirationDate: instant('2027-03-01') }],
    })
  })

  it.each<[string, LifecycleInput['bastion'], string]>([
    ['that it names', { image: 'linux', version: '1.1.0' }, 'bastion'],
    ['of the image that it names', { image: 'linux', version: null }, 'bastion'],
    ['of another image', { image: 'ubuntu', version: null }, 'turned'],
  ])('leaves the bastion a version %s', (_, bastion, expected) => {
    const lives = writtenAsLifecycle({ ...plain, profile: before, bastion })
    expect(told(lives)).toContain(`linux 1.1.0: ${expected}`)
  })

  it('gives a version its classification, and its end at the instant of its date', () => {
    const lives = writtenAsLifecycle({ ...plain, profile: before })
    const lifecycle = [
      { classification: 'deprecated' },
      { classification: 'expired', startTime: instant('2027-01-01') },
    ]
    expect(lives.find((one) => one.version === '1.32.1')).toMatchObject({ after: { lifecycle } })
  })
})

describe('written as dates again', () => {
  const one = (entry: Partial<ExpirableVersion>) => {
    const lives = writtenAsDates(profile([{ version: '1.33.1', ...entry }], image('linux', 'minor', [])), NOW)
    const [life] = lives
    return life?.kind === 'turned' ? life.after : life?.because
  }
  const supported = { classification: 'supported' } as const
  const deprecated = { classification: 'deprecated' } as const
  const at = (date: string) => ({ startTime: instant(date) })

  it.each<[string, Partial<ExpirableVersion>, ReturnType<typeof one>]>([
    ['one stage', { lifecycle: [supported] }, { classification: 'supported' }],
    [
      'a stage and its end',
      { lifecycle: [deprecated, { classification: 'expired', ...at('2027-01-01') }] },
      { classification: 'deprecated', expirationDate: instant('2027-01-01') },
    ],
    [
      'a stage that has followed another: what was before is gone',
      {
        lifecycle: [
          supported,
          { ...deprecated, ...at('2026-01-01') },
          { classification: 'expired', ...at('2027-01-01') },
        ],
      },
      { classification: 'deprecated', expirationDate: instant('2027-01-01') },
    ],
    [
      'an end that has come',
      { lifecycle: [deprecated, { classification: 'expired', ...at('2026-01-01') }] },
      { classification: 'deprecated', expirationDate: instant('2026-01-01') },
    ],
    ['a stage that is to follow', { lifecycle: [supported, { ...deprecated, ...at('2027-01-01') }] }, 'more-to-come'],
    ['a version that has not begun', { lifecycle: [{ ...supported, ...at('2027-01-01') }] }, 'not-begun'],
    ['an end without a date', { lifecycle: [{ classification: 'expired' }] }, 'ended-without-date'],
    ['dates', { classification: 'supported' }, 'written-so'],
    ['nothing', {}, 'nothing-said'],
  ])('%s', (_, entry, expected) => expect(one(entry)).toEqual(expected))
})

describe('whatever a version is', () => {
  const words = fc.constantFrom('preview' as const, 'supported' as const, 'deprecated' as const)
  const moment = fc.integer({ min: -3, max: 3 }).map((days) => NOW + days * 86_400_000)
  const legacy = fc.record({ classification: words, expirationDate: moment }, { requiredKeys: [] })
  const stages = fc.uniqueArray(
    fc.constantFrom('preview' as const, 'supported' as const, 'deprecated' as const, 'expired' as const),
  )
  const staged = fc
    .tuple(stages, fc.array(fc.option(moment), { minLength: 4, maxLength: 4 }))
    .map(([names, times]) => ({
      lifecycle: names.map((classification, i) => ({
        classification,
        ...(times[i] !== null && { startTime: times[i] }),
      })),
    }))

  it('it is the same once its life is written otherwise: as stages at every instant, as dates from now on', () => {
    fc.assert(
      fc.property(fc.oneof(legacy, staged), fc.boolean(), (life, isBack) => {
        const entry = { version: '1.33.1', ...life } as ExpirableVersion
        const before = profile([entry], image('linux', 'minor', []))
        const lives = isBack ? writtenAsDates(before, NOW) : writtenAsLifecycle({ ...plain, profile: before })
        const edits = lives.flatMap((one) => (one.kind === 'turned' ? [one.edit] : []))
        const [after = entry] = applyEdits(before, edits, applyEdit).value.kubernetes
        const instants = [...boundariesOf(entry), ...boundariesOf(after), NOW].flatMap((at) => [at, justAfter(at)])
        for (const instantAt of instants.filter((at) => !isBack || at >= NOW)) {
          expect(stageAt(after, instantAt)).toBe(stageAt(entry, instantAt))
        }
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundariesOf, justAfter, stageAt } from '@/lib/engine/rules'
import { image, instant, profile } from '@/lib/engine/testdata/builders'
import type { ExpirableVersion } from '@/lib/engine/types'
import type { Edit } from './edit'
import { applyEdit, applyEdits } from './edits'
import { type BastionImage, type RewrittenLife, writtenAsDates, writtenAsLifecycle } from './lifecycle'

const NOW = instant('2026-06-01')
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

  it('turns what is said, and nothing else', () => {
    expect(told(writtenAsLifecycle(before, null, NOW))).toEqual([
      'kubernetes 1.34.1: turned',
      'kubernetes 1.33.1: nothing-said',
      'kubernetes 1.32.1: turned',
      'kubernetes 1.31.1: written-so',
      'linux 1.1.0: turned',
      'linux 1.0.0: turned',
      'linux 0.9.0: listed-twice',
      'linux 0.9.0: listed-twice',
    ])
  })

  it.each<[string, BastionImage, string]>([
    ['that it names', { image: 'linux', version: '1.1.0' }, 'bastion'],
    ['of the image that it names', { image: 'linux', version: null }, 'bastion'],
    ['of another image', { image: 'ubuntu', version: null }, 'turned'],
  ])('leaves the bastion a version %s', (_, bastion, expected) => {
    const lives = writtenAsLifecycle(before, bastion, NOW)
    expect(told(lives)).toContain(`linux 1.1.0: ${expected}`)
  })

  it('gives a version its classification, and its end at the instant of its date', () => {
    const lives = writtenAsLifecycle(before, null, NOW)
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
        const lives = isBack ? writtenAsDates(before, NOW) : writtenAsLifecycle(before, null, NOW)
        const edits = lives.flatMap((one): Edit[] =>
          one.kind === 'turned' ? [{ kind: 'restore', image: null, version: one.version, life: one.after }] : [],
        )
        const [after = entry] = applyEdits(before, edits, applyEdit).value.kubernetes
        const instants = [...boundariesOf(entry), ...boundariesOf(after), NOW].flatMap((at) => [at, justAfter(at)])
        for (const instantAt of instants.filter((at) => !isBack || at >= NOW)) {
          expect(stageAt(after, instantAt)).toBe(stageAt(entry, instantAt))
        }
      }),
    )
  })
})

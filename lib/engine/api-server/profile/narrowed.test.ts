import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutBreak } from '@/lib/engine/steps'
import { profile, start } from '@/lib/engine/testdata/arbitraries'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { submittedProfile } from './as-submitted'
import { checkUpdate } from './cloud-profile'
import { narrowed } from './overrides'
import { causedRefusals } from './profile-refusals'

const anyEdit = fc.record({
  kind: fc.constantFrom('add', 'remove', 'life'),
  place: fc.nat(20),
  /** That of an image, where there is one. */
  image: fc.option(fc.nat(3)),
  version: fc.constantFrom('1.33.1', '1.34.9', '1.40.0', '2.1.0', 'none', '1.33'),
  life: fc.constantFrom<Omit<ExpirableVersion, 'version'>>(
    {},
    { classification: 'supported' },
    { classification: 'deprecated', expirationDate: start },
    { lifecycle: [{ classification: 'supported', startTime: start + 300 * DAY }] },
  ),
})

function edited<T extends ExpirableVersion>(
  list: readonly T[],
  { kind, place, version, life }: typeof anyEdit extends fc.Arbitrary<infer E> ? E : never,
  added: Omit<T, 'version'>,
): readonly T[] {
  const at = place % (list.length + 1)
  const one = list[at]
  if (kind === 'add') return list.toSpliced(at, 0, { ...added, version, ...life } as T)
  if (one === undefined) return list
  if (kind === 'remove') return list.toSpliced(at, 1)
  const { classification: _, expirationDate: __, lifecycle: ___, ...rest } = one
  return list.with(at, { ...rest, ...life } as T)
}

test('what has no part in what is refused does not change which edit causes it', () => {
  fc.assert(
    fc.property(profile, fc.array(anyEdit, { minLength: 1, maxLength: 6 }), (before, edits) => {
      const states: CloudProfile[] = [before]
      for (const edit of edits) {
        const state = states.at(-1) ?? before
        const image = edit.image === null ? undefined : state.machineImages[edit.image % state.machineImages.length]
        states.push(
          image === undefined
            ? { ...state, kubernetes: edited(state.kubernetes, edit, {}) }
            : {
                ...state,
                machineImages: state.machineImages.map((one) =>
                  one === image
                    ? { ...one, versions: edited(one.versions, edit, { architectures: ['amd64'], cri: [] }) }
                    : one,
                ),
              },
        )
      }
      const users = { shoots: [], namespaced: [] }
      const checkFrom = (first: CloudProfile | undefined, clashes: 'each' | 'once') => (state: CloudProfile) =>
        checkUpdate(submittedProfile('own', first ?? before), submittedProfile('own', state), start, users, clashes)
      const whole = withoutBreak(causedRefusals(states, checkFrom(before, 'each')))
      const few = withoutBreak(narrowed(states, whole))
      expect(withoutBreak(causedRefusals(few, checkFrom(few[0], 'once'), whole))).toEqual(whole)
    }),
    { numRuns: runs(500) },
  )
})

test('of thousands of versions a few are looked at', () => {
  const kubernetes = Array.from({ length: 5000 }, (_, i) => ({
    version: `1.${20 + (i % 10)}.${i}`,
    classification: 'deprecated' as const,
  }))
  const before: CloudProfile = { kubernetes, machineImages: [], machineTypes: [] }
  const after = { ...before, kubernetes: [...kubernetes, { version: '1.30.0', expirationDate: start }] }
  expect(withoutBreak(narrowed([before, after], [])).map((state) => state.kubernetes.length)).toEqual([1, 2])
})

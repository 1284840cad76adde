import type { KnownProspect } from './remedy'
import type { Plan } from './trial'

/** Another profile on the same base: a namespaced one may give versions later ends, or have more of them. */
export function profilePlans({ shoot, alternatives = [] }: KnownProspect): Plan[] {
  return alternatives.map(({ ref, profile }, i) => ({
    action: { code: 'other-profile', kind: ref.kind, name: ref.name, from: shoot.profile.name },
    after: { ...shoot, profile: ref },
    profile,
    patch: JSON.stringify({ spec: { cloudProfile: { kind: ref.kind, name: ref.name } } }),
    patchType: 'merge',
    expiry: null,
    rank: 8 + i / 100,
  }))
}

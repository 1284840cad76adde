import type { OfferedVersion } from '@/lib/contract/lifecycle'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract/profile'
import { KUBERNETES } from '@/lib/words/wording'

/** How an expiry of a NamespacedCloudProfile differs from the CloudProfile it builds on. */
export type OwnDate =
  | { readonly kind: 'date'; readonly parentExpires: string | null }
  /** The parent does not offer the version at all. */
  | { readonly kind: 'version' }

/** What a namespaced profile says itself, by `selection` text (`Kubernetes/1.33.6`); all else it has from its parent. */
export function ownDates(own: ProfileAnswer, parent: ProfileAnswer): ReadonlyMap<string, OwnDate> {
  const found = new Map<string, OwnDate>()
  for (const [what, versions] of offers(own)) {
    const inherited = new Map(
      offers(parent)
        .get(what)
        ?.map((one) => [one.version, one.expires]),
    )
    for (const one of versions) {
      const parentExpires = inherited.get(one.version)
      if (parentExpires === undefined) found.set(`${what}/${one.version}`, { kind: 'version' })
      else if (parentExpires !== one.expires) found.set(`${what}/${one.version}`, { kind: 'date', parentExpires })
    }
  }
  return found
}

function offers(answer: ProfileAnswer): ReadonlyMap<string, readonly OfferedVersion[]> {
  return new Map([
    [KUBERNETES, answer.kubernetes],
    ...answer.images.map((image) => [image.name, image.versions] as const),
  ])
}

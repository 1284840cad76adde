import { idleEnds, ownPart } from '@/lib/engine/api-server'
import { comparedProfiles } from '@/lib/engine/rules'
import { withoutBreak } from '@/lib/engine/steps'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { offeredSteps } from '@/lib/landscape/offered'
import { usageOf, versionKey } from '@/lib/landscape/usage'
import { compareTexts, minorText } from '@/lib/landscape/version-text'
import { stepLength } from '@/lib/process/steps'
import { idleTexts } from '@/lib/words/dead-ends'
import type { CompareAnswer } from '../../contract/compare'
import type { ProfileAnswer } from '../../contract/profile'
import { profileSummary } from './cloudprofiles'

type List = CompareAnswer['lists'][number]
type Side = 'a' | 'b'

/** Two profiles beside each other, version by version; where one builds on the other, what it says itself. */
export function compareView(index: FleetIndex, a: ProfileEntry, b: ProfileEntry): CompareAnswer {
  return withoutBreak(compareSteps(index, a, b))
}

/** The same step by step: there may be thousands of versions. */
export function* compareSteps(
  index: FleetIndex,
  a: ProfileEntry,
  b: ProfileEntry,
): Generator<undefined, CompareAnswer> {
  const compile = ({ profile }: ProfileEntry) => index.forecaster.profiles.of(profile)
  const views = { a: yield* offeredSteps(index, a), b: yield* offeredSteps(index, b) }
  const child = childOf(a, b)
  const lists: List[] = []
  for (const { image, strategies, versions } of yield* comparedProfiles(compile(a), compile(b), index.at)) {
    const what = image ?? 'Kubernetes'
    const offered = { a: offeredIn(views.a, image), b: offeredIn(views.b, image) }
    const told: List['versions'] = []
    for (const [i, one] of versions.entries()) {
      if (i % stepLength === 0) yield
      const version = one.a ?? one.b ?? ''
      const bodies = { a: offered.a.get(one.a) ?? null, b: offered.b.get(one.b) ?? null }
      told.push({
        version,
        minor: bodies.a?.minor ?? bodies.b?.minor ?? minorText(version),
        ...bodies,
        unlisted:
          one.a === null
            ? clustersOn(index, a, what, version)
            : one.b === null
              ? clustersOn(index, b, what, version)
              : 0,
        differences: [...one.differences],
        own: child === null ? null : ownOf(child, image, one[child.side]),
      })
    }
    yield
    told.sort((x, y) => compareTexts(y.version, x.version))
    lists.push({ what, updateStrategies: strategies, versions: told })
  }
  yield
  return {
    ...evidenceOf(index),
    a: profileBody(index, a),
    b: profileBody(index, b),
    child: child && childBody(child),
    lists,
  }
}

function profileBody(index: FleetIndex, entry: ProfileEntry): CompareAnswer['a'] {
  const { ref, parent, resourceVersion, clusters } = profileSummary(index, entry)
  return { ref, parent, resourceVersion, clusters }
}

/** By the text of the version. */
function offeredIn({ kubernetes, images }: Pick<ProfileAnswer, 'kubernetes' | 'images'>, image: string | null) {
  const list = image === null ? kubernetes : (images.find(({ name }) => name === image)?.versions ?? [])
  return new Map<string | null, (typeof list)[number]>(list.map((one) => [one.version, one]))
}

function clustersOn(index: FleetIndex, { ref }: ProfileEntry, what: string, version: string): number {
  return usageOf(index.roster).get(profileKey(ref))?.get(versionKey(what, version))?.clusters ?? 0
}

/** The one that builds on the other, and the other. */
interface Child {
  readonly side: Side
  readonly overrides: NonNullable<ProfileEntry['overrides']>
  readonly parent: ProfileEntry
}

function childOf(a: ProfileEntry, b: ProfileEntry): Child | null {
  const pairs = [
    { side: 'a', child: a, parent: b },
    { side: 'b', child: b, parent: a },
  ] as const
  for (const { side, child, parent } of pairs) {
    const isParent = parent.ref.kind === 'CloudProfile' && child.parent === parent.ref.name
    if (isParent && child.overrides !== undefined) return { side, overrides: child.overrides, parent }
  }
  return null
}

function childBody({ side, overrides, parent }: Child): CompareAnswer['child'] {
  return {
    side,
    idle: [...idleTexts(idleEnds(overrides, parent.profile), parent.ref.name)],
    machineTypes: overrides.machineTypes.map(({ name }) => name),
  }
}

function ownOf({ overrides, parent }: Child, image: string | null, version: string | null) {
  return version === null ? null : ownPart(overrides, parent.profile, image, version)
}

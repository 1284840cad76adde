import { idleEnds } from '@/lib/engine/api-server'
import { withoutBreak } from '@/lib/engine/steps'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { problemsOfObject } from '@/lib/http/status-body'
import { partition } from '@/lib/landscape/classes'
import { evidenceOf } from '@/lib/landscape/evidence'
import { marksOf } from '@/lib/landscape/expiries'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { offeredSteps } from '@/lib/landscape/offered'
import type { Selection } from '@/lib/landscape/path'
import { figuresByProfile } from '@/lib/landscape/profile-figures'
import { type Use, usages } from '@/lib/landscape/usage'
import { versionPanel } from '@/lib/landscape/version-panel'
import { idleTexts } from '@/lib/words/dead-ends'
import type { ProfileAnswer } from '../../contract/profile'
import { profileSummary } from './cloudprofiles'
import { profileDeadEnds } from './profile-dead-ends'

/** One profile: its versions, newest first, with who runs them; of the selected one also where its clusters go. */
export function profileView(index: FleetIndex, entry: ProfileEntry, selection: Selection | null): ProfileAnswer {
  return withoutBreak(profileSteps(index, entry, selection))
}

/** The same step by step: there may be thousands of versions. */
export function* profileSteps(
  index: FleetIndex,
  entry: ProfileEntry,
  selection: Selection | null,
): Generator<undefined, ProfileAnswer> {
  const compiled = index.forecaster.profiles.of(entry.profile)
  yield
  const key = profileKey(entry.ref)
  const uses = (yield* usages(index.roster).rest()).get(key) ?? new Map<string, Use>()
  // What is said of one profile is found with that of all, and takes a look at all clusters.
  yield* partition(index).rest()
  yield* figuresByProfile(index).rest()
  yield* marksOf(index).rest()
  const profile = profileSummary(index, entry)
  const { kubernetes, images } = yield* offeredSteps(index, entry)
  const selected = selection && versionPanel(index, entry, selection)
  yield
  const deadEnds = yield* profileDeadEnds(index, key, compiled)
  return {
    ...evidenceOf(index),
    problems: problemsOfObject(index.snapshot, entry.ref),
    profile,
    kubernetes,
    images,
    selected,
    notListed: notListed(index, key, uses),
    deadEnds,
    idle: idleIn(index, entry),
  }
}

function idleIn({ snapshot }: FleetIndex, { overrides, parent }: ProfileEntry): string[] {
  const base = parent === undefined ? undefined : snapshot.profiles.get(parent)
  if (overrides === undefined || base === undefined) return []
  return [...idleTexts(idleEnds(overrides, base.profile), base.ref.name)]
}

function notListed(index: FleetIndex, profile: string, uses: ReadonlyMap<string, Use>): ProfileAnswer['notListed'] {
  const versions = index.running(profile)
  return [...uses.values()]
    .filter(({ what, version }) => {
      const running = what === 'Kubernetes' ? versions.kubernetes(version) : versions.image(what, version)
      return running.stage === 'notInProfile'
    })
    .map(({ what, version, clusters }) => ({ what, version, clusters }))
    .sort((a, b) => b.clusters - a.clusters || (`${a.what} ${a.version}` < `${b.what} ${b.version}` ? -1 : 1))
}

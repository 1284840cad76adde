import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { isWholeVersion } from '@/lib/engine/api-server'
import { asWritten } from '@/lib/engine/edits'
import type { LifecyclePolicy } from '@/lib/engine/policy'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { mayEdit } from '@/lib/landscape/access'
import { readLandscapeAt, uncutLandscapeAt } from '@/lib/landscape/current-landscape'
import { objectOfDraft } from '@/lib/landscape/draft'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { findProfile } from '@/lib/landscape/lookup'
import { whole } from '@/lib/landscape/offers'
import { policyFile } from '@/lib/landscape/policy'
import type { ProfileLists, SourceAnswer, sourceRoute, whatIfRoute } from '../contract'
import { whatIfCsv } from './what-if/rows'
import { whatIfView } from './what-if/view'

export const answerSource: AnswerTo<typeof sourceRoute> = async ({ path, query }, asker) => {
  const landscape = await readLandscapeAt(asker.garden, query.at)
  const file = policyFile()
  const policy = file?.reading.kind === 'ok' ? file.reading.policy : null
  const entry = findProfile(landscape, path.ref)
  const source = sourceView(landscape, entry, policy, await mayEdit(asker, entry.ref))
  if (query.object === undefined) return source
  const { object } = await whole(asker, landscape.snapshot, { ...entry.ref })
  // What comes out of a file or an API is JSON; the copy may be changed by the caller.
  return { ...source, object: structuredClone(asWritten(object)) as SourceAnswer['object'] }
}

export const answerWhatIf: AnswerTo<typeof whatIfRoute> = async ({ body }, asker) => {
  const { garden } = asker
  const landscape = await readLandscapeAt(garden, body.at)
  const object = await objectOfDraft(landscape, body, asker)
  if (body.format === 'csv') return whatIfCsv(landscape, body, object)
  return whatIfView(landscape, body, await uncutLandscapeAt(garden, body.at), object)
}

/**
 * What a draft of edits begins with: the lists of the profile, and of the one that it builds on.
 * @param mayEdit whether the user may change it
 * @param policy of the file that `POLICY` names; null: there is none that can be read
 */
export function sourceView(
  landscape: Landscape,
  { ref, profile, parent, resourceVersion }: ProfileEntry,
  policy: LifecyclePolicy | null,
  mayEdit: boolean,
): SourceAnswer {
  const base = parent === undefined ? undefined : landscape.snapshot.profiles.get(parent)
  return {
    ...evidenceOf(landscape),
    profile: ref,
    mayEdit,
    resourceVersion: resourceVersion ?? null,
    lists: listsOf(profile),
    parent: parent === undefined || base === undefined ? null : { name: parent, lists: listsOf(base.profile) },
    object: null,
    exceptions: exceptionsOf(landscape, ref),
    notice: {
      kubernetes: daysOf(policy?.kubernetes?.expirationDuration),
      images: daysOf(policy?.machineImages?.expirationDuration),
    },
  }
}

function exceptionsOf({ snapshot }: Landscape, { kind, name }: ProfileEntry['ref']): SourceAnswer['exceptions'] {
  if (kind !== 'CloudProfile') return []
  return [...snapshot.profiles.values()].flatMap(({ ref, parent, overrides }) => {
    if (parent !== name || overrides === undefined) return []
    const told = (image: string | null, { version, expirationDate }: ExpirableVersion) => ({
      profile: ref,
      image,
      version,
      expirationDate: expirationDate === undefined ? null : onWire(expirationDate),
    })
    return [
      ...overrides.kubernetes.map((own) => told(null, own)),
      ...overrides.machineImages.flatMap((image) =>
        image.versions.flatMap((own) => (isWholeVersion(own) ? [] : [told(image.name, own)])),
      ),
    ]
  })
}

function daysOf(duration: number | undefined): number | null {
  return duration === undefined ? null : Math.floor(duration / DAY)
}

function listsOf({ kubernetes, machineImages, machineCapabilities }: CloudProfile): ProfileLists {
  return onWire({
    ...(machineCapabilities !== undefined && { machineCapabilities }),
    kubernetes,
    images: machineImages,
  })
}

import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import { EMPTY, type JsonObject, objectAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import { canonical, defaultKubernetes, VersionTable } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import { fillImage, type MutationContext } from './default-image'
import { architectureOf, machineNamed } from './images'
import { isWithin, wantedNumbers } from './prefix'
import { type Found, invalid, poolPath } from './refusal'

export interface Mutation {
  readonly shoot: ShootManifest
  readonly found: readonly Found[]
}

/**
 * Fills in what the user left out: the Kubernetes versions, each pool's architecture and machine image
 * (docs/rules.md#defaults-of-a-shoot). What cannot be filled in is refused and stays as it is.
 */
export function mutate(shoot: ShootManifest, context: MutationContext): Mutation {
  const found: Found[] = []
  const spec = objectAt(shoot, 'spec') ?? EMPTY
  const kubernetes = objectAt(spec, 'kubernetes') ?? EMPTY
  const version = fillVersion(textAt(kubernetes, 'version') ?? '', 'spec.kubernetes.version', context, found)
  const provider = objectAt(spec, 'provider') ?? EMPTY
  const versioned = fillPoolVersions(objectsAt(provider, 'workers'), context, found)
  const complete = withArchitectures(versioned, context.profile)
  const isDeleting = textAt(shoot, 'metadata', 'deletionTimestamp') !== undefined
  const workers = isDeleting ? complete : complete.map((worker, i) => fillImage(worker, i, context, found))
  return {
    shoot: {
      ...shoot,
      spec: {
        ...spec,
        kubernetes: { ...kubernetes, version },
        ...(workers.length === 0 ? {} : { provider: { ...provider, workers } }),
      },
    },
    found,
  }
}

/** The architecture is the machine type's if that has only one, else amd64. */
export function withArchitectures(workers: readonly JsonObject[], profile: CloudProfile): readonly JsonObject[] {
  return workers.map((worker) => {
    if (textAt(worker, 'machine', 'architecture') !== undefined) return worker
    const machine = machineNamed(profile, textAt(worker, 'machine', 'type') ?? '')
    const architecture = (machine && architectureOf(machine, profile)) || 'amd64'
    return { ...worker, machine: { ...objectAt(worker, 'machine'), architecture } }
  })
}

/** Pools are filled in one after the other until one cannot be. */
function fillPoolVersions(
  workers: readonly JsonObject[],
  context: MutationContext,
  found: Found[],
): readonly JsonObject[] {
  const count = found.length
  return workers.map((worker, i) => {
    const text = textAt(worker, 'kubernetes', 'version')
    if (text === undefined || found.length > count) return worker
    const version = fillVersion(text, poolPath(i, 'kubernetes.version'), context, found)
    return { ...worker, kubernetes: { ...objectAt(worker, 'kubernetes'), version } }
  })
}

/**
 * Three parts stay as they are. Otherwise the latest version that is supported right now, within the major and, of exactly
 * two parts, the minor; four parts count as one.
 */
function fillVersion(text: string, field: string, { profile, now }: MutationContext, found: Found[]): string {
  const parts = text.split('.')
  if (parts.length === 3) return text
  const wanted = wantedNumbers(parts)
  if ('part' in wanted) {
    const detail = `"${wanted.part}" is no number: give a version such as 1.34 or 1.34.2.`
    const quote = `${JSON.stringify(wanted.part)}: must be a semantic version`
    found.push(invalid(field, 'version-not-a-number', detail, { value: wanted.part, quote }))
    return text
  }
  const table = new VersionTable(profile.kubernetes)
  const taken = defaultKubernetes(table, table.stagesAt(now), (index) => isWithin(table.at(index), wanted))
  if (taken !== undefined) return canonical(table.at(taken))
  const detail = `No version${text === '' ? '' : ` ${text}`} is supported now; others must be named in full.`
  const quote = `${JSON.stringify(text)}: couldn't find a suitable version for ${text}. Suitable versions have a non-expired expiration date and are no 'preview' versions. 'Preview'-classified versions have to be selected explicitly`
  found.push(invalid(field, 'no-suitable-version', detail, { value: text, quote }))
  return text
}

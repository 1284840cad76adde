import type { ImageUpdateStrategy, Instant } from '@/lib/engine/types'
import type { CompiledProfile, VersionTable } from './compile'
import { automaticTarget } from './select'

/** What an offered version is good for at an instant. */
export interface Roles {
  /** A new cluster or pool that names no version gets one of these. */
  readonly defaults: ReadonlySet<string>
  /** Auto-update of at least one lower listed version ends here. */
  readonly autoTargets: ReadonlySet<string>
  /** The highest one listed, previews included. */
  readonly latest: string | null
}

/**
 * Kubernetes: without a version the API server takes the highest that is supported at the instant, none if there is none
 * (docs/rules.md#defaults-of-a-shoot).
 */
export function kubernetesRoles({ kubernetes: table }: CompiledProfile, at: Instant): Roles {
  const stages = table.stagesAt(at)
  const highest = table.ascending.findLast((index) => stages[index] === 'supported')
  return {
    defaults: new Set(highest === undefined ? [] : [table.at(highest).text]),
    autoTargets: autoTargets(table, 'patch', at),
    latest: latestOf(table),
  }
}

/**
 * Images: for a pool that names the image but no version the API server takes the latest that fits its architecture, no
 * previews, one that is not deprecated first. Expired ones are not left out: they are taken and then refused, and are no
 * default here. Filters by pool (CRI, kubelet, capabilities) do not count for auto targets: they differ per pool.
 */
export function imageRoles(profile: CompiledProfile, image: string, at: Instant): Roles {
  const compiled = profile.imageByName.get(image)
  if (compiled === undefined) return { defaults: new Set(), autoTargets: new Set(), latest: null }
  const { table, versions } = compiled
  const stages = table.stagesAt(at)
  const defaults = new Set<string>()
  for (const architecture of new Set(versions.flatMap((version) => version.architectures))) {
    const fitting = table.ascending.filter(
      (index) => stages[index] !== 'preview' && versions[index]?.architectures.includes(architecture),
    )
    const taken = fitting.findLast((index) => stages[index] !== 'deprecated') ?? fitting.at(-1)
    const stage = taken === undefined ? undefined : stages[taken]
    if (taken !== undefined && (stage === 'supported' || stage === 'deprecated')) defaults.add(table.at(taken).text)
  }
  return { defaults, autoTargets: autoTargets(table, compiled.source.updateStrategy, at), latest: latestOf(table) }
}

function autoTargets(table: VersionTable, strategy: ImageUpdateStrategy, at: Instant): Set<string> {
  const stages = table.stagesAt(at)
  const candidates = { table, ascending: table.ascending, stages }
  const ends = new Set<string>()
  for (const start of table.ascending) {
    let end = start
    for (let next = end; next !== -1; next = automaticTarget(candidates, table.at(end), strategy)) end = next
    if (end !== start) ends.add(table.at(end).text)
  }
  return ends
}

function latestOf(table: VersionTable): string | null {
  const index = table.ascending.at(-1)
  return index === undefined ? null : table.at(index).text
}

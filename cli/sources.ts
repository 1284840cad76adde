import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { mergeNamespacedProfile } from '@/lib/engine/api-server'
import type { Problem } from '@/lib/engine/faults'
import type { Json } from '@/lib/engine/json'
import type { Garden, Snapshot } from '@/lib/garden'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { ManifestsGarden } from '@/lib/garden/manifests/manifests-garden'
import { openGarden } from '@/lib/garden/open-garden'
import { labelOf } from '@/lib/garden/read-object'
import { emptySnapshot, makeSnapshot, mergeProfiles, profilesInOrder, type SourcedObject } from '@/lib/garden/snapshot'
import { nothingReadText, problemLine } from '@/lib/words/faults'
import { CommandFailure } from './layout'
import { isRevision, readRevision } from './revision'

/** What a file, a folder or a revision of a Git checkout holds. */
export interface ManifestSource {
  /** The name of the source as it was given. */
  readonly name: string
  /** The commit of a revision; null: it is no revision. */
  readonly commit: string | null
  readonly objects: readonly SourcedObject[]
  readonly problems: readonly Problem[]
  /** Links of a revision that lead out of it, and were not followed. */
  readonly leadingOut: readonly string[]
}

/** One reading is enough: nothing waits for another look. */
const ONCE = { interval: 86_400_000 }

/** @param folder relative paths and revisions are looked for from there */
export async function readManifests(name: string, folder: string): Promise<ManifestSource> {
  const path = resolve(folder, name)
  const isPath = existsSync(path)
  if (isPath && !name.includes('/') && isRevision(name, folder))
    throw new CommandFailure(
      `${name} is a path and a revision of this Git checkout. Write ./${name} for the path, or refs/heads/${name} for the branch.`,
    )
  if (isPath) return { name, commit: null, leadingOut: [], ...(await contentsOf(path, name)) }
  const revision = readRevision(name, folder)
  try {
    const { commit, leadingOut } = revision
    return { name, commit, leadingOut, ...(await contentsOf(revision.folder, name)) }
  } finally {
    revision.remove()
  }
}

async function contentsOf(path: string, name: string): Promise<Pick<ManifestSource, 'objects' | 'problems'>> {
  const garden = new ManifestsGarden(path, ONCE)
  try {
    await garden.ready()
    const { objects, problems } = garden.contents()
    const { state } = garden.status()
    // A folder in which nothing is left is one from which all was taken away; one of which nothing can be read is a mistake.
    if (state === 'failed' && problems.length > 0)
      throw new CommandFailure(
        [
          `${name} cannot be read:`,
          ...problems.map((one) => `- ${problemLine(one)}`),
          'Correct it, or name another one.',
        ].join('\n'),
      )
    return { objects, problems }
  } finally {
    await garden.close()
  }
}

export interface ReadGarden {
  readonly snapshot: Snapshot
  /** What of it could not be read, and why. */
  readonly notes: readonly string[]
  /** For a Gardener API: the resource versions of profiles there, by `profileKey`. */
  readonly versions: ReadonlyMap<string, string>
}

/** Reads a garden once: `demo`, `kubernetes`, or a dump. Says which rights are missing. */
export async function readGarden(
  setting: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadGarden> {
  const garden = await openNamed(setting, folder, env)
  // What a garden waits for keeps no process alive.
  const alive = setInterval(() => {}, 1000)
  try {
    await wholeOf(garden)
    const { state, reason, label, resources, covers } = garden.status()
    if (state === 'failed') {
      const why = nothingReadText(garden.snapshot().problems) ?? reason ?? ''
      throw new CommandFailure(`The garden ${label} cannot be read. ${why}`.trim())
    }
    const missing = resources.flatMap(({ state: own, message }) =>
      own === 'synced' || own === 'reading' || message === undefined ? [] : [message],
    )
    const snapshot = garden.snapshot()
    const notes = [
      ...(covers === undefined ? [] : [`Of the garden ${covers} was read.`]),
      ...[...new Set(missing)].map(
        (message) => `${message}: what that would tell is missing here. docs/kubernetes.md lists the rights.`,
      ),
    ]
    const known = setting === 'kubernetes' ? [...snapshot.profiles] : []
    const versions = new Map(
      known.flatMap(([key, { resourceVersion = '' }]) =>
        resourceVersion === '' ? [] : [[key, resourceVersion] as const],
      ),
    )
    return { snapshot, notes, versions }
  } finally {
    clearInterval(alive)
    await garden.close()
  }
}

async function openNamed(
  setting: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Garden> {
  if (setting === 'kubernetes' || setting === 'demo' || setting.startsWith('demo:'))
    return openGarden({ ...env, GARDEN: setting })
  const path = resolve(folder, setting)
  if (!existsSync(path))
    throw new CommandFailure(
      `There is no dump ${setting}. Take one with "kubectl get cloudprofiles,namespacedcloudprofiles,projects,shoots -A -o yaml > dump.yaml".`,
    )
  return new ManifestsGarden(path, ONCE)
}

/** How long a garden may take to be read to its end, in milliseconds. */
const PATIENCE = 300_000

async function wholeOf(garden: Garden): Promise<void> {
  const end = performance.now() + PATIENCE
  await garden.ready()
  while (garden.status().state === 'reading') {
    if (performance.now() > end)
      throw new CommandFailure('The garden was not read within 5 min: its API server is slow, or there is none.')
    await new Promise((done) => setTimeout(done, 100))
  }
}

export type WrittenObjects = ReadonlyMap<string, Json>

/** The landscape as BEFORE has its profiles, and the profiles as AFTER has them. */
export interface BeforeAndAfter {
  readonly before: Snapshot
  /** The profiles by `profileKey`. */
  readonly after: ReadonlyMap<string, ProfileEntry>
  /** Profiles as they were written, by label, where BEFORE and AFTER have them. */
  readonly written: { readonly before: WrittenObjects; readonly after: WrittenObjects }
  /** Profiles that cannot be told of, as what they build on is nowhere. */
  readonly problems: readonly Problem[]
}

/**
 * Clusters, projects and all profiles of which neither says anything come from the garden, or without one from BEFORE. A profile that
 * BEFORE has and AFTER has not is gone.
 */
export function beforeAndAfter(before: ManifestSource, after: ManifestSource, garden: Snapshot | null): BeforeAndAfter {
  const base = garden ?? withoutProfiles(before)
  const labels = new Set(before.objects.map(({ object }) => object.label))
  const was = profilesOver(base, before.objects, labels)
  const is = profilesOver(base, after.objects, labels)
  return {
    before: { ...base, profiles: was.profiles },
    after: is.profiles,
    written: { before: writtenProfiles(before), after: writtenProfiles(after) },
    problems: [...new Map([...was.problems, ...is.problems].map((one) => [JSON.stringify(one), one])).values()],
  }
}

/** The profiles of manifests as they were written, by label. */
export function writtenProfiles({ objects }: Pick<ManifestSource, 'objects'>): WrittenObjects {
  return new Map(
    objects.flatMap(({ object }) => ('raw' in object ? [[object.label, object.raw as Json] as const] : [])),
  )
}

function withoutProfiles({ objects, problems }: ManifestSource): Snapshot {
  if (objects.length === 0) return emptySnapshot
  return makeSnapshot({ revision: 'before', observedAt: Date.now(), objects, problems })
}

/** @param replaced labels of profiles of the garden that do not count */
function profilesOver(
  garden: Snapshot,
  objects: readonly SourcedObject[],
  replaced: ReadonlySet<string>,
): ReturnType<typeof mergeProfiles> {
  const own = new Set(objects.map(({ object }) => object.label))
  const left = [...garden.profiles.values()].filter(
    (entry) => !replaced.has(labelOf(entry.ref)) && !own.has(labelOf(entry.ref)),
  )
  const parents = left.flatMap((value): SourcedObject[] =>
    value.ref.kind === 'CloudProfile'
      ? [
          {
            object: { kind: 'CloudProfile', label: labelOf(value.ref), value, raw: null, problems: [] },
            source: 'the garden',
          },
        ]
      : [],
  )
  const { profiles, problems } = mergeProfiles([...parents, ...objects], 'here')
  const namespaced = left.flatMap((entry): [string, ProfileEntry][] => {
    const { overrides, parent = '' } = entry
    const above = profiles.get(parent)
    if (overrides === undefined) return []
    const profile = above === undefined ? entry.profile : mergeNamespacedProfile(above.profile, overrides)
    return [[profileKey(entry.ref), { ...entry, profile }]]
  })
  return { profiles: profilesInOrder(new Map([...profiles, ...namespaced])), problems }
}

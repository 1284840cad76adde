import type { ProfileRefBody } from '@/lib/contract'
import type { ProfileOverrides } from '@/lib/engine/namespaced'
import type { CloudProfile } from '@/lib/engine/types'
import { type Changes, changesBetween, isSameVersion, type VersionChange } from './changes'
import type { EditedProfile } from './edited'
import { manifestEntry, type Plain, yamlLines } from './entry-yaml'
import { shortName } from './items'
import { type Source, versionsOf } from './source'

/** The draft as texts to copy. They guard themselves with the resourceVersion that the draft is based on. */
export interface PatchTexts {
  /** The changed entries as a manifest has them. */
  readonly yaml: string
  /** For `kubectl patch`, to be pasted into a shell. */
  readonly kubectl: string
  /** JSON merge patch: replaces whole lists. */
  readonly merge: string
}

export function patchTexts(source: Source, edited: EditedProfile): PatchTexts {
  const changes = changesBetween(source.profile, edited.profile)
  const merge = mergePatch(source, edited)
  return { yaml: yamlPatch(source.ref, changes), kubectl: kubectlCommand(source, edited), merge: pretty(merge) }
}

/** One version as it was and as it will be, line by line. */
export interface Hunk {
  /** `Kubernetes`, or the image's name. */
  readonly what: string
  readonly name: string
  readonly lines: readonly HunkLine[]
}

interface HunkLine {
  /** Equal lines are told apart by their place. */
  readonly place: number
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

export function hunksOf({ versions, images }: Changes): readonly Hunk[] {
  return [
    ...images.map(({ image, before, after }): Hunk => {
      const line = (strategy: string | null) => (strategy === null ? [] : [`  updateStrategy: ${strategy}`])
      return {
        what: image,
        name: image,
        lines: diffLines(
          before === null ? [] : [`- name: ${image}`, ...line(before)],
          after === null ? [] : [`- name: ${image}`, ...line(after)],
        ),
      }
    }),
    ...versions.map(
      ({ image, version, before, after }): Hunk => ({
        what: image ?? 'Kubernetes',
        name: shortName(image, version),
        lines: diffLines(before === null ? [] : entryLines(before), after === null ? [] : entryLines(after)),
      }),
    ),
  ]
}

function entryLines(listed: Parameters<typeof manifestEntry>[0]): readonly string[] {
  return yamlLines([manifestEntry(listed)])
}

/** Lines of entries that are short and in one order: what is in both is the same, what goes stands before what comes. */
function diffLines(before: readonly string[], after: readonly string[]): Hunk['lines'] {
  const lines: Omit<HunkLine, 'place'>[] = []
  let i = 0
  for (const [position, text] of after.entries()) {
    const at = before.indexOf(text, i)
    if (at === -1) {
      // What this line replaces goes first, up to the next line that stays.
      const rest = after.slice(position + 1)
      for (let old = before[i]; old !== undefined && !rest.includes(old); old = before[++i])
        lines.push({ kind: 'removed', text: old })
      lines.push({ kind: 'added', text })
    } else {
      for (const old of before.slice(i, at)) lines.push({ kind: 'removed', text: old })
      lines.push({ kind: 'same', text })
      i = at + 1
    }
  }
  for (const old of before.slice(i)) lines.push({ kind: 'removed', text: old })
  return lines.map((line, place) => ({ place, ...line }))
}

function yamlPatch(ref: ProfileRefBody, { versions, images }: Changes): string {
  const of = (image: string | null) => versions.filter((change) => change.image === image)
  const names = [...new Set([...images.map(({ image }) => image), ...versions.flatMap(({ image }) => image ?? [])])]
  const kubernetes = of(null)
  return [
    `# ${ref.kind} ${ref.kind === 'CloudProfile' ? ref.name : `${ref.namespace}/${ref.name}`}`,
    'spec:',
    ...(kubernetes.length === 0 ? [] : ['  kubernetes:', '    versions:', ...indented(4, kubernetes)]),
    ...(names.length === 0 ? [] : ['  machineImages:']),
    ...names.flatMap((name) => {
      const change = images.find(({ image }) => image === name)
      const own = of(name)
      return [
        change?.after === null ? `  # removed: ${name}` : `  - name: ${name}`,
        ...(change?.after == null ? [] : [`    updateStrategy: ${change.after}`]),
        ...(own.length === 0 ? [] : ['    versions:', ...indented(4, own)]),
      ]
    }),
    '',
  ].join('\n')
}

function indented(by: number, changes: readonly VersionChange[]): readonly string[] {
  return changes.flatMap(({ version, after }) =>
    (after === null ? [`# removed: ${version}`] : entryLines(after)).map((line) => `${' '.repeat(by)}${line}`),
  )
}

interface Operation {
  readonly op: 'test' | 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: Plain
}

/**
 * JSON patch of a CloudProfile. Each place is tested before it is changed, so that a profile that changed meanwhile refuses the
 * whole patch; what goes is removed from the end, what is new is added there.
 */
export function jsonPatch(source: Source, after: CloudProfile): readonly Operation[] {
  const { profile: before, resourceVersion } = source
  const guard: Operation[] =
    resourceVersion === null ? [] : [{ op: 'test', path: '/metadata/resourceVersion', value: resourceVersion }]
  const operations = [
    ...listOperations('/spec/kubernetes/versions', before.kubernetes, after.kubernetes),
    ...before.machineImages.flatMap((image, i) => {
      const is = after.machineImages.find(({ name }) => name === image.name)
      if (is === undefined || is === image) return []
      const path = `/spec/machineImages/${i}`
      const test: Operation = { op: 'test', path: `${path}/name`, value: image.name }
      return [
        test,
        ...(is.updateStrategy === image.updateStrategy
          ? []
          : [{ op: 'add', path: `${path}/updateStrategy`, value: is.updateStrategy } as const]),
        ...listOperations(`${path}/versions`, image.versions, is.versions),
      ]
    }),
    ...before.machineImages
      .flatMap(({ name }, i) => (after.machineImages.some((image) => image.name === name) ? [] : [{ name, i }]))
      .reverse()
      .flatMap(({ name, i }): Operation[] => removal(`/spec/machineImages/${i}`, 'name', name)),
    ...after.machineImages
      .filter(({ name }) => !before.machineImages.some((image) => image.name === name))
      .map((image): Operation => ({ op: 'add', path: '/spec/machineImages/-', value: imageEntry(image) })),
  ]
  return [...guard, ...operations]
}

type Listed = Parameters<typeof manifestEntry>[0]

function listOperations(path: string, before: readonly Listed[], after: readonly Listed[]): readonly Operation[] {
  if (before === after) return []
  const is = new Map(after.map((listed) => [listed.version, listed]))
  const was = new Set(before.map(({ version }) => version))
  return [
    ...before.flatMap((listed, i) => {
      const changed = is.get(listed.version)
      if (changed === undefined || isSameVersion(listed, changed)) return []
      return entryOperations(`${path}/${i}`, manifestEntry(listed), manifestEntry(changed))
    }),
    ...before
      .flatMap(({ version }, i) => (is.has(version) ? [] : [{ version, i }]))
      .reverse()
      .flatMap(({ version, i }) => removal(`${path}/${i}`, 'version', version)),
    ...after
      .filter(({ version }) => !was.has(version))
      .map((listed): Operation => ({ op: 'add', path: `${path}/-`, value: manifestEntry(listed) })),
  ]
}

function entryOperations(
  path: string,
  before: Readonly<Record<string, Plain>>,
  after: Readonly<Record<string, Plain>>,
): readonly Operation[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return [
    { op: 'test', path: `${path}/version`, value: before.version ?? '' },
    ...fields.flatMap((field): Operation[] => {
      const [was, is] = [before[field], after[field]]
      if (JSON.stringify(was) === JSON.stringify(is)) return []
      if (is === undefined) return [{ op: 'remove', path: `${path}/${field}` }]
      return [{ op: was === undefined ? 'add' : 'replace', path: `${path}/${field}`, value: is }]
    }),
  ]
}

function removal(path: string, key: string, value: string): Operation[] {
  return [
    { op: 'test', path: `${path}/${key}`, value },
    { op: 'remove', path },
  ]
}

function imageEntry({ name, updateStrategy, versions }: CloudProfile['machineImages'][number]): Plain {
  return { name, updateStrategy, versions: versions.map(manifestEntry) }
}

/** Only the lists that differ. */
function mergePatch(source: Source, edited: EditedProfile): Plain {
  const { resourceVersion, profile: before } = source
  const { profile: after, overrides } = edited
  const spec: Record<string, Plain> =
    overrides === null
      ? {
          ...(before.kubernetes !== after.kubernetes && {
            kubernetes: { versions: versionsOf(after, null).map(manifestEntry) },
          }),
          ...(before.machineImages !== after.machineImages && { machineImages: after.machineImages.map(imageEntry) }),
        }
      : overrideSpec(overrides)
  return { ...(resourceVersion !== null && { metadata: { resourceVersion } }), spec }
}

function overrideSpec({ kubernetes, machineImages }: ProfileOverrides): Record<string, Plain> {
  return {
    kubernetes: { versions: kubernetes.map(manifestEntry) },
    machineImages: machineImages.map(({ name, updateStrategy, versions }) => ({
      name,
      ...(updateStrategy !== undefined && { updateStrategy }),
      versions: versions.map(({ version }) => manifestEntry(version)),
    })),
  }
}

function kubectlCommand(source: Source, edited: EditedProfile): string {
  const { ref } = source
  if (ref.kind === 'NamespacedCloudProfile') {
    const patch = shellText(JSON.stringify(mergePatch(source, edited)))
    return `kubectl patch namespacedcloudprofile ${ref.name} --namespace ${ref.namespace} --type merge --patch ${patch}`
  }
  const patch = shellText(JSON.stringify(jsonPatch(source, edited.profile)))
  return `kubectl patch cloudprofile ${ref.name} --type json --patch ${patch}`
}

/** For a POSIX shell, in single quotes. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function pretty(value: Plain): string {
  return JSON.stringify(value, null, 2)
}

import { posix } from 'node:path'
import type { Problem } from '@/lib/engine/faults'
import { addTo } from '@/lib/engine/grouped'
import { isRecord } from '@/lib/engine/reader'
import { compare } from '../snapshot'
import type { ManifestLimits } from './reading'
import { readYaml } from './yaml-text'

/** What the kustomizations of a folder make of one of its files. */
export interface FileRole {
  /** Whether it changes an object that stands elsewhere, and is no object of its own. */
  readonly isPatch: boolean
  /** What its objects are in, whatever they say themselves. */
  readonly namespace: string | undefined
}

const PLAIN_FILE: FileRole = { isPatch: false, namespace: undefined }

/** A kustomization, as far as it decides what manifests say. Paths are those of the folder. */
export interface Kustomization {
  readonly name: string
  /** Files, and folders with kustomizations of their own. */
  readonly resources: readonly string[]
  readonly patches: readonly string[]
  readonly namespace: string | undefined
  /** Whether objects are others once it is rendered. */
  readonly changes: boolean
}

const NAME = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/

/** Whether kustomize looks for what to do in a file of this name. */
export function isKustomization(name: string): boolean {
  return NAME.test(name)
}

/** How many are named. */
const SHOWN = 4

/** No user builds more of them on each other. */
const MOST_LEVELS = 100

/** What makes other objects of those that are listed. */
const CHANGING = [
  ...['patches', 'patchesStrategicMerge', 'patchesJson6902', 'replacements', 'vars', 'transformers', 'components'],
  ...['namePrefix', 'nameSuffix', 'helmCharts', 'helmChartInflationGenerator'],
]

/** Null: the text is no kustomization. */
export function parseKustomization(name: string, text: string, limits: ManifestLimits): Kustomization | null {
  const read = readYaml(text, limits)
  if (read.kind === 'error' || !isRecord(read.value)) return null
  const { value } = read
  const folder = posix.dirname(name)
  const at = (path: string) => posix.normalize(posix.join(folder, path)).replace(/\/$/, '')
  const texts = (field: string) => listIn(value, field).filter((item) => typeof item === 'string')
  const paths = (field: string) =>
    listIn(value, field).flatMap((item) => (isRecord(item) && typeof item.path === 'string' ? [item.path] : []))
  return {
    name,
    resources: ['resources', 'bases', 'components'].flatMap(texts).map(at),
    // Of those that are written inline there is no file of such a name.
    patches: [...texts('patchesStrategicMerge'), ...paths('patches'), ...paths('patchesJson6902')].map(at),
    namespace: typeof value.namespace === 'string' && value.namespace !== '' ? value.namespace : undefined,
    changes: CHANGING.some((field) => isGiven(value[field])),
  }
}

function listIn(value: Record<string, unknown>, field: string): readonly unknown[] {
  const list = value[field]
  return Array.isArray(list) ? list : []
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isRecord(value) || (typeof value === 'string' && value !== '')
}

/** All kustomizations of a folder, and what they say of its files. */
export class Kustomizations {
  private readonly patches: ReadonlySet<string>
  /** The kustomizations by the file or folder that they list. */
  private readonly users = new Map<string, Kustomization[]>()
  private readonly inFolder = new Map<string, Kustomization[]>()
  private readonly ends = new Map<Kustomization, ReadonlySet<string | undefined>>()

  constructor(private readonly all: readonly Kustomization[]) {
    this.patches = new Set(all.flatMap(({ patches }) => patches))
    for (const one of all) {
      addTo(this.inFolder, posix.dirname(one.name), one)
      for (const resource of one.resources) addTo(this.users, resource, one)
    }
  }

  roleOf(name: string): FileRole {
    if (this.all.length === 0) return PLAIN_FILE
    return { isPatch: this.patches.has(name), namespace: this.namespaceOf(name) }
  }

  /**
   * One problem for all of them that would change objects of ours; undefined: there are none.
   * @param isOurs whether a file is about objects of Gardener
   */
  problem(isOurs: (name: string) => boolean): Problem | undefined {
    const tops = this.all
      .filter((one) => this.usersOf(one).length === 0 && this.concerns(one, isOurs))
      .sort((a, b) => compare(a.name, b.name))
    const [top] = tops
    if (top === undefined) return undefined
    const folders = tops.slice(0, SHOWN).map(({ name }) => posix.dirname(name))
    return {
      source: top.name,
      path: '',
      fault: { code: 'kustomize', folders, more: tops.length - folders.length },
    }
  }

  private usersOf({ name }: Kustomization): readonly Kustomization[] {
    return this.users.get(posix.dirname(name)) ?? []
  }

  /** Whether it, or one that it builds on, changes what it is made of, and some of that is ours. */
  private concerns(top: Kustomization, isOurs: (name: string) => boolean): boolean {
    const parts = this.partsOf(top)
    return (
      parts.some(({ changes }) => changes) &&
      parts.some(({ resources, patches }) => [...resources, ...patches].some(isOurs))
    )
  }

  private partsOf(top: Kustomization): readonly Kustomization[] {
    const parts = new Set([top])
    for (const part of parts) {
      for (const resource of part.resources) for (const one of this.inFolder.get(resource) ?? []) parts.add(one)
    }
    return [...parts]
  }

  /** The outermost kustomization decides; where several come to different ones, the innermost that names one. */
  private namespaceOf(file: string): string | undefined {
    const own = this.users.get(file) ?? []
    const outermost = new Set(own.flatMap((one) => [...this.outermost(one)]))
    const [only] = outermost
    return outermost.size === 1 ? only : own.find(({ namespace }) => namespace !== undefined)?.namespace
  }

  /** The namespaces that it ends in; each is looked at once, however many build on it, and on each other. */
  private outermost(one: Kustomization, depth = 0): ReadonlySet<string | undefined> {
    const known = this.ends.get(one)
    if (known !== undefined) return known
    const ends = new Set<string | undefined>()
    this.ends.set(one, ends)
    const users = depth < MOST_LEVELS ? this.usersOf(one) : []
    for (const user of users)
      for (const namespace of this.outermost(user, depth + 1)) ends.add(namespace ?? one.namespace)
    if (users.length === 0) ends.add(one.namespace)
    return ends
  }
}

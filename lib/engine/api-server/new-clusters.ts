import { objectAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import { madeOnce } from '@/lib/engine/grouped'
import { present } from '@/lib/engine/reader'
import type { ShootRefusal } from '@/lib/engine/refusal'
import {
  boundariesOf,
  compareVersions,
  isActive,
  justAfter,
  parseVersion,
  type StageSpan,
  stageAt,
  stagesOf,
  type VersionNumber,
  valueText,
  versionLists,
} from '@/lib/engine/rules'
import type {
  CloudProfile,
  ExpirableVersion,
  Instant,
  MachineType,
  NamedVersion,
  Period,
  Stage,
  UsedImage,
} from '@/lib/engine/types'
import { admitShoot } from './shoot/admit'
import { type AdmissionProfile, architectureOf } from './shoot/offers'

/** How much of a version is written. */
export type WrittenForm = 'omitted' | 'partial' | 'full'

/** What is written of a Kubernetes version; null: nothing. */
export interface WrittenVersion {
  readonly text: string | null
  readonly form: WrittenForm
}

/** What is written of a machine image; null: nothing. */
export interface WrittenImage {
  readonly image: string | null
  readonly version: string | null
  readonly form: WrittenForm
}

/** A version that a new cluster would get, and what was passed over for it: the highest one beyond it that was asked for as well. */
export interface NewClusterVersion extends NamedVersion {
  readonly stage: Stage
  readonly passedOver: { readonly version: string; readonly stage: Stage } | null
}

/**
 * What the API server makes of a cluster that is created at an instant. `defaulted`: it filled in what was left out, and refused
 * just that afterwards. `inactive`: the version that is written is in the profile, but has expired or is not available yet, from
 * when to when; null: that is not so.
 */
export type CreationOutcome =
  | { readonly kind: 'created'; readonly got: NewClusterVersion }
  | {
      readonly kind: 'refused'
      readonly errors: readonly ShootRefusal[]
      readonly defaulted: boolean
      readonly inactive: StageSpan | null
    }

/** An answer that holds for a while; `to` null: to the end of what was asked. Both ends are instants that still belong to it. */
export interface CreationSpan {
  readonly from: Instant
  readonly to: Instant | null
  readonly answer: CreationOutcome
}

export interface NewClusterMachine {
  readonly machineType: string
  readonly architecture: string
  readonly containerRuntimes: readonly string[]
}

/** Every way to write a Kubernetes version of a profile: nothing, majors, minors and versions in full; newest first. */
export function kubernetesToWrite({ kubernetes }: CloudProfile): readonly WrittenVersion[] {
  return [{ text: null, form: 'omitted' }, ...writable(kubernetes)]
}

/** The ways to write images, in the order of the profile: nothing, then for each image its name, parts of versions and whole versions. */
export function imagesToWrite({ machineImages }: CloudProfile): readonly WrittenImage[] {
  return [
    { image: null, version: null, form: 'omitted' },
    ...machineImages.flatMap(({ name, versions }): WrittenImage[] => [
      { image: name, version: null, form: 'omitted' },
      ...writable(versions).map(({ text, form }) => ({ image: name, version: text, form })),
    ]),
  ]
}

/** A minor is not told where it means just what its major means. */
function writable(versions: readonly ExpirableVersion[]): readonly WrittenVersion[] {
  const found = versions.flatMap(({ version }) => {
    const parsed = parseVersion(version)
    return parsed === null ? [] : [{ version, parsed }]
  })
  found.sort((a, b) => compareVersions(b.parsed, a.parsed))
  const minors = new Map<VersionNumber, Set<VersionNumber>>()
  for (const { parsed } of found) minors.set(parsed.major, (minors.get(parsed.major) ?? new Set()).add(parsed.minor))
  const written: WrittenVersion[] = []
  const said = new Set<string>()
  const say = (text: string, form: WrittenForm) => {
    if (!said.has(text)) written.push({ text, form })
    said.add(text)
  }
  for (const { version, parsed } of found) {
    say(`${parsed.major}`, 'partial')
    if ((minors.get(parsed.major)?.size ?? 0) > 1) say(`${parsed.major}.${parsed.minor}`, 'partial')
    say(version, 'full')
  }
  return written
}

/** What each way to write a version gives over time. Remembers what it needs to know of the profile for all of them. */
export class NewClusters {
  private readonly listed = new Map<readonly ExpirableVersion[], ReadonlyMap<string, ExpirableVersion>>()
  /** The instants from which on another version of Kubernetes, or another refusal, comes with the images. */
  private readonly kubernetesBegins: readonly Instant[]

  /** @param asked what is written of Kubernetes beside the images; null: nothing */
  constructor(
    private readonly profile: AdmissionProfile,
    private readonly period: Period,
    private readonly asked: string | null = null,
  ) {
    this.kubernetesBegins = this.kubernetes({ text: asked }).map(({ from }) => from)
  }

  /** What a version of Kubernetes comes to over time, whatever the pools are. */
  kubernetes({ text }: Pick<WrittenVersion, 'text'>): readonly CreationSpan[] {
    const { profile } = this
    return spansOf(this.beginsOf(profile.kubernetes), (at) => {
      const made = newCluster({ pools: [], ...(text === null ? {} : { kubernetesVersion: text }) }, profile, at)
      if (made.kind === 'refused') {
        const inactive = text === null ? null : this.inactiveSpan(profile.kubernetes, text, at)
        return { kind: 'refused', errors: made.errors, defaulted: false, inactive }
      }
      return { kind: 'created', got: this.gotOf(null, made.kubernetesVersion, profile.kubernetes, text, at) }
    })
  }

  /** What the image of a pool comes to over time. */
  image(
    written: WrittenImage,
    { machineType, architecture, containerRuntimes }: NewClusterMachine,
  ): readonly CreationSpan[] {
    const { profile, asked } = this
    const { image, version, form } = written
    const named = image === null ? undefined : { name: image, ...(version !== null && { version }) }
    const pool = { name: 'pool', machineType, architecture, containerRuntimes, ...present({ image: named }) }
    const wanted = { ...(asked !== null && { kubernetesVersion: asked }), pools: [pool] }
    // Of the other images it does not matter what stage their versions are in.
    const own = profile.machineImages.filter(({ name }) => image === null || name === image)
    const begins = [...this.kubernetesBegins, ...this.beginsOf(own.flatMap(({ versions }) => versions))]
    return spansOf(
      [...new Set(begins)].sort((a, b) => a - b),
      (at) => {
        const made = newCluster(wanted, profile, at)
        const [taken] = made.kind === 'created' ? made.images : []
        const versionsOf = (name: string) => profile.machineImages.find((one) => one.name === name)?.versions ?? []
        if (made.kind === 'refused' || taken === undefined) {
          const inactive = image === null || version === null ? null : this.inactiveSpan(versionsOf(image), version, at)
          return refusedImage(made, form, inactive)
        }
        const { name, version: got } = taken
        const versions = versionsOf(name)
        return { kind: 'created', got: this.gotOf(name, got, versions, version, at) }
      },
    )
  }

  private beginsOf(versions: readonly ExpirableVersion[]): readonly Instant[] {
    return [this.period.from, ...boundariesIn(versions, this.period).map(justAfter)]
  }

  private gotOf(
    image: string | null,
    version: string,
    versions: readonly ExpirableVersion[],
    asked: string | null,
    at: Instant,
  ): NewClusterVersion {
    const listed = this.listedAs(versions, version)
    const got = parseVersion(version)
    const higher = versions.flatMap((one) => {
      if (got === null || asked === version || !isWithin(one.version, asked)) return []
      const parsed = parseVersion(one.version)
      if (parsed === null || compareVersions(parsed, got) <= 0) return []
      const stage = stageAt(one, at)
      return stage === 'preview' || stage === 'deprecated' ? [{ version: one.version, stage, parsed }] : []
    })
    higher.sort((a, b) => compareVersions(b.parsed, a.parsed))
    const [first] = higher
    return {
      image,
      version,
      stage: listed === undefined ? 'unavailable' : stageAt(listed, at),
      passedOver: first === undefined ? null : { version: first.version, stage: first.stage },
    }
  }

  /** What a version that is written in full is at an instant, if it is listed and no new cluster can have it; else null. */
  private inactiveSpan(versions: readonly ExpirableVersion[], text: string, at: Instant): StageSpan | null {
    const listed = this.listedAs(versions, text)
    if (listed?.version !== text) return null
    const span = stagesOf(listed).find(({ to }) => to === null || at <= to)
    return span === undefined || isActive(span.stage) ? null : span
  }

  /** The listed version for a text; of several with other spellings the first. */
  private listedAs(versions: readonly ExpirableVersion[], version: string): ExpirableVersion | undefined {
    // Of equal keys the last one stays.
    const first = madeOnce(this.listed, versions, () => {
      return new Map(versions.toReversed().map((one) => [valueText(one.version), one]))
    })
    return first.get(valueText(version))
  }
}

function refusedImage(made: NewCluster, form: WrittenForm, inactive: StageSpan | null): CreationOutcome {
  const errors = made.kind === 'refused' ? made.errors : []
  // What the validator does not like about an image that was not written is what was filled in.
  const defaulted = form !== 'full' && errors.some(({ rule }) => FILLED_IN.has(rule))
  return { kind: 'refused', errors, defaulted, inactive }
}

const FILLED_IN: ReadonlySet<string> = new Set([
  'image-version-not-usable',
  'image-capabilities',
  'kubelet-not-supported',
  'cri-not-supported',
  'container-runtime-not-supported',
])

/** Whether what is written in part, or nothing at all, means a version as well. */
function isWithin(version: string, asked: string | null): boolean {
  return asked === null || version === asked || version.startsWith(`${asked}.`)
}

/** The answers from each instant on, one after the other; neighbours differ, be it only in what is offered instead. */
function spansOf(begins: readonly Instant[], answerAt: (at: Instant) => CreationOutcome): readonly CreationSpan[] {
  const spans: CreationSpan[] = []
  for (const begin of begins) {
    const answer = answerAt(begin)
    const last = spans.at(-1)
    if (last !== undefined && JSON.stringify(last.answer) === JSON.stringify(answer)) continue
    if (last !== undefined) spans[spans.length - 1] = { ...last, to: begin - 1 }
    spans.push({ from: begin, to: null, answer })
  }
  return spans
}

/** The instants of a period after which some stage may differ, ascending. */
function boundariesIn(versions: readonly ExpirableVersion[], { from, to }: Period): readonly Instant[] {
  return [...new Set(versions.flatMap(boundariesOf))].filter((at) => at >= from && at < to).sort((a, b) => a - b)
}

/**
 * The begin of a period, as far as answers need to look no more than `most` times for each way to write: from one change of a stage
 * to the next it looks once.
 */
export function shortenedPeriod(profile: CloudProfile, { from, to }: Period, most: number): Period {
  const listed = versionLists(profile).flatMap(({ versions }) => versions)
  const next = boundariesIn(listed, { from: justAfter(from), to })[most - 1]
  return { from, to: next ?? to }
}

/** Whether a user gets something else than before, or is refused for another reason: not only with other words. */
export function isOtherAnswer(a: CreationOutcome, b: CreationOutcome): boolean {
  if (a.kind === 'created' && b.kind === 'created')
    return a.got.version !== b.got.version || a.got.image !== b.got.image || a.got.stage !== b.got.stage
  if (a.kind === 'created' || b.kind === 'created') return true
  const facts = ({ errors }: typeof a) =>
    JSON.stringify(errors.map(({ rule, field, subject }) => [rule, field, subject.value]))
  return facts(a) !== facts(b)
}

/** Machine types between which a profile makes no difference. */
export interface MachineGroup {
  readonly architecture: string
  readonly capabilities: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** False: new pools cannot have them. */
  readonly isUsable: boolean
  readonly names: readonly string[]
}

/** The machine types of a profile, those with the same architecture and capabilities together; in its order, unusable ones last. */
export function machineGroups(profile: AdmissionProfile): readonly MachineGroup[] {
  const groups = new Map<string, Omit<MachineGroup, 'names'> & { readonly names: string[] }>()
  const unusable = new Set(profile.offers?.machineTypes?.filter(({ usable }) => !usable).map(({ name }) => name))
  for (const machine of profile.machineTypes) {
    const facts = factsOf(machine, profile, !unusable.has(machine.name))
    madeOnce(groups, JSON.stringify(facts), () => ({ ...facts, names: [] as string[] })).names.push(machine.name)
  }
  return [...groups.values()].sort((a, b) => Number(b.isUsable) - Number(a.isUsable))
}

function factsOf(machine: MachineType, profile: CloudProfile, isUsable: boolean): Omit<MachineGroup, 'names'> {
  const capabilities = Object.entries(machine.capabilities ?? {})
    .filter(([name]) => name !== 'architecture')
    .map(([name, values]) => ({ name, values: [...values].sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return { architecture: architectureOf(machine, profile) || 'amd64', capabilities, isUsable }
}

/** What a user names for a new cluster; what is left out, or given in part (`1.33`, `15`), the API server fills in. */
export interface WantedCluster {
  readonly kubernetesVersion?: string
  readonly pools: readonly {
    readonly name: string
    readonly machineType: string
    readonly architecture?: string
    readonly containerRuntimes?: readonly string[]
    readonly image?: { readonly name?: string; readonly version?: string }
  }[]
}

/** What a new cluster would get, or why the API server refuses it. */
export type NewCluster =
  | {
      readonly kind: 'created'
      readonly kubernetesVersion: string
      /** The image of each pool. */
      readonly images: readonly UsedImage[]
    }
  | { readonly kind: 'refused'; readonly errors: readonly ShootRefusal[] }

/**
 * The Kubernetes version and images of a cluster that is created at the instant (docs/rules.md#defaults-of-a-shoot): for a
 * version that is left out or given in part the highest supported one, for an image the latest that fits and is not
 * deprecated. Whether machine types are usable is only judged if the profile comes with its offers.
 */
export function newCluster(wanted: WantedCluster, profile: AdmissionProfile, at: Instant): NewCluster {
  const workers = wanted.pools.map(({ name, machineType, architecture, containerRuntimes = [], image }) => ({
    name,
    machine: { type: machineType, ...present({ architecture, image: image && { ...image } }) },
    ...(containerRuntimes.length > 0 && {
      cri: { name: 'containerd', containerRuntimes: containerRuntimes.map((type) => ({ type })) },
    }),
    minimum: 1,
    maximum: 1,
    maxSurge: 1,
    maxUnavailable: 0,
  }))
  const kubernetes = present({ version: wanted.kubernetesVersion })
  const after = {
    metadata: { name: 'new', namespace: 'new' },
    spec: { kubernetes, ...(workers.length > 0 && { provider: { workers } }) },
  }
  const admission = admitShoot({ after, profile, now: at })
  if (!admission.allowed) return { kind: 'refused', errors: admission.errors }
  return {
    kind: 'created',
    kubernetesVersion: textAt(admission.shoot, 'spec', 'kubernetes', 'version') ?? '',
    images: objectsAt(admission.shoot, 'spec', 'provider', 'workers').map((pool) => {
      const image = objectAt(pool, 'machine', 'image')
      return { name: textAt(image, 'name') ?? '', version: textAt(image, 'version') ?? '' }
    }),
  }
}

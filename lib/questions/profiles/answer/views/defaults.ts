import { onWire } from '@/lib/contract/dates'
import { type NewCluster, newCluster, type WantedCluster } from '@/lib/engine/api-server'
import { expiryOf, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, MachineType } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden/garden'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { listedImage, listedKubernetes } from '@/lib/landscape/running'
import { compareTexts, minorText } from '@/lib/landscape/version-text'
import type { DefaultsAnswer, DefaultVersion } from '../../contract/defaults'

/** A cluster that somebody might create; what is left out or named in part is filled in. */
export interface Asked {
  readonly date: Instant
  readonly kubernetes: string | undefined
  readonly machineType: string | undefined
  readonly architecture: string | undefined
  readonly image: string | undefined
  readonly imageVersion: string | undefined
}

/** What a new cluster with one pool would get on a date, and what every other way to ask for versions would give. */
export function defaultsView(index: FleetIndex, { ref, profile }: ProfileEntry, asked: Asked): DefaultsAnswer {
  const { date } = asked
  const machine = machineFor(profile, asked)
  const architecture = asked.architecture ?? architectureOf(machine)
  const create = (kubernetes: string | undefined, pool: Partial<WantedCluster['pools'][number]>) =>
    newCluster(wanted(kubernetes, { machineType: machine?.name ?? '', architecture, ...pool }), profile, date)
  const { image: name, imageVersion: version } = asked
  const image = { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) }
  const outcome = create(asked.kubernetes, Object.keys(image).length === 0 ? {} : { image })
  return {
    ...evidenceOf(index),
    profile: ref,
    date: onWire(date),
    asked: {
      kubernetes: asked.kubernetes ?? null,
      machineType: machine?.name ?? null,
      architecture,
      image: name ?? null,
      imageVersion: version ?? null,
    },
    outcome: outcomeBody(outcome, profile, date),
    kubernetes: [undefined, ...minorsOf(profile)].map((minor) => {
      const made = newCluster(
        minor === undefined ? { pools: [] } : { kubernetesVersion: minor, pools: [] },
        profile,
        date,
      )
      if (made.kind === 'refused') return { asked: minor ?? null, gets: null, refused: textOf(made) }
      return { asked: minor ?? null, gets: kubernetesBody(made.kubernetesVersion, profile, date), refused: null }
    }),
    images: profile.machineImages.flatMap(({ name: image }) =>
      architecturesOf(profile).map(({ architecture: arch, machineType }) => {
        const made = create(asked.kubernetes, { machineType, architecture: arch, image: { name: image } })
        if (made.kind === 'refused') return { image, architecture: arch, gets: null, refused: textOf(made) }
        const got = made.pools[0]?.image
        const gets = got === undefined ? null : imageBody(got, profile, date)
        return { image, architecture: arch, gets, refused: null }
      }),
    ),
  }
}

function wanted(
  kubernetesVersion: string | undefined,
  pool: Omit<WantedCluster['pools'][number], 'name'>,
): WantedCluster {
  return { ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }), pools: [{ name: 'pool', ...pool }] }
}

function textOf({ errors }: NewCluster & { kind: 'refused' }): string {
  return errors.map(({ text }) => text).join(' ')
}

function outcomeBody(outcome: NewCluster, profile: CloudProfile, at: Instant): DefaultsAnswer['outcome'] {
  if (outcome.kind === 'refused') {
    return { kind: 'refused', errors: outcome.errors.map(({ field, rule, text }) => ({ field, rule, text })) }
  }
  const image = outcome.pools[0]?.image ?? { name: '', version: '' }
  return {
    kind: 'created',
    kubernetes: kubernetesBody(outcome.kubernetesVersion, profile, at),
    image: { name: image.name, ...imageBody(image, profile, at) },
  }
}

function kubernetesBody(version: string, profile: CloudProfile, at: Instant): DefaultVersion {
  return versionBody(version, listedKubernetes(profile, version), at)
}

function imageBody({ name, version }: { name: string; version: string }, profile: CloudProfile, at: Instant) {
  return versionBody(version, listedImage(profile, name, version), at)
}

function versionBody(version: string, listed: ExpirableVersion | undefined, at: Instant): DefaultVersion {
  if (listed === undefined) return { version, stage: 'unavailable', expires: null }
  const expiry = expiryOf(listed)
  return { version, stage: stageAt(listed, at), expires: onWire(expiry) }
}

/** Newest first. */
function minorsOf({ kubernetes }: CloudProfile): string[] {
  return [...new Set(kubernetes.map(({ version }) => minorText(version)))].sort((a, b) => compareTexts(b, a))
}

function machineFor({ machineTypes }: CloudProfile, { machineType, architecture }: Asked): MachineType | undefined {
  if (machineType !== undefined) {
    return machineTypes.find(({ name }) => name === machineType) ?? { name: machineType }
  }
  return machineTypes.find((machine) => architecture === undefined || architectureOf(machine) === architecture)
}

function architectureOf(machine: MachineType | undefined): string {
  return machine?.architecture ?? machine?.capabilities?.architecture?.[0] ?? 'amd64'
}

/** Of the machine types, each with the first that has it. */
function architecturesOf({ machineTypes }: CloudProfile): { architecture: string; machineType: string }[] {
  const found = new Map<string, string>()
  for (const machine of machineTypes) {
    const architecture = architectureOf(machine)
    if (!found.has(architecture)) found.set(architecture, machine.name)
  }
  return [...found].map(([architecture, machineType]) => ({ architecture, machineType }))
}

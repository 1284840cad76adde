import 'server-only'
import { onWire } from '@/lib/contract/dates'
import {
  type AdmissionProfile,
  answerText,
  type CreationSpan,
  imagesToWrite,
  isOtherAnswer,
  kubernetesToWrite,
  machineGroups,
  type NewCluster,
  type NewClusterMachine,
  NewClusters,
  newCluster,
  shortenedPeriod,
  type WantedCluster,
  type WrittenImage,
} from '@/lib/engine/api-server'
import { expiryOf, type StageSpan, stageAt } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant, MachineType } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { instantOfParameter } from '@/lib/landscape/clock'
import { indexAt } from '@/lib/landscape/current-index'
import { evidenceOf, type FleetIndex } from '@/lib/landscape/fleet-index'
import { findProfile, there } from '@/lib/landscape/lookup'
import { withOffers } from '@/lib/landscape/offers'
import { runningImage, runningKubernetes } from '@/lib/landscape/running'
import { compareTexts, minorOfText } from '@/lib/landscape/version-text'
import { eachOf } from '@/lib/process/event-loop'
import { defaultedText } from '@/lib/words/new-cluster'
import type { defaultsRoute, newClusterRoute } from '../contract'
import type { DefaultsAnswer, DefaultVersion, NewClusterAnswer } from '../contract/new-cluster'

export const answerDefaults: AnswerTo<typeof defaultsRoute> = async (
  { query: { at, profile, date, kubernetes, machineType, architecture, ...query } },
  { garden },
) => {
  const index = await indexAt(garden, at)
  const { entry } = there(garden, () => findProfile(index, profile.split('/'), undefined))
  const { image, imageVersion } = query
  const day = instantOfParameter('date', date, index.at)
  return defaultsView(index, entry, { date: day, kubernetes, machineType, architecture, image, imageVersion })
}

export const answerNewCluster: AnswerTo<typeof newClusterRoute> = async (
  { path, query: { at, machineType, kubernetes, runtime } },
  { garden, identity },
) => {
  const index = await indexAt(garden, at)
  const { entry } = there(garden, () => findProfile(index, path.ref, undefined))
  const profile = await withOffers({ garden, identity }, index, entry)
  return newClusterView(index, entry, profile, { machineType, kubernetes, runtime })
}

export interface NewClusterQuestion {
  readonly machineType: string | undefined
  readonly kubernetes: string | undefined
  readonly runtime: string | undefined
}

const YEAR = 365 * DAY
/** So many ways to write are told of Kubernetes, and of each image. */
const mostWays = 120
const mostWaysOfImage = 60
/** How often an answer looks at a version: what takes more is told for less than a year. */
const mostLooks = 2_500_000

/**
 * What a new cluster of a profile gets on every day of a year, whatever is written. Others get through between the rows.
 * @param profile with its offers, as far as they can be read
 */
export async function newClusterView(
  index: FleetIndex,
  { ref, resourceVersion }: ProfileEntry,
  profile: AdmissionProfile,
  asked: NewClusterQuestion,
): Promise<NewClusterAnswer> {
  const groups = machineGroups(profile)
  const ownGroup = groups.find(({ names }) => names.includes(asked.machineType ?? '')) ?? groups[0]
  const machineType = ownGroup?.names.find((name) => name === asked.machineType) ?? ownGroup?.names[0]
  const containerRuntimes = asked.runtime === undefined ? [] : [asked.runtime]
  const kubernetes = asked.kubernetes ?? null
  const machine: NewClusterMachine = {
    machineType: machineType ?? '',
    architecture: ownGroup?.architecture ?? 'amd64',
    containerRuntimes,
  }
  const allKubernetes = kubernetesToWrite(profile)
  const allImages = imagesToWrite(profile)
  const kubernetesShown = allKubernetes.slice(0, mostWays)
  const imagesShown = newestOfEach(allImages)
  const names = [null, ...profile.machineImages.map(({ name }) => name)]
  const ways = kubernetesShown.length + imagesShown.length + groups.length * names.length
  const period = shortenedPeriod(
    profile,
    { from: index.at, to: index.at + YEAR },
    Math.max(1, Math.floor(mostLooks / (ways * (allKubernetes.length + allImages.length)))),
  )
  const over = new NewClusters(profile, period)
  const refusals = new NumberedRefusals()
  const changes = new Set<number>()
  const body = (spans: readonly CreationSpan[]) =>
    spans.map(({ from, to, answer }, i) => {
      const before = spans[i - 1]
      if (before !== undefined && isOtherAnswer(before.answer, answer)) changes.add(from)
      return {
        from: onWire(from),
        to: onWire(to),
        got: answer.kind === 'created' ? answer.got : null,
        refusal: answer.kind === 'created' ? null : refusals.placeOf(answer),
        defaulted: answer.kind === 'refused' && answer.defaulted ? defaultedText(answer.errors) : null,
        inactive: answer.kind === 'refused' && answer.inactive !== null ? spanBody(answer.inactive) : null,
      }
    })
  const told = async <T, U>(ways: readonly T[], tell: (way: T) => U): Promise<U[]> => {
    const rows: U[] = []
    await eachOf(ways, (way) => {
      rows.push(tell(way))
    })
    return rows
  }
  const rows = {
    kubernetes: await told(kubernetesShown, (written) => ({
      asked: written.text,
      form: written.form,
      spans: body(over.kubernetes(written)),
    })),
    images: await told(imagesShown, (written) => ({
      ...written,
      spans: body(over.image(written, machine, kubernetes)),
    })),
    types: [] as NewClusterAnswer['types'],
  }
  for (const { architecture, capabilities, isUsable, names: types } of groups) {
    const own = { machineType: types[0] ?? '', architecture, containerRuntimes }
    rows.types.push({
      architecture,
      capabilities: capabilities.map(({ name, values }) => ({ name, values: [...values] })),
      usable: isUsable,
      names: [...types],
      cells: await told(names, (image) => ({
        image,
        spans: body(over.image({ image, version: null, form: 'omitted' }, own, kubernetes)),
      })),
    })
  }
  const runtimes = profile.machineImages.flatMap(({ versions }) =>
    versions.flatMap(({ cri }) => cri.flatMap((one) => one.containerRuntimes)),
  )
  return {
    ...evidenceOf(index),
    profile: ref,
    resourceVersion: resourceVersion ?? null,
    until: onWire(period.to),
    leftOut: {
      kubernetes: allKubernetes.length - kubernetesShown.length,
      images: allImages.length - imagesShown.length,
    },
    asked: {
      machineType: machineType ?? null,
      architecture: machine.architecture,
      kubernetes,
      runtime: asked.runtime ?? null,
    },
    runtimes: [...new Set(runtimes)].sort(),
    ...rows,
    refusals: refusals.list,
    changes: [...changes].sort((a, b) => a - b).map(onWire),
  }
}

function spanBody({ stage, from, to }: StageSpan) {
  return { stage, from: onWire(from), to: onWire(to) }
}

/** Of each image its newest ways to write. */
function newestOfEach(ways: readonly WrittenImage[]): readonly WrittenImage[] {
  const counts = new Map<string | null, number>()
  return ways.filter(({ image }) => {
    const count = (counts.get(image) ?? 0) + 1
    counts.set(image, count)
    return count <= mostWaysOfImage
  })
}

/** Each refusal once, however many ways to write lead to it. */
class NumberedRefusals {
  readonly list: NewClusterAnswer['refusals'] = []
  private readonly places = new Map<string, number>()

  placeOf({ errors }: CreationSpan['answer'] & { kind: 'refused' }): number {
    const { text, verbatim } = answerText(errors)
    let place = this.places.get(text)
    if (place === undefined) {
      place = this.list.push({ text, verbatim }) - 1
      this.places.set(text, place)
    }
    return place
  }
}

/** A cluster that a user might create; what is left out or named in part is filled in. */
export interface DefaultsQuestion {
  readonly date: Instant
  readonly kubernetes: string | undefined
  readonly machineType: string | undefined
  readonly architecture: string | undefined
  readonly image: string | undefined
  readonly imageVersion: string | undefined
}

/** What a new cluster with one pool would get on a date, and what every other way to ask for versions would give. */
export function defaultsView(
  index: FleetIndex,
  { ref, profile }: ProfileEntry,
  asked: DefaultsQuestion,
): DefaultsAnswer {
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
  return versionBody(version, runningKubernetes(profile, version), at)
}

function imageBody({ name, version }: { name: string; version: string }, profile: CloudProfile, at: Instant) {
  return versionBody(version, runningImage(profile, name, version), at)
}

function versionBody(version: string, listed: ExpirableVersion | undefined, at: Instant): DefaultVersion {
  if (listed === undefined) return { version, stage: 'unavailable', expires: null }
  const expiry = expiryOf(listed)
  return { version, stage: stageAt(listed, at), expires: onWire(expiry) }
}

/** Newest first. */
function minorsOf({ kubernetes }: CloudProfile): string[] {
  return [...new Set(kubernetes.map(({ version }) => minorOfText(version)))].sort((a, b) => compareTexts(b, a))
}

function machineFor(
  { machineTypes }: CloudProfile,
  { machineType, architecture }: DefaultsQuestion,
): MachineType | undefined {
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

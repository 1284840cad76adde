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
  type NewClusterMachine,
  NewClusters,
  shortenedPeriod,
  type WrittenImage,
} from '@/lib/engine/api-server'
import { DistinctValues } from '@/lib/engine/grouped'
import { DAY } from '@/lib/engine/time'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { findProfile, there } from '@/lib/landscape/lookup'
import { withOffers } from '@/lib/landscape/offers'
import { eachOf } from '@/lib/process/event-loop'
import { defaultedText } from '@/lib/words/new-cluster'
import type { newClusterRoute } from '../contract'
import type { NewClusterAnswer, NewClusterQuery } from '../contract/new-cluster'

export const answerNewCluster: AnswerTo<typeof newClusterRoute> = async ({ path, query }, { garden, identity }) => {
  const landscape = await landscapeAt(garden, query.at)
  const entry = there(garden, () => findProfile(landscape, path.ref))
  const profile = await withOffers({ garden, identity }, landscape, entry)
  return newClusterView(landscape, entry, profile, query)
}

const YEAR = 365 * DAY
/** How many ways to write a version are told for Kubernetes, and for all images. */
const mostWays = 120
const mostWaysOfImage = 60
/** How often an answer looks at a version: what takes more is told for less than a year. */
const mostLooks = 2_500_000

/**
 * What a new cluster of a profile gets on every day of a year, whatever is written. Others get through between the rows.
 * @param profile with its offers, as far as they can be read
 */
export async function newClusterView(
  landscape: Landscape,
  { ref, resourceVersion }: ProfileEntry,
  profile: AdmissionProfile,
  asked: Omit<NewClusterQuery, 'at' | 'seen'>,
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
    { from: landscape.at, to: landscape.at + YEAR },
    Math.max(1, Math.floor(mostLooks / (ways * (allKubernetes.length + allImages.length)))),
  )
  const over = new NewClusters(profile, period, kubernetes)
  /** Each refusal once, however many ways to write lead to it. */
  const refusals = new DistinctValues<NewClusterAnswer['refusals'][number]>()
  const changes = new Set<number>()
  const body = (spans: readonly CreationSpan[]) =>
    spans.map(({ from, to, answer }, i) => {
      const before = spans[i - 1]
      if (before !== undefined && isOtherAnswer(before.answer, answer)) changes.add(from)
      return {
        from: onWire(from),
        to: onWire(to),
        got: answer.kind === 'created' ? answer.got : null,
        refusal: answer.kind === 'created' ? null : refusals.placeOf(answerText(answer.errors)),
        defaulted: answer.kind === 'refused' && answer.defaulted ? defaultedText(answer.errors) : null,
        inactive: answer.kind === 'refused' ? onWire(answer.inactive) : null,
      }
    })
  const told = async <T, U>(ways: readonly T[], tell: (way: T) => U): Promise<U[]> => {
    const rows: U[] = []
    await eachOf(ways, (way) => rows.push(tell(way)))
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
      spans: body(over.image(written, machine)),
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
        spans: body(over.image({ image, version: null, form: 'omitted' }, own)),
      })),
    })
  }
  const runtimes = profile.machineImages.flatMap(({ versions }) =>
    versions.flatMap(({ cri }) => cri.flatMap((one) => one.containerRuntimes)),
  )
  return {
    ...evidenceOf(landscape),
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
    refusals: refusals.all,
    changes: [...changes].sort((a, b) => a - b).map(onWire),
  }
}

/** The newest ways to write of each image. */
function newestOfEach(ways: readonly WrittenImage[]): readonly WrittenImage[] {
  const counts = new Map<string | null, number>()
  return ways.filter(({ image }) => {
    const count = (counts.get(image) ?? 0) + 1
    counts.set(image, count)
    return count <= mostWaysOfImage
  })
}

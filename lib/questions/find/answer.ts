import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { editDistance, slipsIn } from '@/lib/contract/edit-distance'
import type { CloudProfile } from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { figuresOf } from '@/lib/landscape/class-sums'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { type Member, projectSizes, type Roster } from '@/lib/landscape/roster'
import { listedIn } from '@/lib/landscape/running'
import { usersOfVersion } from '@/lib/landscape/usage'
import type { FindAnswer, findRoute } from './contract'

export const answerFind: AnswerTo<typeof findRoute> = async ({ query: { at, q } }, { garden }) => {
  const landscape = await landscapeAt(garden, at)
  return findView(landscape, q)
}

type FoundItem = FindAnswer['items'][number]

/** What comes first among equals: projects, profiles, versions, clusters. */
const orders = 4

/** A word that is looked for. */
interface SearchedWord {
  readonly wanted: string
  /** Finds it where a word begins, but the first one. */
  readonly within: RegExp
}

const most = 30

const beyond = 4

/** How well a text answers: 0 is it, 1 begins with it, 2 has a word that begins with it, 3 contains it, `beyond`: does not. */
function rankOf(text: string, { wanted, within }: SearchedWord): number {
  const place = text.indexOf(wanted)
  if (place === -1) return beyond
  if (place === 0) return text.length === wanted.length ? 0 : 1
  return within.test(text) ? 2 : 3
}

/** The best of what is found: by rank, then by order, then as it was found. Of what is not among the first only the number is kept. */
class BestMatches {
  total = 0
  private readonly places: FoundItem[][] = []

  add(rank: number, order: number, item: () => FoundItem): void {
    this.total++
    const place = rank * orders + order
    const items = this.places[place]
    if (items === undefined) this.places[place] = [item()]
    else if (items.length < most) items.push(item())
  }

  first(): FoundItem[] {
    return this.places.flat().slice(0, most)
  }
}

/**
 * What has every word of `q`, the best first; where nothing has, what a slip of the hand may have meant: each word that is part
 * of no name counts as the name that is nearest; and where nothing is like that, what has those words that are part of a name,
 * and figures, which may be a version: `checkout-prod fail`.
 */
export function findView(landscape: Landscape, q: string): FindAnswer {
  const words = q.toLowerCase().split(/[\s]+/).filter(Boolean)
  const exact = matchesOf(landscape, words)
  const other = exact.total > 0 ? undefined : otherThan(landscape, words)
  const found = other?.found ?? exact
  return {
    ...evidenceOf(landscape),
    instead: other?.meant.join(' ') ?? null,
    total: found.total,
    items: found.first(),
  }
}

/** Undefined: no word is a name, or near to one, by which something is found. */
function otherThan(landscape: Landscape, words: readonly string[]) {
  const names = wordsOf(landscape)
  const isName = (word: string) => names.some((name) => name.includes(word))
  // Of `chekcout-pord` each part is looked for.
  const near = words.map((word) => (isName(word) ? word : word.replace(PART, (part) => nearestOf(names, part))))
  return [near, words.filter((word) => isName(word) || /\d/.test(word))]
    .filter((meant) => meant.length > 0 && meant.join(' ') !== words.join(' '))
    .map((meant) => ({ meant, found: matchesOf(landscape, meant) }))
    .find(({ found }) => found.total > 0)
}

/** The name that a word may have been meant to be; the word itself where no name is near. */
function nearestOf(names: readonly string[], word: string): string {
  let nearest = { name: word, distance: slipsIn(word) + 1 }
  for (const name of names) {
    const distance = editDistance(word, name, nearest.distance - 1)
    if (distance < nearest.distance) nearest = { name, distance }
  }
  return nearest.name
}

/** The parts of all names, each once: of clusters, projects, profiles and images. */
function wordsOf({ roster, snapshot }: Landscape): readonly string[] {
  const images = [...snapshot.profiles.values()].flatMap(({ profile }) => profile.machineImages.map(({ name }) => name))
  const names = [...clusterWordsOf(roster), 'kubernetes', ...snapshot.profiles.keys(), ...images]
  return [...new Set(names.flatMap((name) => [name.toLowerCase(), ...partsOf(name)]))]
}

const PART = /[a-z0-9.]+/g

function clusterWordsOf({ members }: Roster): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { shoot, project } of members)
    for (const part of [...partsOf(shoot.name), ...partsOf(project)]) words.add(part)
  return words
}

function partsOf(name: string): readonly string[] {
  return name.toLowerCase().match(PART) ?? []
}

/**
 * Projects, profiles, versions and clusters whose name has every word of them, the best first. Versions are found by
 * `1.33.6`, `gardenlinux 1592`; clusters by `project/name` too, and by a part of that with what they run: `payments 1.33`.
 */
function matchesOf(landscape: Landscape, wanted: readonly string[]): BestMatches {
  const best = new BestMatches()
  const words = wanted.map((word): SearchedWord => ({ wanted: word, within: new RegExp(`[^a-z0-9]${escaped(word)}`) }))
  const consider = (texts: readonly string[], order: number, item: () => FoundItem) => {
    let rank = 0
    for (const word of words) {
      let least = beyond
      for (const text of texts) {
        least = Math.min(least, rankOf(text, word))
        if (least === 0) break
      }
      if (least === beyond) return
      rank += least
    }
    best.add(rank, order, item)
  }
  for (const [project, clusters] of projectsOf(landscape.roster)) {
    consider([project.toLowerCase()], 0, () => ({ kind: 'project', project, clusters }))
  }
  for (const [key, entry] of landscape.snapshot.profiles) {
    const { ref, profile } = entry
    consider([key, ref.name], 1, () => ({
      kind: 'profile',
      profile: ref,
      clusters: figuresOf(landscape, key).clusters,
    }))
    const version = (what: string, text: string) =>
      consider([text, `${what.toLowerCase()} ${text}`, key], 2, () => ({
        kind: 'version',
        profile: ref,
        what,
        version: text,
        clusters: usersOfVersion(landscape, key, { what, version: text }).clusters,
      }))
    if (wanted.some((word) => mayBeVersion(profile, word))) {
      for (const { what, listed } of listedIn(profile)) version(what, listed.version)
    }
  }
  landscape.roster.members.forEach((member, position) => {
    const { shoot, project, search } = member
    // What a cluster runs narrows its names down; alone it means the version or the profile, not all clusters on it.
    if (!wanted.some((word) => search.includes(word))) return
    const others = words.filter(({ wanted }) => !search.includes(wanted))
    if (!runsAll(member, others)) return
    const names = [shoot.name, `${project}/${shoot.name}`, `${shoot.namespace}/${shoot.name}`]
    consider(others.length > 0 ? [...names, ...textsOf(member)] : names, 3, () => {
      const { next } = new Outlook(landscape, position)
      return {
        kind: 'shoot',
        namespace: shoot.namespace,
        name: shoot.name,
        project,
        kubernetes: shoot.kubernetesVersion,
        next: onWire(next),
      }
    })
  })
  return best
}

/** Whether a word may stand for a version of a profile, or for what has versions. */
function mayBeVersion({ machineImages }: CloudProfile, word: string): boolean {
  return /\d|kubern/.test(word) || machineImages.some(({ name }) => name.includes(word))
}

function runsAll(member: Member, words: readonly SearchedWord[]): boolean {
  if (words.length === 0) return true
  const texts = textsOf(member)
  return words.every((word) => texts.some((text) => rankOf(text, word) < beyond))
}

/** Beside its names, what a cluster is known by: its profile, versions and images. */
function textsOf({ profile, shoot: { kubernetesVersion, workers } }: Member): readonly string[] {
  const pools = workers.flatMap(({ kubernetesVersion: own, image }) => [
    ...(own === undefined ? [] : [`kubernetes ${own}`]),
    ...(image === undefined ? [] : [`${image.name} ${image.version}`]),
  ])
  return [profile, `kubernetes ${kubernetesVersion}`, ...pools]
}

/** The projects with the numbers of their clusters, also those without clusters. */
function projectsOf(roster: Roster): ReadonlyMap<string, number> {
  const none = roster.snapshot.projects.map(({ name }) => [name, 0] as const)
  return new Map([...none, ...projectSizes(roster)])
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

import type { VersionPanelBody } from '@/lib/contract/lifecycle'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import type { PathWords } from './paths'
import { listed, plural, profileName, WITHIN_HORIZON } from './phrases'
import { countOf, countText, dayText, fullText, isoDay, relativeText } from './time-text'

/** Clusters that keep a version from being removed, for one reason; `leaves` null: not all do by themselves. */
type HoldingGroup = VersionAnswer['holds']['groups'][number]

/** Clusters that a recorded maintenance took from one version to another. */
type RecordedMove = VersionAnswer['past']['came'][number]

interface ReplacementUse {
  readonly for: 'automatic' | 'forced' | 'new'
}

/** What the page of a version says in whole sentences. */

/** A piece of the headline: what stands out is bold, what goes wrong is red. */
export interface HeadlinePiece {
  readonly text: string
  readonly look?: 'strong' | 'bad'
}

type VersionWays = Pick<PathWords, 'path' | 'zone' | 'now'> & { readonly version: string }

/** Where the clusters on a version, and those that come to it, go: `40 of the 42 clusters … leave by Thu 4 Mar 2027, forced to 1.33.7.` */
export function versionHeadline({ path, zone, now, version }: VersionWays): readonly HeadlinePiece[] {
  const node = path.nodes.find((one) => one.version === version)
  const total = node?.clusters ?? 0
  if (node === undefined || total === 0)
    return [{ text: 'No cluster runs it, and none comes to it, as far as dates are set.' }]
  const out = path.bands.filter((band) => band.from === version)
  const leaving = out.filter((band) => band.to !== null)
  const left = sum(leaving)
  const failing = sum(out.filter((band) => band.to === null))
  const staying = total - left - failing
  const clusters = countOf(total, 'cluster')
  const who = node.now === total ? `${clusters} on it` : `${clusters} that run it now or later`
  const one = `The cluster ${node.now === 1 ? 'on it' : 'that will run it'}`
  if (staying === total && node.now < total) {
    const coming = total - node.now
    const all = node.now === 0 ? '' : `, and all ${countText(total)}`
    return [
      {
        text: `${countOf(coming, 'cluster')} ${plural(coming, 'comes', 'come')} to it${all === '' ? ' and' : all} ${plural(total, 'stays', 'stay')}, as far as dates are set.`,
      },
    ]
  }
  const pieces: HeadlinePiece[] = []
  if (left > 0) {
    const last = Math.max(...leaving.map((band) => Date.parse(band.over?.lastAt ?? band.lastAt)))
    const subject =
      left === total
        ? total === 1
          ? `${one} leaves`
          : `All ${who} leave`
        : `${countText(left)} of the ${who} ${plural(left, 'leaves', 'leave')}`
    pieces.push(
      { text: `${subject} by ` },
      { text: dayText(last, zone, { weekday: true, now }), look: 'strong' },
      { text: `, ${targetsText(leaving)}.` },
    )
  }
  const late = sum(leaving.filter((band) => band.kind === 'fails'))
  if (late > 0) {
    const them = left === 1 ? 'It' : late === left ? 'All of them' : `${countText(late)} of them`
    pieces.push({ text: `${them} ${plural(late, 'fails', 'fail')} before that.`, look: 'bad' })
  }
  if (failing > 0) {
    const some = left > 0 ? countText(failing) : `${countText(failing)} of the ${who}`
    const all = total === 1 ? `${one} cannot` : `None of the ${who} can`
    pieces.push({ text: `${failing === total ? all : `${some} cannot`} leave.`, look: 'bad' })
  }
  if (staying > 0) {
    const rest = left + failing > 0 ? countText(staying) : staying === 1 ? 'The cluster on it' : `All ${who}`
    pieces.push({ text: `${rest} ${plural(staying, 'stays', 'stay')}, as far as dates are set.` })
  }
  return pieces
}

type PathBands = PathWords['path']['bands']

function sum(bands: PathBands): number {
  return bands.reduce((total, { clusters }) => total + clusters, 0)
}

/** `forced to 1.33.7`, `by auto-update to 1.33.7`, `to 1.33.7 and 1.33.8`, `to 5 versions`. */
function targetsText(bands: PathBands): string {
  const targets = [...new Set(bands.flatMap(({ to }) => to ?? []))]
  const where = targets.length > 3 ? `${targets.length} versions` : listed(targets)
  const kinds = new Set(bands.map(({ kind, onward }) => (kind === 'fails' ? onward : kind)))
  if (kinds.size > 1) return `by auto-update or forced, to ${where}`
  return kinds.has('auto') ? `by auto-update to ${where}` : `forced to ${where}`
}

/** What a group of holders has in common, as a heading. */
export function holdingText({ why, clusters }: Pick<HoldingGroup, 'why' | 'clusters'>): string {
  return `${countOf(clusters, 'cluster')} ${plural(clusters, ...HOLDING[why])}`
}

/** The words for groups of clusters that do not leave, in this order. */
const HOLDING: Readonly<Record<HoldingGroup['why'], readonly [one: string, many: string]>> = {
  deleting: ['is being deleted', 'are being deleted'],
  failed: ['fails to leave', 'fail to leave'],
  noNextVersion: ['has no next version', 'have no next version'],
  nothing: ['has no date', 'have no date'],
  extended: ['may stay longer', 'may stay longer'],
  overdue: ['should have left by now', 'should have left by now'],
  window: ['leaves in time', 'leave in time'],
}

export const HOLD_REASONS = Object.keys(HOLDING) as readonly HoldingGroup['why'][]

/** Whose clusters hold a version: `14 clusters of aws`, and for each profile that builds on it `2 more of garden-payments/aws-extended`. */
export function holdersText(
  { profile, clusters }: VersionAnswer['holds']['profiles'][number],
  own: VersionAnswer['profile'],
): string {
  const name = profileName(profile)
  const isOwn = name === profileName(own)
  return isOwn ? `${countOf(clusters, 'cluster')} of ${name}` : `${countText(clusters)} more of ${name}`
}

/** `2 of these clusters run it only in pools with a version of their own.` */
export function uncountedText(clusters: number): string {
  return `${countText(clusters)} of these clusters ${plural(clusters, 'runs', 'run')} it only in pools with a version of their own.`
}

/** The instant from which no cluster prevents its removal, if nothing is done. */
export function versionRemovalText(
  {
    groups,
    overrides,
    refusalsTotal,
    refusals,
    lastLeaves,
  }: Pick<VersionAnswer['holds'], 'groups' | 'overrides' | 'refusals' | 'refusalsTotal' | 'lastLeaves'>,
  zone: Zone,
): string {
  const running = groups.filter(({ why }) => why !== 'deleting')
  if (refusals === null) return 'This profile does not list it by itself: it cannot be removed here.'
  if (refusalsTotal === 0) return 'Nothing holds it: it can be removed.'
  const stuck = running.filter(({ leaves }) => leaves === null).reduce((total, { clusters }) => total + clusters, 0)
  if (running.length > 0 && stuck > 0)
    return `Not removable before ${countOf(stuck, 'cluster')} ${plural(stuck, 'is', 'are')} moved by hand.`
  const others = countOf(overrides.length, 'NamespacedCloudProfile')
  if (lastLeaves === null)
    return overrides.length === 0
      ? 'It cannot be removed now.'
      : `No cluster holds it; removable once ${others} no longer ${plural(overrides.length, 'overrides', 'override')} it.`
  const own = overrides.length === 0 ? '' : ` By then ${others} must no longer override it.`
  return `Removable from ${fullText(lastLeaves, zone)} on, when the last cluster has left at the latest.${own}`
}

/** `6 came from 1.31.13 between 3 and 20 Nov 2026, 2 left for 1.33.7 on 19 Nov 2026`; null: nothing is recorded. */
export function pastText(
  { came, left }: { readonly came: readonly RecordedMove[]; readonly left: readonly RecordedMove[] },
  zone: Zone,
): string | null {
  const parts = [
    ...came.map((one) => `${countText(one.clusters)} came from ${one.version} ${whenText(one, zone)}`),
    ...left.map((one) => `${countText(one.clusters)} left for ${one.version} ${whenText(one, zone)}`),
  ]
  return parts.length === 0 ? null : listed(parts)
}

function whenText({ firstAt, lastAt }: { readonly firstAt: string; readonly lastAt: string }, zone: Zone): string {
  if (isoDay(firstAt, zone) === isoDay(lastAt, zone)) return `on ${dayText(lastAt, zone)}`
  return `between ${dayText(firstAt, zone, { now: lastAt })} and ${dayText(lastAt, zone)}`
}

/** `now and until 3 Mar 2027`, `from 3 Mar 2027 on`, `from 3 Mar to 9 May 2027`. */
export function offeredSpanText(
  { from, to }: { readonly from: string; readonly to: string | null },
  zone: Zone,
  at: string,
): string {
  if (from === at) return to === null ? 'now, with no end set' : `now, until ${dayText(to, zone)}`
  return to === null
    ? `from ${dayText(from, zone)} on`
    : `from ${dayText(from, zone, { now: to })} to ${dayText(to, zone)}`
}

const INSTEAD_WORDS: Readonly<Record<ReplacementUse['for'], string>> = {
  automatic: 'auto-update goes to',
  forced: 'forced after expiry to',
  new: 'new clusters get',
}

/** What a version that is offered in its place is for. */
export function replacementText(one: ReplacementUse, instead: readonly ReplacementUse[]): string {
  // The forced step comes only where the automatic one leads nowhere.
  const isLater = one.for === 'forced' && instead.some((other) => other.for === 'automatic')
  return isLater ? 'beyond that, forced to' : INSTEAD_WORDS[one.for]
}

/** `No cluster runs it now. 14 will within 12 months, 9 of them within a day.` */
export function arrivingText(
  { clusters, withinDay, firstAt }: VersionPanelBody['arriving'],
  zone: Zone,
  now: number,
): string {
  if (clusters === 0 || firstAt === null) return 'No cluster runs it, and none moves to it, as far as dates are set.'
  const will = `No cluster runs it now. ${countText(clusters)} will ${WITHIN_HORIZON}`
  if (withinDay === 0) return `${will}, the first ${relativeText(firstAt, now, 'prose')}, ${fullText(firstAt, zone)}.`
  return `${will}, ${withinDay === clusters ? 'all' : countText(withinDay)} of them within a day.`
}

/** Over where the clusters on a version go. */
export function whatHappensText(clusters: number): string {
  return `What happens to ${clusters === 1 ? 'the cluster' : `the ${countOf(clusters, 'cluster')}`}`
}

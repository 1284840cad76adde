import type { ShootRow } from '@/lib/contract/clusters'
import type { NightsAnswer, PlanAnswer, PlanPart } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { offsetText } from '@/lib/contract/zone'
import type { PresetKey, ShootPreset } from '@/lib/engine/edits/shoot'
import type { CONTROL_PLANE_EFFECTS } from '@/lib/engine/kinds'
import { shellQuoted, shellWord } from '@/lib/engine/shell'
import { alikeRows } from './alike-pools'
import { eventPhrase, orOtherNight } from './event-words'
import { capitalized, given, listed, plural, shortList } from './phrases'
import { countOf, dayText, durationText, isTonight, momentText, ms, namesText, type Time } from './time-text'
import { windowClock } from './when'
import { allNodes, effectText, nodesText } from './wording'

type PlanNight = NightsAnswer['nights'][number]

/** The figures over the table of effects: how many nodes are replaced, and how long that may take. */
export function planFigures({ parts, shoot }: PlanAnswer) {
  const rolling = allNodes(parts.filter(({ effect }) => effect === 'rolling')).max
  const inPlace = allNodes(parts.filter(({ effect }) => effect === 'inPlace')).max
  const all = shoot.nodes.max === 0 ? 'the cluster has no nodes' : `of ${nodesText(shoot.nodes)}`
  const notes = given(all, inPlace > 0 && `${inPlace} updated in place`)
  return { nodes: { value: String(rolling), note: notes.join('; ') }, worst: worstFigure(parts) }
}

function worstFigure(parts: readonly PlanPart[]) {
  const touched = parts.flatMap(({ rollout }) => rollout ?? [])
  const worst = Math.max(0, ...touched.map(({ milliseconds }) => milliseconds ?? 0))
  const open = touched.filter(({ milliseconds }) => milliseconds === null).map(({ pool }) => pool)
  if (touched.length === 0) return { value: 'none', note: 'no node is drained' }
  const note = touched.length > 1 ? 'pools run side by side' : `pool ${touched[0]?.pool}`
  if (open.length === 0) return { value: durationText(worst), note }
  return {
    value: worst === 0 ? 'open' : durationText(worst),
    note: `and ${shortList(open)}, as ${open.length > 1 ? 'their' : 'its'} nodes are selected`,
  }
}

/**
 * What is forced next with the plan, in two pieces, of which the second is the day: `the next update is forced on`, `18 Dec 2026`, or
 * `the next update is forced`, `tonight`.
 */
export function nextForcedText({ after, shoot, at }: PlanAnswer): readonly [string, string] {
  if (after.forced === null) return ['no update is forced, as far as dates are set', '']
  const { begin } = after.forced.window
  const { offset } = shoot.nextWindow
  return isTonight(begin, offset, at)
    ? ['the next update is forced', 'tonight']
    : ['the next update is forced on', dayText(begin, offset)]
}

/** The parts that are forced, and their versions: `Kubernetes 1.34.7`, `gardenlinux 1877.9.0 in pool web`. */
export function forcedParts({ changes }: Pick<PlanAnswer['before']['steps'][number], 'changes'>): string {
  const [first] = changes
  if (first === undefined) return ''
  const what = `${first.image ?? 'Kubernetes'} ${first.to}${first.pool === null ? '' : ` in pool ${first.pool}`}`
  return changes.length > 1 ? `${what} and ${changes.length - 1} more` : what
}

/**
 * The parts of a plan with what each is called; unless each is wanted, many pools to which it does the same are one part, of the first
 * of them with the nodes of all.
 */
export function alikeParts(parts: readonly PlanPart[], isEach = false) {
  const sameOf = (part: PlanPart) => {
    const { pool, because: _, undecided: __, rollout, ...rest } = part
    return isEach || pool === null ? pool : [rest, causeWords(part), rollout && { ...rollout, pool: '' }]
  }
  return alikeRows(parts, ({ pool }) => pool ?? 'Control plane', sameOf).map(({ first, title, all }) => ({
    title,
    part: { ...first, nodes: allNodes(all) },
  }))
}

/** What happens to a part: `Up to 12 nodes roll`. */
export function effectWords(
  { pool, effect, nodes }: PlanPart,
  controlPlane: (typeof CONTROL_PLANE_EFFECTS)[number] | 'unknown',
): string {
  if (pool !== null) return capitalized(effectText(effect, nodes))
  if (controlPlane === 'restart') return 'API server and controllers restart'
  return controlPlane === 'none' ? 'Nothing restarts' : 'May restart a component of the control plane'
}

/** Why it takes as long: `6 × (create 20 min + drain 2 h), 3 more and 0 fewer nodes at a time`. */
export function whyWords({ rollout }: PlanPart): string | null {
  if (rollout === null) return null
  return `${rollout.figure}, ${rollout.surge} more and ${rollout.unavailable} fewer at a time`
}

/** The fields that cause it, as people call them; without those of the whole cluster said twice. */
export function causeWords({ because, undecided }: PlanPart): string {
  const names = [...new Set(because.map(fieldName))]
  const maybe = [...new Set(undecided.map(fieldName))]
  return given(
    names.length > 0 && `because of ${names.join(', ')}`,
    maybe.length > 0 && `${maybe.join(', ')}: only the extension of the provider knows whether nodes roll`,
  ).join('; ')
}

/** `Sat 28 Nov` */
export function nightName({ window }: PlanNight): string {
  return dayText(window.begin, window.offset, { now: window.begin, weekday: true })
}

/** A weekday outside of the freeze on which neither the cluster nor another one of its project moves. */
export function isGoodNight({ isQuiet, isWeekend }: Pick<PlanNight, 'isQuiet' | 'isWeekend'>): boolean {
  return isQuiet && !isWeekend
}

/**
 * How far the nights go: `until the first that is forced, 15 Dec`, `until the first that fails, 26 Nov`, or beyond it: `the next 14 nights;
 * the first that is forced is that of 30 Nov`.
 */
export function nightsUntilText({ forced, kind, nights }: NightsAnswer): string {
  if (forced === null) return 'the next two months'
  const what = kind === 'fails' ? 'fails' : 'is forced'
  const day = dayText(forced, nights[0]?.window.offset ?? '+00:00')
  const last = nights.at(-1)
  return last !== undefined && ms(last.window.begin) > ms(forced)
    ? `the next ${countOf(nights.length, 'night')}; the first that ${what} is that of ${day}`
    : `until the first that ${what}, ${day}`
}

/** What happens in a night, in sentences. */
export function nightWords({ window, own, others, isFrozen }: PlanNight): string {
  const { clusters, names, nodes } = others
  const rolling = nodes === 0 ? '' : `, up to ${countOf(nodes, 'node')} ${plural(nodes, 'rolls', 'roll')}`
  const parts = given(
    own && `${capitalized(eventPhrase(own))}${orOtherNight(own, window.begin)}.`,
    clusters > 0 && `Also busy: ${namesText(names, names.length, clusters)}${rolling}.`,
    isFrozen && 'A day of a freeze.',
  )
  return parts.length === 0 ? `${windowClock(window)}, nothing else happens.` : parts.join(' ')
}

/** The first quiet nights, at least one of them on a weekend where there is one. */
export function suggestedNights(nights: readonly PlanNight[]): readonly PlanNight[] {
  const quiet = nights.filter(({ isQuiet }) => isQuiet)
  const first = quiet.slice(0, 2)
  const weekend = quiet.find((night) => night.isWeekend && !first.includes(night))
  return weekend === undefined ? first : [...first, weekend]
}

/** How a field is called in the form and in the table of effects. */
export function fieldName(field: string): string {
  const within = field.replace(/^spec\.provider\.workers\[[^\]]*\]\./, '')
  const known = Object.keys(NAMES).find((name) => within === name || within.startsWith(`${name}.`))
  return (
    (known && NAMES[known]) ??
    within.slice(Math.max(within.lastIndexOf('.'), within.lastIndexOf('[')) + 1).replace(/\]$/, '')
  )
}

const NAMES: Readonly<Record<string, string>> = {
  'spec.cloudProfile': 'profile',
  'spec.kubernetes.version': 'Kubernetes',
  'kubernetes.version': 'Kubernetes',
  'machine.image': 'image',
  'machine.type': 'machine type',
  'volume.type': 'volume type',
  'volume.size': 'volume size',
  'volume.encrypted': 'volume encrypted',
  'cri.name': 'CRI',
  'spec.systemComponents.nodeLocalDNS.enabled': 'node-local DNS',
  'spec.maintenance.autoUpdate.kubernetesVersion': 'Kubernetes auto-update',
  'spec.maintenance.autoUpdate.machineImageVersion': 'image auto-update',
  'spec.maintenance.timeWindow.begin': 'window begins',
  'spec.maintenance.timeWindow.end': 'window ends',
  'metadata.annotations[gardener.cloud/operation]': 'operation',
  'metadata.annotations[maintenance.gardener.cloud/operation]': 'operation in maintenance',
}

/** A value in a table: `1.33.7`, `gardenlinux 1877.9.0`, `on`, `not set`. */
export function planValueText(value: unknown): string {
  if (value === null || value === undefined) return 'not set'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object') return String(value)
  if ('name' in value && 'version' in value) return `${value.name} ${value.version}`
  if ('kind' in value && 'name' in value) return String(value.name)
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}

/** One edit of a cluster: `Kubernetes: 1.33.7`, `image of web-a: gardenlinux 1877.9.0`. */
export function plannedText(edit: PlannedEdit): string {
  return `${fieldName(edit.field)}${'pool' in edit ? ` of ${edit.pool}` : ''}: ${planValueText(edit.value)}`
}

/**
 * What comes of a move to another profile: nothing by itself, and in the next window what the new one says of versions, as neither
 * these nor their dates are compared.
 */
export function movedProfileText({ shoot, after }: Pick<PlanAnswer, 'shoot' | 'after'>, now: Time): string {
  const { nextWindow } = shoot
  const when = `In the next window, ${dayText(nextWindow.begin, nextWindow.offset, { now, weekday: true })} ${windowClock(nextWindow)},`
  const step = after.steps.find(({ window }) => window.begin === nextWindow.begin)
  const moves = step?.changes.map(({ pool, image, from, to, why }) => {
    const what = `${pool === null ? 'Kubernetes' : `${pool}, ${image ?? 'Kubernetes'}`} ${from}`
    return to === null ? `${what} fails to update` : `${what} is ${why === 'auto' ? 'updated' : 'forced'} to ${to}`
  })
  const next = step?.denied
    ? `${when} the API server refuses the whole maintenance.`
    : moves === undefined || moves.length === 0
      ? `${when} nothing happens to its versions.`
      : `${when} ${listed(moves)}.`
  return `Images, machine types and volume types are compared; Kubernetes versions, dates and architectures are not. The move alone touches no node. ${next}`
}

/** Said under the bars and in the dock; null: nothing is drained, or it fits. */
export function misfit({ parts, rollOut, begins, shoot, sentAt }: PlanAnswer, now: Time): string | null {
  const ends = parts.flatMap(({ until }) => (until === null ? [] : [ms(until)]))
  const last = Math.max(...ends)
  if (rollOut === null || ends.length === 0 || last <= ms(rollOut.end)) return null
  const zone = shoot.nextWindow.offset
  const slowest = parts.find(({ until }) => until !== null && ms(until) === last)
  const faster = slowest?.faster
  const hint =
    faster === null || faster === undefined
      ? ''
      : ` With maxSurge ${faster.surge} ${slowest?.pool} needs ${durationText(faster.milliseconds)}.`
  const window = ms(rollOut.begin) <= ms(sentAt) ? 'It begins now' : `It begins in ${windowClock(rollOut)}`
  return `${window}, by ${momentText(begins, zone, now)} at the latest, and may go on until ${momentText(last, zone, now)} ${offsetText(zone, last)}. Gardener does not stop rolling when the window ends.${hint}`
}

/** `kubectl -n garden-payments patch shoot checkout-prod --type=json -p '[…]'`: quotes of a shell in it are kept. */
export function planPatchCommand({ patch, shoot }: PlanAnswer, operations = patch.operations): string {
  const lines = operations.map((operation) => `  ${operationText(operation)}`)
  return `${commandFor(shoot)} --type=json -p ${shellQuoted(`[\n${lines.join(',\n')}\n]`)}`
}

/** The manifest, and how it is sent: it is not the whole one, and `kubectl apply` of a file takes out what is not in it. */
export function planPatchFile({ patch, shoot }: PlanAnswer): string {
  return `# ${commandFor(shoot)} --type=merge --patch-file=plan.yaml\n# Only what changes: not for a plain kubectl apply -f.\n${patch.yaml}`
}

/**
 * The manifest as a command that applies it on the server; null: that cannot take a field out. What the same manager applied
 * before and leaves out now would go, so each plan has a name of its own.
 */
export function applyCommand({ patch, sentAt }: PlanAnswer): string | null {
  if (patch.operations.some(({ op }) => op === 'remove')) return null
  const version = patch.operations.find(({ op, path }) => op === 'test' && path === '/metadata/resourceVersion')?.value
  const manager = `almanac-${version ?? sentAt.replaceAll(/\D/g, '')}`
  const command = `kubectl apply --server-side --force-conflicts --field-manager=${shellWord(manager)} -f -`
  return `${command} <<'EOF'\n${patch.yaml.trimEnd()}\nEOF`
}

export function commandFor({ namespace, name }: Pick<ShootRow, 'namespace' | 'name'>): string {
  return `kubectl -n ${shellWord(namespace)} patch shoot ${shellWord(name)}`
}

function operationText(operation: PlanAnswer['patch']['operations'][number]): string {
  const parts = Object.entries(operation).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{${parts.join(', ')}}`
}

/** What a preset is called. */
export const PRESET_NAMES: Readonly<Record<PresetKey, string>> = {
  'latest-patch': 'The latest patch',
  'minor-pools-later': 'A whole minor, pools later',
  weekend: 'Never on a weekday',
  'auto-update': 'Turn on auto-update',
}

/** What a preset does, or why it does nothing; and what Gardener cannot do. */
export function presetText({ key, edits, to }: ShootPreset): string {
  switch (key) {
    case 'latest-patch':
      if (edits.length === 0) return 'No supported later patch of this minor can be taken now.'
      return to === null ? 'Pools go to the latest patch.' : `To ${to}; kubelets restart, no node rolls.`
    case 'minor-pools-later':
      return to === null
        ? 'No supported version of the next minor can be taken now.'
        : `The control plane goes to ${to}; pools keep their minor until you take their version out, or it expires.`
    case 'weekend':
      return `Gardener maintains on every day of the week: a window cannot leave out weekdays. ${weekendText(edits, to)}`
    case 'auto-update':
      return edits.length === 0 ? 'It is on.' : 'Patches and images come by themselves, in the window.'
  }
}

function weekendText(edits: ShootPreset['edits'], to: ShootPreset['to']): string {
  if (edits.length === 0) return 'Auto-update is off, so only forced updates come on any day.'
  if (edits.some(({ field }) => field.startsWith('spec.maintenance.autoUpdate')))
    return 'Auto-update is turned off at once. After that only forced updates come on any day; you send all others yourself.'
  return `Auto-update is off: ${to ?? 'the latest patch of pools'} is sent on a weekend.`
}

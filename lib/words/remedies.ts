import {
  type AutoUpdate,
  type CourseOutcome,
  type HeldBack,
  type ImageTarget,
  type KubernetesTarget,
  kindOf,
  type NodesTouched,
  type OwnerRemedy,
  type RemedyTiming,
  type StuckPart,
  type TimeLimit,
  type TriedRemedy,
} from '@/lib/engine/advice'
import { POOLS_ADVISED } from '@/lib/engine/bounds'
import { isToSleep } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { endText, misfitText, nextMinorText } from './dead-ends'
import { beginningText } from './obstacles'
import { capitalized, given, listed, nameOf, plural, shortPoolsText, type TitledText, WITHIN_HORIZON } from './phrases'
import { unsupportedText } from './releases'
import { countOf, dayText, instantText, spanText } from './time-text'
import { windowZone } from './when'

/** Instants on the shoot's own clock. */
interface RemedyClock {
  readonly day: (at: Instant) => string
  readonly instant: (at: Instant) => string
}

/** A remedy in words, with days on the shoot's own clock. */
export function remedyWords(remedy: OwnerRemedy, shoot: Shoot): TitledText {
  const { window, confineSpecUpdateRollout } = shoot
  const zone = windowZone(window)
  const clock = { day: (at: Instant) => dayText(at, zone), instant: (at: Instant) => instantText(at, zone) }
  if (!('outcome' in remedy)) return hintWords(remedy, clock)
  const { title, text } = actionWords(remedy, shoot, confineSpecUpdateRollout ? 'yourself' : 'on your own day', clock)
  return { title, text: `${text} ${outcomeText(remedy.outcome, clock)}`.trim() }
}

/** What an automatic update that is on gives to decide, or spares, in words. */
export function autoUpdateWords(one: AutoUpdate, { window }: Shoot): TitledText {
  const day = (at: Instant) => dayText(at, windowZone(window))
  const what = one.flag === 'kubernetesVersion' ? 'Kubernetes' : 'image'
  if (one.code === 'auto-kept') {
    const text = `Without it ${one.fails ? 'maintenance would fail' : 'an update would be forced'} on ${day(one.begins)}.`
    return { title: `${capitalized(what)} auto-update is on`, text }
  }
  const { moves, begins, otherwise } = one
  const names = [...new Set(moves.map(({ image, to }) => nameOf(image, to)))]
  const pools = [...new Set(moves.flatMap(({ pool }) => pool ?? []))]
  const who = given(
    moves.some(({ pool }) => pool === null) && 'the control plane',
    pools.length > 0 && shortPoolsText(pools),
  )
  const later =
    otherwise === null
      ? 'nothing more is forced without it, as far as dates are set'
      : `what it prevents then comes on ${day(otherwise)}`
  return {
    title: `Keep the automatic ${what} update of ${day(begins)}, or leave it out`,
    text: `${capitalized(listed(who))} ${plural(moves.length, 'goes', 'go')} to ${listed(names)} by ${plural(moves.length, 'itself', 'themselves')}. With auto-update off before that window it does not come: ${later}.`,
  }
}

/**
 * The same in a line, for a list, and whether the owner of the cluster can do it, or only who is asked. `anyPools`: the same line for all
 * clusters that it helps, whatever their pools are called.
 */
export function remedyBody(remedy: OwnerRemedy, shoot: Shoot) {
  const text = remedyLine(remedy, shoot)
  const anyPools = 'pools' in remedy ? remedyLine({ ...remedy, pools: [''] }, shoot) : text
  return { text, anyPools, byOwner: kindOf(remedy) !== 'warning' }
}

/** What to do, or whom to ask where the owner of the cluster can do nothing, without a full stop. */
export function remedyLine(remedy: OwnerRemedy, shoot: Shoot): string {
  switch (remedy.code) {
    case 'kubernetes-of-operators':
      return `You cannot fix this. ${askText(remedy)}`
    case 'image-of-operators':
      return remedy.instead === null
        ? `Ask the operators of ${shoot.profile.name} to add an image that fits ${shortPoolsText(remedy.pools)}`
        : remedyWords(remedy, shoot).title
    default:
      return remedyWords(remedy, shoot).title
  }
}

/** `Ask the operators of gcp to add a Kubernetes 1.32 version` */
function askText({ profile, stuck }: Extract<OwnerRemedy, { readonly code: 'kubernetes-of-operators' }>): string {
  const minors = [...new Set(stuck.flatMap(({ version }) => nextMinorText(version) ?? []))]
  if (minors.length === 0) return `Ask the operators of ${profile} to add a version`
  const isPreview = stuck.every(({ because }) => because === 'only-previews')
  const versions = `${isPreview ? 'preview of Kubernetes' : 'Kubernetes'} ${listed(minors)}`
  return `Ask the operators of ${profile} to ${isPreview ? `promote a ${versions}` : `add a ${versions} version`}`
}

function actionWords(remedy: TriedRemedy, shoot: Shoot, own: string, clock: RemedyClock): TitledText {
  const when = timingText(remedy.timing, clock)
  const touchedText = (nodes: NodesTouched, who?: string) =>
    isToSleep(shoot) && nodes !== 'none' ? 'No node rolls while it is hibernated' : nodesText(nodes, who)
  switch (remedy.code) {
    case 'update-kubernetes': {
      const { nodes, unsupported, isForeseen } = remedy
      const along = takenOutText(remedy)
      const unknown = unsupported === null ? '' : ` ${unsupportedText(unsupported)}`
      const effect = touchedText(nodes, isForeseen ? 'The same nodes' : 'The nodes')
      return {
        title: `Update to ${remedy.to} ${own}`,
        text: `${updateText(remedy, clock)}. ${effect}${when}${along}${unknown}`,
      }
    }
    case 'update-pools': {
      const { pools, to, nodes } = remedy
      const title = `Update ${shortPoolsText(pools)} to ${nameOf(null, to)} ${own}`
      return { title, text: `${updateText(remedy, clock)}. ${touchedText(nodes)}${when}` }
    }
    case 'update-images': {
      const { pools, nodes } = remedy
      return {
        title: `Update ${shortPoolsText(pools)} to ${imageText(remedy)} ${own}`,
        text: `${touchedText(nodes)}${when}`,
      }
    }
    case 'replace-image': {
      const { pools, from, held, choices, patch } = remedy
      const names = choices.map(imageText)
      const which = patch !== null && names.length > 1 ? ` The patch takes ${names[0]}.` : ''
      const how =
        patch === null
          ? ' A pool that is updated in place keeps its image: another one takes a new pool.'
          : ` ${touchedText('rolling')}${when}`
      const who = plural(pools.length, 'This pool', 'These pools')
      const text = `${heldText(held, clock)} ${who} could run ${listed(names, 'or')}.${which}${how}`
      return { title: moveOffText(pools, from), text }
    }
    case 'replace-images': {
      const moves = remedy.moves.map((move) => `pool ${move.pool} to ${imageText(move)}`)
      const title = 'Move several pools to other images together'
      return { title, text: `${capitalized(listed(moves))}. ${touchedText('rolling')}${when}` }
    }
    case 'auto-kubernetes': {
      const first = remedy.first === null ? '' : `, first ${remedy.first}`
      return {
        title: 'Turn on Kubernetes auto-update',
        text: `It takes patches by itself${first}, before they are forced.`,
      }
    }
    case 'auto-images':
      return {
        title: 'Turn on image auto-update',
        text: 'Pools take new image versions by themselves, each time with their nodes.',
      }
    case 'auto-off': {
      const { flag, pool, image, from, to, begins, timing } = remedy
      const what = flag === 'kubernetesVersion' ? 'Kubernetes' : 'image'
      const who = pool === null ? 'the control plane' : `pool ${pool}`
      const until =
        timing.kind === 'any-time'
          ? ` Turn it off ${beforeText(timing.until, clock)}.`
          : ' Turn it off at once: the window is open.'
      return {
        title: `Turn off ${what} auto-update`,
        text: `It takes ${who} from ${nameOf(image, from)} to ${to} by itself on ${clock.day(begins)}.${until}`,
      }
    }
    case 'other-profile': {
      const { kind, name, from } = remedy
      const which = kind === 'CloudProfile' ? 'profile' : 'namespaced profile'
      return {
        title: `Use the ${which} ${name}`,
        text: `Its versions expire on other days than those of ${from}. The change itself touches no node and no control plane.`,
      }
    }
    case 'own-dates': {
      const { parent, dates } = remedy
      const names = dates.map(({ image, version }) => nameOf(image, version))
      const ends = dates.map(({ expires }, i) => `${clock.day(expires)} for ${names[i]}`)
      return {
        title: `Give ${listed(names)} more time in a namespaced profile`,
        text: `A new NamespacedCloudProfile of ${parent} can set later dates, for example ${listed(ends)}. The cluster then moves to that profile. The operators decide whether you may do that. The change itself touches no node and no control plane.`,
      }
    }
    case 'finish-in-place':
      return {
        title: `Finish the update in place of ${shortPoolsText(remedy.pools)}`,
        text: 'Until all its nodes are updated, every maintenance that touches it is refused. Almanac cannot know when that will be. The forecast assumes that it does not happen.',
      }
  }
}

function hintWords(hint: Exclude<OwnerRemedy, TriedRemedy>, clock: RemedyClock): TitledText {
  const { day, instant } = clock
  switch (hint.code) {
    case 'image-of-operators': {
      const { pools, from, held, instead } = hint
      const [who, where] = [plural(pools.length, 'this pool', 'these pools'), plural(pools.length, 'it', 'they')]
      const why =
        instead === null
          ? `Almanac finds nothing else in the profile that helps ${who}. Ask its operators to add a version.${held.misfit?.rule === 'in-place' ? ' They mark what can be updated in place with inPlaceUpdates.' : ''}`
          : `With ${imageText(instead)} ${where} could be updated, but something else would still fail.`
      return { title: moveOffText(pools, from), text: `${heldText(held, clock)} ${why}` }
    }
    case 'kubernetes-of-operators': {
      const texts = hint.stuck.map((part) => stuckText(part, clock))
      return {
        title: 'You cannot fix this',
        text: `${texts.join(' ')} ${askText(hint)}.`,
      }
    }
    case 'pool-by-hand':
      return {
        title: `Update pool ${hint.pool} by hand`,
        text: `With its own Kubernetes version ${hint.version} it falls too far behind the control plane, and the profile offers none between the two: the API server refuses every maintenance then.`,
      }
    case 'refused-now': {
      const why = hint.reason === null ? '.' : `: ${hint.reason}`
      return {
        title: `Updating to ${hint.to} now would not help`,
        text: `The API server would refuse it as the cluster is now${why}`,
      }
    }
    case 'next-minor-expired':
      return {
        title: 'Updating Kubernetes on your own day would not help',
        text: `Every version of ${hint.minor} has expired. After any of them ${hint.end === null ? 'maintenance fails' : `the next window forces the cluster on, until it runs ${hint.end}`}.`,
      }
    case 'next-minor-not-yet': {
      const { minor, choice } = hint
      const before = choice === null ? '' : ` before ${day(choice.from)}`
      const until = choice?.until ? ` From then on you can choose a day ${beforeText(choice.until, clock)}.` : ''
      const text = `No version of ${minor} can be chosen${before}.${until}`
      return { title: 'There is no Kubernetes version to choose yet', text }
    }
    case 'other-window': {
      const then = hint.isRefused
        ? 'Maintenance fails from the first window after that on'
        : 'The first window after that forces the update'
      const { tried } = hint
      const moved =
        tried === null
          ? 'Another hour of the day moves it by less than a day.'
          : `With the window that helps most, one that ends as the version expires, it comes on ${instant(tried.begins)}, ${spanText(tried.later, 'exact')} later.`
      const text = `${hint.version} expires ${instant(hint.expires)}. ${then}. ${moved}`
      return { title: 'Moving the window would not help', text }
    }
    case 'auto-stays-in-minor': {
      const same = `The update of ${day(hint.begins)} is ${hint.isRefused ? 'due' : 'forced'} all the same.`
      const text = `Auto-update stays within ${hint.minor}, which has no newer patch to go to. ${same}`
      return hint.isOn
        ? { title: 'Kubernetes auto-update does not help', text: `It is on. ${text}` }
        : { title: 'Kubernetes auto-update would not help', text }
    }
    case 'auto-too-late':
      return {
        title: 'Kubernetes auto-update would not help',
        text: `It would take no patch before ${hint.from} expires: the update to ${hint.to} of ${day(hint.begins)} is forced all the same.`,
      }
    case 'auto-images-worse':
      return {
        title: 'Image auto-update would not help',
        text: `Pool ${hint.pool} would first come to ${imageText(hint)}, which is forced on ${day(hint.begins)} already, before ${day(hint.otherwise)}.`,
      }
    case 'auto-images-idle': {
      const until = hint.until === null ? '' : ` ${beforeText(hint.until, clock)}`
      return {
        title: 'Image auto-update would not help',
        text: `For pool ${hint.pool} there is nothing that ${imageText(hint)} could be updated to by itself${until}.`,
      }
    }
  }
}

/** What goes with an update of Kubernetes, as a sentence more. */
function takenOutText({ to, gone, patch }: Extract<TriedRemedy, { readonly code: 'update-kubernetes' }>): string {
  if (gone.length === 0) return ''
  if (patch !== null) return ` The patch also takes out ${listed(gone)}, which ${to} does not go with.`
  const them = plural(gone.length, 'it', 'them')
  return ` ${to} does not go with ${listed(gone)}: take ${them} out in the same change, and name a CredentialsBinding in spec.credentialsBindingName instead of the SecretBinding. That has to be there first, hence there is no patch here.`
}

/** `Patch update, deprecated now, until 30 Jun 2027` */
function updateText({ isPatch, stage, expiry }: KubernetesTarget, { day }: RemedyClock): string {
  const until = expiry === null ? 'no expiry set' : `until ${day(expiry)}`
  return `${isPatch ? 'Patch' : 'Minor'} update, ${stage} now, ${until}`
}

function nodesText(nodes: NodesTouched, who = 'The nodes'): string {
  return {
    none: 'No node is touched',
    'kubelets-restart': 'Kubelets restart and no node rolls',
    'in-place': `${who} are updated in place`,
    'in-place-by-hand': `${who} are updated in place, those of pools with ManualInPlaceUpdate each once a person has labelled it`,
    rolling: `${who} roll`,
  }[nodes]
}

/** Until when a change helps, as the end of a sentence that says what it does: `, at a time you choose before 12 Dec 2026.` */
function timingText(timing: RemedyTiming, clock: RemedyClock): string {
  const why = 'as roll-outs are confined to the maintenance window (confineSpecUpdateRollout)'
  switch (timing.kind) {
    case 'any-time':
      return `, at a time you choose ${beforeText(timing.until, clock)}.`
    case 'at-once':
      return `, if you change it at once: the window is open, and its maintenance begins by ${clock.instant(timing.until)}.`
    case 'earlier-window':
      return `, in a window you choose before that of ${clock.day(timing.than)}: a change waits for the next one, ${why}.`
    case 'next-window': {
      const when = timing.begins === null ? 'the window that is open' : `the window of ${clock.instant(timing.begins)}`
      return `, not before ${when}: a change waits for it, ${why}. Only a reconcile that you ask for is earlier.`
    }
  }
}

/** `before 12 Dec 2026` */
function beforeText({ at, isNear }: TimeLimit, { day, instant }: RemedyClock): string {
  return `before ${isNear ? instant(at) : day(at)}`
}

function outcomeText(outcome: CourseOutcome, { day }: RemedyClock): string {
  switch (outcome.kind) {
    case 'fewer-fail': {
      const { before, after } = outcome
      const otherwise = before >= 365 ? 'every night does' : `${nightsText(before)} ${WITHIN_HORIZON}`
      const left = after === 0 ? 'No night fails then' : `Then ${nightsText(after)} ${WITHIN_HORIZON} fail`
      return `${left}, otherwise ${otherwise}.`
    }
    case 'nothing-forced':
      return 'Nothing is forced then, as far as dates are set.'
    case 'nothing-forced-until':
      return `Then nothing is forced until ${day(outcome.begins)}.`
    case 'fewer-forced':
      return outcome.after === 0
        ? `Then no update is forced, otherwise in ${nightsText(outcome.before)} ${WITHIN_HORIZON}.`
        : `Then an update is forced in ${nightsText(outcome.after)} ${WITHIN_HORIZON}, otherwise in ${outcome.before}.`
    case 'as-many-forced':
      return ''
  }
}

function nightsText(nights: number): string {
  return countOf(nights, 'night')
}

function moveOffText(pools: readonly string[], from: ImageTarget): string {
  return `Move ${shortPoolsText(pools)} off ${imageText(from)}`
}

function imageText({ image, version }: ImageTarget): string {
  return nameOf(image, version)
}

function heldText({ isRefused, misfit, begins, until }: HeldBack, { day }: RemedyClock): string {
  const when = `${capitalized(beginningText(begins, day))}${until === null ? '' : `, until ${day(until)},`}`
  return isRefused
    ? `${when} the API server refuses every maintenance because of this image.`
    : misfit === null
      ? `${when} no version of it is left, and its update fails every night.`
      : `${when} its update fails every night: ${misfitText(misfit)}.`
}

function stuckText({ pool, version, from, because }: StuckPart, { day }: RemedyClock): string {
  const owner = pool === null ? 'The control plane' : `Pool ${pool}`
  const is = from === null ? 'is' : `is, from ${day(from)} on,`
  return `${owner} ${is} stuck on ${version}: ${endText(because, version)}.`
}

/** What is said in place of advice where nothing is tried. */
export function tooLargeText(pools: number): string {
  return `What would help is not tried here: the cluster has ${pools} pools, and that is done for up to ${POOLS_ADVISED}.`
}

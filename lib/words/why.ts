import type { ExplainedCandidate, ExplainedStep, Explanation } from '@/lib/engine/explain'
import { expiryOf, minorText, parseVersion } from '@/lib/engine/rules'
import type { MachineImageVersion, Shoot, Worker } from '@/lib/engine/types'
import { dayText } from './time-text'
import { windowZone } from './when'

/** Whether the version is updated at all, and why. */
export function updatedText({ current, why, stage, component, stopped, steps, decision }: Explanation): string {
  if (stopped !== null) return `${stopText(stopped)}: ${current} stays, also if it has expired.`
  const which = component === 'poolImage' ? 'image' : 'Kubernetes'
  switch (why) {
    case 'auto':
      return `Yes, ${current} is listed and ${stage}, and ${which} auto-update is on${decision.kind === 'keep' ? ', but no other version qualifies' : ''}.`
    case 'expired':
      return `Yes, ${current} is listed and expired: Gardener then updates it whether auto-update is on or off.`
    case 'not-listed': {
      const isFiltered = steps[0]?.kind === 'filter' && steps[0].candidates.some(({ version }) => version === current)
      const what = isFiltered ? 'does not fit the pool' : 'is not in the profile'
      return `Yes, ${current} ${what}: that counts as expired.`
    }
    case null:
      if (parseVersion(current) === null) return `No, ${current} is no version that Gardener can read.`
      return `No, ${current} is listed and ${stage}, and ${which} auto-update is off: no other version is looked for.`
  }
}

/** Why images were not looked at. */
function stopText({ because, pool }: NonNullable<Explanation['stopped']>): string {
  const what = {
    'machine-type-unknown': 'machine type',
    'image-unknown': 'machine image',
    'version-unreadable': 'Kubernetes version',
  }[because]
  const verb = because === 'version-unreadable' ? 'cannot be read' : 'is not in the profile'
  return `The ${what} of pool ${pool} ${verb}, and Gardener looks at no image from there on, without a word`
}

/** What a step looks for. */
export function whyStepText({ kind, reach }: ExplainedStep, { current, why }: Explanation): string {
  const only = why === 'not-listed' ? `${current} is not listed` : `${current} is expired`
  const also = why === 'auto' ? '' : ' It comes first, also for an expired version.'
  switch (reach) {
    case 'fitting':
      return 'What fits the pool, before anything else: architecture, capabilities, container runtimes, kubelet, in place.'
    case 'same-minor':
      return `Same minor, higher, not preview, not expired; a supported version before a deprecated one.${also}`
    case 'same-major':
      return 'Same major, only because its minor has none; else the same rules.'
    case 'any':
      return 'Any version, only because its minor has none; else the same rules.'
    case 'next-minor':
      return `Only because ${only}: minor exactly +1, highest that is not expired.`
    case 'next-higher-minor':
    case 'next-higher-major': {
      const level = reach === 'next-higher-minor' ? 'minor' : 'major'
      return `Only because ${only}: the next higher ${level} that has a version, and there the ${kind === 'forced' ? 'highest' : 'first'}.`
    }
  }
}

/** Why a candidate is or is not chosen. */
export function candidateText(
  { version, rule, source }: ExplainedCandidate,
  step: ExplainedStep,
  explanation: Explanation,
  shoot: Shoot,
): string {
  const { current } = explanation
  const worker = shoot.workers.find(({ name }) => name === explanation.pool)
  const chosen = step.candidates.find((candidate) => candidate.rule === 'chosen')?.version
  switch (rule) {
    case 'chosen':
      return chosenText(step, version)
    case 'preview':
      return 'preview is never a target'
    case 'expired':
      return expiredText(source, step, chosen, shoot)
    case 'not-higher':
      return `not higher than ${current}`
    case 'other-minor':
      return `not of ${minorText(current)}`
    case 'other-major':
      return `not of major ${parseVersion(current)?.major ?? current}`
    case 'not-next-minor':
      return `minor is ${distance(version, current)}, only +1 is allowed`
    case 'deprecated':
      return `deprecated, and ${chosen} is not`
    case 'lower':
      return `lower than ${chosen}`
    case 'same':
      return `equal to ${chosen}, which is listed first`
    case 'farther':
      return `farther than ${minorText(chosen ?? '')}, which comes first`
    default:
      return misfitText(rule, source, explanation, worker)
  }
}

type WhyMisfit = 'architecture' | 'capability' | 'cri' | 'kubelet' | 'in-place'

function misfitText(
  misfit: WhyMisfit,
  source: Partial<MachineImageVersion>,
  { kubelet }: Explanation,
  worker: Worker | undefined,
): string {
  switch (misfit) {
    case 'architecture':
      return `not for ${worker?.architecture}`
    case 'capability':
      return `no flavor of it fits the machine type ${worker?.machineType}`
    case 'cri':
      return `does not run ${[worker?.cri.name, ...(worker?.cri.containerRuntimes ?? [])].join(' with ')}`
    case 'kubelet':
      return `supports kubelets ${source.kubeletVersionConstraint}, the pool has ${kubelet}`
    case 'in-place': {
      const { supported, minVersionForUpdate } = source.inPlaceUpdates ?? { supported: false }
      if (!supported) return 'cannot be updated in place'
      return minVersionForUpdate === undefined
        ? 'names no version that it can be reached from in place'
        : `can be reached in place from ${minVersionForUpdate} on`
    }
  }
}

function chosenText({ kind, reach, candidates }: ExplainedStep, version: string): string {
  const stage = candidates.find((candidate) => candidate.version === version)?.stage
  const where =
    reach === 'any' ? '' : reach === 'same-major' ? ` of ${version.split('.')[0]}` : ` of ${minorText(version)}`
  if (stage === 'expired') return `chosen, highest${where}, as all have expired`
  const limit = kind === 'forced' ? 'not expired' : stage === 'deprecated' ? 'left' : 'supported'
  if (stage === 'unavailable') return `chosen, highest${where}, though not available yet`
  return limit === 'left' ? `chosen, highest${where}, as none is supported` : `chosen, highest${where} that is ${limit}`
}

function expiredText(
  source: ExplainedCandidate['source'],
  { kind }: ExplainedStep,
  chosen: string | undefined,
  { window }: Shoot,
): string {
  const expiry = expiryOf(source)
  const expired = expiry === null ? 'expired' : `expired ${dayText(expiry, windowZone(window))}`
  return kind === 'forced' && chosen !== undefined ? `${expired}, and ${chosen} is not` : expired
}

/** `+2`, `−1`, or words where the majors differ. */
function distance(text: string, from: string): string {
  const [version, base] = [parseVersion(text), parseVersion(from)]
  if (version === null || base === null || version.major !== base.major) return 'of another major'
  const minors = Number(version.minor) - Number(base.minor)
  return minors > 0 ? `+${minors}` : minors === 0 ? 'the same' : `−${-minors}`
}

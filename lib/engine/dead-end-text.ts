import type { DeadEnd } from './dead-ends'
import { dayText } from './instant-text'
import type { Shoot } from './types'
import type { UpdateRule } from './update-error'
import { minorOf, parseVersion, plus } from './version'
import { offsetOf } from './window-offset'

/** A dead end as one sentence, with days on the shoot's own clock. */
export function deadEndText(deadEnd: DeadEnd, shoot: Shoot): string {
  const { kind, component, pool, image, version } = deadEnd
  const when = whenText(deadEnd, shoot)
  const owner = component === 'controlPlane' ? 'the control plane' : `pool ${pool}`
  const stuck = `${when} ${owner} cannot leave ${image ?? 'Kubernetes'} ${version}`
  switch (kind) {
    case 'minor-gap':
      return `${stuck}: the profile lists no version of ${nextMinor(version)}, and a minor cannot be skipped.`
    case 'only-previews':
      return `${stuck}: all versions of ${nextMinor(version)} are previews, and those are never a target.`
    case 'last-minor':
      return `${stuck}: the profile lists no higher minor.`
    case 'image-end-of-life':
      return `${stuck}: no version of the image is left to go to.`
    case 'no-fitting-image':
      return `${stuck}: there are higher versions of the image, but none that fits the pool.`
    case 'unreadable':
      return `${stuck}: Gardener cannot read the version.`
    case 'machine-type-unknown':
      return `${when} no image of ${owner} and of the pools after it is updated, and nothing is said about it: the machine type ${machineTypeOf(shoot, pool)} is not in the profile.`
    case 'image-unknown':
      return `${when} no image of ${owner} and of the pools after it is updated, and nothing is said about it: the image ${image} is not in the profile.`
    case 'refused':
      return `${when} the API server refuses the whole maintenance: ${deadEnd.rule === null ? 'it does not say why' : refusalText(deadEnd.rule, deadEnd)}.`
  }
}

function whenText({ since, until }: DeadEnd, { window }: Shoot): string {
  const [from, to] = [since, until].map((at) => (at === null ? null : dayText(at, offsetOf(window))))
  if (to === null) return `From ${from} on`
  return from === to ? `On ${from}` : `From ${from} to ${to}`
}

function refusalText(rule: UpdateRule, { pool, image, version, to }: DeadEnd): string {
  const what = `${image} ${to ?? version}`
  switch (rule) {
    case 'image-unknown':
      return `the profile spells the image ${image} of pool ${pool} in another case`
    case 'image-not-listed':
      return `${what}, for pool ${pool}, is not in the profile`
    case 'image-architecture':
      return `${what} is not for the architecture of pool ${pool}`
    case 'image-unavailable':
      return `${what}, for pool ${pool}, is not available`
    case 'image-not-in-place':
      return `pool ${pool} cannot be updated in place from ${image} ${version} to ${to}`
    case 'image-capabilities':
      return `${what} does not fit the machine type of pool ${pool}`
    case 'image-kubelet':
      return `${what} of pool ${pool} does not support its new kubelet version`
    case 'version-not-listed':
      return `Kubernetes ${to ?? version}${pool === null ? '' : `, for pool ${pool},`} is not in the profile in that spelling`
    case 'version-downgrade':
      return `pool ${pool} would go back from Kubernetes ${version} to ${to}`
    case 'version-skips-minor':
      return `pool ${pool} is updated in place and would skip a minor, from Kubernetes ${version} to ${to}`
    case 'pool-above-control-plane':
      return `pool ${pool} would be above its control plane`
    case 'pool-too-far-behind':
      return `pool ${pool}, with its own Kubernetes ${version}, would be more than three minors behind its control plane`
    case 'pool-pending-in-place':
      return `the update in place of pool ${pool} is not finished`
    case 'operation':
      return 'an operation that it is annotated with is not permitted'
    case 'control-plane-moves':
      return 'its control plane is moving to another seed'
    case 'feature-gate-locked':
      return 'the new Kubernetes version locks a feature gate to another value'
  }
}

function nextMinor(text: string): string {
  const version = parseVersion(text)
  return version === null ? text : minorOf({ ...version, minor: plus(version.minor, 1) })
}

function machineTypeOf({ workers }: Shoot, pool: string | null): string {
  return workers.find(({ name }) => name === pool)?.machineType ?? ''
}

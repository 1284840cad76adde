import { skewFaults, stepFaults, type VersionFault } from '@/lib/engine/rules'
import { type Found, forbidden, invalid } from './refusal'

/** What the validation refuses of a step from one Kubernetes version to another (docs/rules.md#version-steps), in sentences of ours. */
export function refuseVersionStep(to: string, from: string, maySkip: boolean, field: string): readonly Found[] {
  return stepFaults(to, from, maySkip).map((fault) => found(fault, field, to, from))
}

/** The same of a pool beside its control plane. */
export function refuseVersionSkew(controlPlane: string, pool: string, field: string): readonly Found[] {
  return skewFaults(controlPlane, pool).map((fault) => found(fault, field, pool, controlPlane))
}

/** `other`: what the version was before, or that of the control plane. */
function found(fault: VersionFault, field: string, version: string, other: string): Found {
  switch (fault.rule) {
    case 'version-unreadable':
      return unreadable(field, fault.unreadable)
    case 'version-downgrade':
      return forbidden(field, fault.rule, `${version} is lower than ${other}: Kubernetes cannot be downgraded.`)
    case 'version-skips-minor': {
      const detail = `From ${other} to ${version} a minor version would be skipped: update to the next minor first.`
      return forbidden(field, fault.rule, detail)
    }
    case 'pool-above-control-plane': {
      const detail = `${version} is higher than the control plane's ${other}: update the control plane first.`
      return forbidden(field, fault.rule, detail)
    }
    case 'pool-too-far-behind': {
      const detail = `${version} is more than three minors behind the control plane's ${other}: update the pool first.`
      return forbidden(field, fault.rule, detail)
    }
  }
}

export function unreadable(field: string, text: string): Found {
  return invalid(field, 'version-unreadable', `"${text}" is no version.`, { value: text })
}

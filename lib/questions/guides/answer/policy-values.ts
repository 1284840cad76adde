import type { VersionManagement } from '@/lib/engine/policy'
import { DAY } from '@/lib/engine/time'
import type { PolicyFile } from '@/lib/landscape/policy-file'
import type { ScenarioAnswer } from '../contract'
import { type Policies, policiesOf, type Way } from './scenarios'

/** What the automations mean here: as the file that `POLICY` names has it, else as usual. */
export interface PolicyValues {
  readonly policies: Policies
  /** How guides are done if nobody says otherwise. */
  readonly usualWay: Way
  readonly body: ScenarioAnswer['policy']
}

/** `image` null: of Kubernetes versions. */
export function policyValues(file: PolicyFile | null, image: string | null): PolicyValues {
  const policy = file?.reading.kind === 'ok' ? file.reading.policy : null
  const inForce: VersionManagement | null =
    policy === null ? null : image === null ? policy.kubernetes : policy.machineImages
  const policies = policiesOf(inForce)
  const { expirationDuration, versionMaintenance } = policies.maintenance
  const way = inForce === null ? null : inForce.versionMaintenance === undefined ? 'management' : 'maintenance'
  return {
    policies,
    usualWay: way ?? 'hand',
    body: {
      file: file?.name ?? null,
      inForce: way,
      expiration: expirationDuration / DAY,
      maintained: versionMaintenance?.maintainedVersions ?? 0,
      expirationUnmaintained: (versionMaintenance?.expirationDurationUnmaintainedVersion ?? expirationDuration) / DAY,
      problem: problemOf(file),
    },
  }
}

function problemOf(file: PolicyFile | null): string | null {
  if (file === null || file.reading.kind === 'ok') return null
  const [first] = file.reading.problems
  if (first === undefined) return 'is no policy'
  const { path, line, reason } = first
  return `${line === null ? '' : `line ${line}: `}${path === '' ? '' : `${path} `}${reason}`
}

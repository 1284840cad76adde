import type { EditBody, NewVersionBody } from '@/lib/contract'
import type { Edit, Life } from '@/lib/engine/edit'
import { parseInstant } from '@/lib/engine/time'
import type { CloudProfile, Instant, LifecycleStage, MachineImageVersion } from '@/lib/engine/types'

/** An edit as the engine takes it. `at`: when stages begin that say no time; `profile` decides about defaults. */
export function readEdit(body: EditBody, at: Instant, profile: CloudProfile): Edit {
  switch (body.kind) {
    case 'add': {
      const place = body.index === undefined ? {} : { index: body.index }
      const { version } = body.entry
      return body.image === null
        ? { kind: 'add', image: null, entry: { version, ...readLife(body.entry) }, ...place }
        : { kind: 'add', image: body.image, entry: readImageVersion(body.entry, profile), ...place }
    }
    case 'classify': {
      const { kind, image, version, classification, from } = body
      return { kind, image, version, classification, from: from === undefined ? at : instantOf(from) }
    }
    case 'expire': {
      const { expirationDate } = body
      return { ...body, expirationDate: expirationDate === null ? null : instantOf(expirationDate) }
    }
    case 'schedule':
      return { ...body, lifecycle: body.lifecycle === null ? null : body.lifecycle.map(readStage) }
    case 'restore':
      return { ...body, life: readLife(body.life) }
    case 'addImage': {
      const { index, ...rest } = body
      return { ...rest, ...(index !== undefined && { index }) }
    }
    default:
      return body
  }
}

function readLife({
  classification,
  expirationDate,
  lifecycle,
}: Pick<NewVersionBody, 'classification' | 'expirationDate' | 'lifecycle'>): Life {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: instantOf(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(readStage) }),
  }
}

type StageBody = NonNullable<NewVersionBody['lifecycle']>[number]

function readStage({ classification, startTime }: StageBody): LifecycleStage {
  return startTime === undefined ? { classification } : { classification, startTime: instantOf(startTime) }
}

/** With the defaults of the API server: containerd, and amd64 where capabilities do not say. */
function readImageVersion(body: NewVersionBody, { machineCapabilities }: CloudProfile): MachineImageVersion {
  const { version, architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates } = body
  const byCapabilities = (machineCapabilities ?? []).length > 0
  return {
    version,
    ...readLife(body),
    architectures: architectures ?? (byCapabilities ? [] : ['amd64']),
    cri: (cri ?? [{ name: 'containerd' }]).map(({ name, containerRuntimes }) => ({
      name,
      containerRuntimes: containerRuntimes ?? [],
    })),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && { capabilityFlavors }),
    ...(inPlaceUpdates !== undefined && {
      inPlaceUpdates: {
        supported: inPlaceUpdates.supported,
        ...(inPlaceUpdates.minVersionForUpdate !== undefined && {
          minVersionForUpdate: inPlaceUpdates.minVersionForUpdate,
        }),
      },
    }),
  }
}

/** The contract has checked that it is one; what is no day (30 February) is never. */
function instantOf(text: string): Instant {
  return parseInstant(text) ?? Number.POSITIVE_INFINITY
}

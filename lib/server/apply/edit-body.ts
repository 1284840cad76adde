import type { EditBody, NewVersionBody } from '@/lib/contract'
import { WRITABLE_STAGES } from '@/lib/contract/words'
import type { Edit, Life } from '@/lib/engine'
import type { Instant, LifecycleStage, MachineImageVersion } from '@/lib/engine/types'
import { onWire } from '../clock'

/** An edit as the contract has it: the way back from `readEdit`. */
export function editBody(edit: Edit): EditBody {
  switch (edit.kind) {
    case 'add': {
      const place = edit.index === undefined ? {} : { index: edit.index }
      const entry =
        edit.image === null ? { version: edit.entry.version, ...lifeBody(edit.entry) } : imageVersionBody(edit.entry)
      return { kind: 'add', image: edit.image, entry, ...place }
    }
    case 'classify':
      return { ...edit, from: onWire(edit.from) }
    case 'expire':
      return { ...edit, expirationDate: timeOf(edit.expirationDate) }
    case 'schedule':
      return { ...edit, lifecycle: edit.lifecycle === null ? null : edit.lifecycle.flatMap(stageBody) }
    case 'restore':
      return { ...edit, life: lifeBody(edit.life) }
    default:
      return edit
  }
}

function timeOf(at: Instant | null): string | null {
  return at === null ? null : onWire(at)
}

function lifeBody({
  classification,
  expirationDate,
  lifecycle,
}: Life): Pick<NewVersionBody, 'classification' | 'expirationDate' | 'lifecycle'> {
  const stage = WRITABLE_STAGES.find((one) => one === classification)
  return {
    ...(stage !== undefined && { classification: stage }),
    ...(expirationDate !== undefined && { expirationDate: onWire(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.flatMap(stageBody) }),
  }
}

type StageBody = NonNullable<NewVersionBody['lifecycle']>[number]

/** `unavailable` follows from the other stages; nobody writes it. */
function stageBody({ classification, startTime }: LifecycleStage): StageBody[] {
  if (classification === 'unavailable') return []
  return [{ classification, ...(startTime !== undefined && { startTime: onWire(startTime) }) }]
}

function imageVersionBody(entry: MachineImageVersion): NewVersionBody {
  const { version, architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates } = entry
  return {
    version,
    ...lifeBody(entry),
    architectures: [...architectures],
    cri: cri.map(({ name, containerRuntimes }) => ({ name, containerRuntimes: [...containerRuntimes] })),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && {
      capabilityFlavors: capabilityFlavors.map((flavor) =>
        Object.fromEntries(Object.entries(flavor).map(([name, values]) => [name, [...values]])),
      ),
    }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: { ...inPlaceUpdates } }),
  }
}

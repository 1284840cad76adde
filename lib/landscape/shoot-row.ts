import type { ShootRow } from '@/lib/contract/clusters'
import { windowTrouble } from '@/lib/engine/explain/obstacles'
import { nothingAhead } from '@/lib/engine/outlook'
import type { MaintenanceTimeWindow } from '@/lib/engine/types'
import { oncePer } from '@/lib/process/kept'
import { clusterEventBody } from './cluster-event'
import type { FleetIndex } from './fleet-index'
import type { Running } from './running'
import { flagsOf } from './shoot-filter'
import { occurrenceFrom, windowBody, windowText } from './window-body'

/** Most clusters share a window with others. */
const troubleOf = oncePer((window: MaintenanceTimeWindow) => windowTrouble(window)?.kind ?? null)

/** One shoot as lists show it; `position` is that in the roster. */
export function shootRow(index: FleetIndex, position: number): ShootRow {
  const member = index.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot } = member
  const forecast = index.forecasts.at(position) ?? nothingAhead
  const versions = index.running(member.profile)
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    project: member.project,
    profile: shoot.profile,
    purpose: shoot.purpose ?? null,
    region: shoot.region ?? null,
    kubernetes: body(versions.kubernetes(shoot.kubernetesVersion)),
    pools: shoot.workers.map((worker) => ({
      name: worker.name,
      kubernetes: worker.kubernetesVersion === undefined ? null : body(versions.kubernetes(worker.kubernetesVersion)),
      image:
        worker.image === undefined
          ? null
          : { name: worker.image.name, ...body(versions.image(worker.image.name, worker.image.version)) },
      machineType: worker.machineType,
      updateStrategy: worker.updateStrategy,
      nodes: { min: worker.minimum, max: worker.maximum },
    })),
    nodes: member.nodes,
    autoUpdate: { kubernetes: shoot.autoUpdate.kubernetesVersion, machineImage: shoot.autoUpdate.machineImageVersion },
    nextWindow: windowBody(occurrenceFrom(shoot.window, index.at), shoot.window),
    windowText: windowText(shoot.window),
    windowTrouble: shoot.window === undefined ? null : troubleOf(shoot.window),
    flags: flagsOf(index, member),
    next: forecast.next && clusterEventBody(index, member, forecast.next),
    nextForced: forecast.nextForced && clusterEventBody(index, member, forecast.nextForced),
  }
}

function body({ version, stage, expires }: Running) {
  return { version, stage, expires }
}

import type { Outlook } from './outlook'
import { flagsOf } from './shoot-filter'
import { clusterWindow, occurrenceFrom, windowText, windowTroubleKind } from './window'

/** One cluster as lists show it. */
export function shootRowOf(outlook: Outlook) {
  const { landscape, member, forecast, next } = outlook
  const { shoot } = member
  const versions = landscape.running(member.profile)
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    project: member.project,
    profile: shoot.profile,
    purpose: shoot.purpose ?? null,
    region: shoot.region ?? null,
    kubernetes: versions.kubernetes(shoot.kubernetesVersion),
    pools: shoot.workers.map((worker) => ({
      name: worker.name,
      kubernetes: worker.kubernetesVersion === undefined ? null : versions.kubernetes(worker.kubernetesVersion),
      image:
        worker.image === undefined
          ? null
          : { name: worker.image.name, ...versions.image(worker.image.name, worker.image.version) },
      updateStrategy: worker.updateStrategy,
      nodes: { min: worker.minimum, max: worker.maximum },
    })),
    nodes: member.nodes,
    autoUpdate: { kubernetes: shoot.autoUpdate.kubernetesVersion, machineImage: shoot.autoUpdate.machineImageVersion },
    nextWindow: clusterWindow(occurrenceFrom(shoot.window, landscape.at), shoot.window),
    windowText: windowText(shoot.window),
    windowTrouble: windowTroubleKind(shoot.window),
    flags: flagsOf(landscape, member),
    next,
    // Of most clusters it is the same event, which is told once.
    nextForced: forecast.nextForced === forecast.next ? next : outlook.nextForced,
  }
}

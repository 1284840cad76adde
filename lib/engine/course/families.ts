import type { CompiledProfile } from '@/lib/engine/rules'
import { carriedBy, isUnasked, subjectOf } from '@/lib/engine/rules'
import type { Shoot, Worker } from '@/lib/engine/types'
import { keyOfCarried, TextNumbers } from './carried-key'
import type { MemoizedPicker } from './memoized-picker'
import { once } from './once'
import type { PoolKinds } from './pool-kinds'
import { atRest, type Family, memberOf, TransitionNode } from './transitions'

/** Finds the nodes of shoots of one profile: one node for all that come out the same, names and windows aside. */
export class Families {
  private readonly families = new Map<string, Family>()
  private readonly versions = new TextNumbers()
  private found = 0

  constructor(
    private readonly profile: CompiledProfile,
    private readonly pools: PoolKinds,
    private readonly picker: MemoizedPicker,
  ) {}

  /** How many nodes there are. */
  get size(): number {
    return this.found
  }

  /** Of the shoot as it is now, without automatic rotations. */
  nodeOf(shoot: Shoot): TransitionNode {
    const family = this.familyOf(shoot)
    const { nodes } = family
    const before = nodes.size
    const carried = carriedBy(shoot)
    const key = keyOfCarried(this.versions, carried)
    const node = isUnasked(shoot)
      ? memberOf(family, key, { carried })
      : askedNode(family, `${key}|${unrest(shoot)}`, shoot)
    this.found += nodes.size - before
    return node
  }

  /** Of the shoot with its automatic rotations, with which no two shoots come out the same: it is shared with no other. */
  ownNodeOf(shoot: Shoot): TransitionNode {
    return new TransitionNode(subjectOf(shoot, this.profile), { carried: carriedBy(shoot) }, this.newFamily(shoot), '')
  }

  private familyOf(shoot: Shoot): Family {
    const name = this.nameOf(shoot)
    let family = this.families.get(name)
    if (family === undefined) {
      family = this.newFamily(shoot)
      this.families.set(name, family)
    }
    return family
  }

  private newFamily(shoot: Shoot): Family {
    const rested = subjectOf(atRest(withoutRotations(shoot)), this.profile)
    return {
      rested,
      picker: this.picker,
      boundaries: once(() => this.picker.boundariesFor(rested.shoot)),
      nodes: new Map(),
      versions: this.versions,
      parts: once(() => shoot.workers.map((worker) => this.familyOf(withPool(rested.shoot, worker)))),
    }
  }

  /**
   * Everything about a shoot that decides how its maintenances come out, apart from its window, automatic rotations, what it
   * carries and what it is asked for: two shoots of one profile with equal texts for all of these have equal outcomes, names
   * aside.
   */
  private nameOf(shoot: Shoot): string {
    const { pendingWorkerUpdates, versionBound, workers } = shoot
    let name = flagsOf(shoot)
    for (const worker of workers) name += ` ${this.pools.of(worker).kind}`
    if (versionBound?.featureGates !== undefined) name += ` gates ${workers.map(({ ownKubelet }) => ownKubelet)}`
    if (pendingWorkerUpdates.length > 0) name += ` pending ${workers.map((w) => pendingWorkerUpdates.includes(w.name))}`
    return name
  }
}

/** The shoot with this pool alone, these settings, and nothing that happened to it. */
export function withPool(shoot: Shoot, worker: Worker, versionBound?: Shoot['versionBound']): Shoot {
  const { versionBound: _, droppedOnWrite: __, lastMaintenance: ___, ...bare } = shoot
  return { ...bare, workers: [worker], pendingWorkerUpdates: [], ...(versionBound && { versionBound }) }
}

/** Of a shoot that failed or is asked for something. */
function askedNode(family: Family, key: string, shoot: Shoot): TransitionNode {
  let node = family.nodes.get(key)
  if (node === undefined) {
    const subject = subjectOf(withoutRotations(shoot), family.rested.profile)
    node = new TransitionNode(subject, { carried: carriedBy(shoot) }, family, key)
    family.nodes.set(key, node)
  }
  return node
}

function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}

function flagsOf({ autoUpdate }: Shoot): string {
  if (autoUpdate.kubernetesVersion) return autoUpdate.machineImageVersion ? 'ki' : 'k'
  return autoUpdate.machineImageVersion ? 'i' : ''
}

/** Why it is not at rest, with everything that decides what becomes of that. */
function unrest(shoot: Shoot): string {
  const { annotations, lastOperation, hibernated, sshAccess, alwaysDiffers } = shoot
  const why = JSON.stringify([annotations, lastOperation, hibernated, sshAccess === false, alwaysDiffers === true])
  return Object.keys(annotations).length === 0 ? why : why + operationGround(shoot)
}

/** What the API server looks at when operations are asked for; they may name pools. */
function operationGround(shoot: Shoot): string {
  const { workers, confineSpecUpdateRollout, rotationPhases, rotationTimes, pendingLists } = shoot
  const names = workers.map(({ name }) => name)
  return JSON.stringify([names, confineSpecUpdateRollout, rotationPhases, rotationTimes, pendingLists])
}

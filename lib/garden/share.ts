import type { Shoot } from '@/lib/engine/types'
import type { ReadObject } from './read-object'

/**
 * Lets equal parts of many shoots be the same object: a landscape has 100,000 shoots, but only a few hundred windows, pools
 * and images. What comes out holds nothing of what went in: a text that was cut out of a file would keep the whole file in
 * memory. Meant to live as long as one reading of a landscape.
 */
export class Sharing {
  private readonly parts = new Map<string, unknown>()
  private readonly texts = new Map<string, string>()

  object<T extends ReadObject>(object: T): T {
    if (object.kind !== 'Shoot') return copy(object)
    const problems = object.problems.length === 0 ? object.problems : copy(object.problems)
    return { ...object, label: copy(object.label), value: this.shoot(object.value), problems }
  }

  shoot(shoot: Shoot): Shoot {
    return {
      ...shoot,
      name: copy(shoot.name),
      namespace: this.text(shoot.namespace),
      kubernetesVersion: this.text(shoot.kubernetesVersion),
      profile: this.part(shoot.profile),
      annotations: isEmpty(shoot.annotations) ? nothing : this.part(shoot.annotations),
      autoUpdate: this.part(shoot.autoUpdate),
      workers: shoot.workers.map((worker) => this.part(worker)),
      pendingWorkerUpdates: shoot.pendingWorkerUpdates.length === 0 ? none : this.part(shoot.pendingWorkerUpdates),
      ...(shoot.resourceVersion !== undefined && { resourceVersion: copy(shoot.resourceVersion) }),
      ...(shoot.window && { window: this.part(shoot.window) }),
      ...(shoot.purpose !== undefined && { purpose: this.text(shoot.purpose) }),
      ...(shoot.region !== undefined && { region: this.text(shoot.region) }),
      ...(shoot.lastOperation && { lastOperation: this.part(shoot.lastOperation) }),
      ...(shoot.lastErrors && { lastErrors: copy(shoot.lastErrors) }),
      ...(shoot.conditions && { conditions: this.part(shoot.conditions) }),
      ...(shoot.lastMaintenance && {
        lastMaintenance: { ...copy(shoot.lastMaintenance), description: this.text(shoot.lastMaintenance.description) },
      }),
      ...(shoot.versionBound && { versionBound: this.part(shoot.versionBound) }),
      ...(shoot.rotationTimes && { rotationTimes: copy(shoot.rotationTimes) }),
      ...(shoot.manualInPlaceWorkersUpdated && {
        manualInPlaceWorkersUpdated: this.part(shoot.manualInPlaceWorkersUpdated),
      }),
      ...(shoot.gardenerVersion !== undefined && { gardenerVersion: this.text(shoot.gardenerVersion) }),
      ...(shoot.reportedConstraints && { reportedConstraints: this.part(shoot.reportedConstraints) }),
      ...(shoot.autoRotation && { autoRotation: this.part(shoot.autoRotation) }),
    }
  }

  private text(text: string): string {
    const known = this.texts.get(text)
    if (known !== undefined) return known
    const own = copy(text)
    this.texts.set(own, own)
    return own
  }

  private part<T extends object>(part: T): T {
    const key = JSON.stringify(part)
    const known = this.parts.get(key)
    if (known !== undefined) return known as T
    const own: T = JSON.parse(key)
    this.parts.set(key, own)
    return own
  }
}

const nothing: Shoot['annotations'] = Object.freeze({})
const none: readonly string[] = Object.freeze([])

function isEmpty(record: object): boolean {
  for (const _ in record) return false
  return true
}

/** Also of its texts. Nothing of the engine's is lost: it holds no undefined, no dates and no numbers beyond JSON. */
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

import type { Shoot } from '@/lib/engine/types'

/**
 * Lets equal parts of many shoots be the same object: a landscape has 100,000 shoots, but only a few hundred windows, pools
 * and images. Meant to live as long as one reading of a landscape.
 */
export class Sharing {
  private readonly parts = new Map<string, unknown>()
  private readonly texts = new Map<string, string>()

  shoot(shoot: Shoot): Shoot {
    return {
      ...shoot,
      namespace: this.text(shoot.namespace),
      kubernetesVersion: this.text(shoot.kubernetesVersion),
      profile: this.part(shoot.profile),
      annotations: this.part(shoot.annotations),
      autoUpdate: this.part(shoot.autoUpdate),
      workers: this.part(shoot.workers.map((worker) => this.part(worker))),
      pendingWorkerUpdates: this.part(shoot.pendingWorkerUpdates),
      ...(shoot.window && { window: this.part(shoot.window) }),
      ...(shoot.purpose !== undefined && { purpose: this.text(shoot.purpose) }),
      ...(shoot.region !== undefined && { region: this.text(shoot.region) }),
      ...(shoot.lastOperation && { lastOperation: this.part(shoot.lastOperation) }),
      ...(shoot.lastMaintenance && {
        lastMaintenance: { ...shoot.lastMaintenance, description: this.text(shoot.lastMaintenance.description) },
      }),
      ...(shoot.versionBound && { versionBound: this.part(shoot.versionBound) }),
    }
  }

  private text(text: string): string {
    const known = this.texts.get(text)
    if (known !== undefined) return known
    this.texts.set(text, text)
    return text
  }

  private part<T extends object>(part: T): T {
    const key = JSON.stringify(part)
    const known = this.parts.get(key)
    if (known !== undefined) return known as T
    this.parts.set(key, part)
    return part
  }
}

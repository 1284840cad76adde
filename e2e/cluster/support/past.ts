import { setTimeout as sleep } from 'node:timers/promises'
import { forecast, MemoizedProfiles } from '@/lib/engine/course'
import { isDeepEqual } from '@/lib/engine/json'
import { windowAround, windowOf } from '@/lib/engine/rules'
import { DAY, HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { profileKey } from '@/lib/garden/garden'
import { usualTiming } from '@/lib/garden/kubernetes/failure'
import { KubernetesGarden } from '@/lib/garden/kubernetes/kubernetes-garden'
import { parseShoot } from '@/lib/garden/parse'
import { StoredHistory } from '@/lib/history'
import { openStore } from '@/lib/store'
import { type Api, type KubeObject, paths } from './api'

/** What a user or Gardener does at a moment; returns the object that comes back. */
type Act = () => Promise<KubeObject>

interface Planned {
  readonly seen: Instant
  readonly act: Act
}

const wire = (instant: Instant) => `${new Date(instant).toISOString().slice(0, 19)}Z`

/**
 * Weeks of one namespace within seconds: what clients do to the real API server is read and recorded by what Almanac reads and records
 * with, and only the moments at which it is seen are those of the past. What it writes is what Almanac then starts on.
 */
export class Past {
  private readonly garden: KubernetesGarden
  private readonly memoized = new MemoizedProfiles()
  private readonly failing = new Map<string, number>()
  private readonly store: ReturnType<typeof openStore>
  private history: StoredHistory
  private isFollowed = false

  /** @param env `KUBECONFIG`, `NAMESPACES` and `DATA_DIR`, as Almanac gets them */
  constructor(
    private readonly admin: Api,
    env: Readonly<Record<string, string>>,
  ) {
    this.garden = new KubernetesGarden(env, { ...usualTiming, pause: 5, readingPause: 5 })
    this.store = openStore(env)
    this.history = this.record()
  }

  async ready(): Promise<void> {
    await this.until(() => this.garden.status().state === 'live')
  }

  /** Something is done that is seen at a moment. */
  async at(seen: Instant, act: Act): Promise<void> {
    await this.done(act)
    this.note(seen)
  }

  /** Nothing else happened until then. Writes what is known. */
  async quiet(seen: Instant): Promise<void> {
    this.note(seen)
    await this.history.settled()
  }

  /** Almanac does not look from now until the next moment that is noted. */
  async pause(): Promise<void> {
    await this.history.close()
    this.history = this.record()
    this.isFollowed = false
  }

  /** Reconciliation fails after the next maintenance of a cluster, and for so many hours. */
  fails(name: string, hours: number): void {
    this.failing.set(name, hours)
  }

  /** Gardener maintains what has its window then; `isSeen`: Almanac looks. */
  async maintainAll(at: Instant, isSeen = true): Promise<void> {
    const acts: Planned[] = []
    for (const shoot of this.garden.snapshot().shoots) acts.push(...(await this.maintenanceOf(shoot, at)))
    await this.all(acts, isSeen)
  }

  /** Its owner asks for it: Gardener maintains a cluster at once, in no window of its own. */
  async maintainNow(name: string, at: Instant): Promise<void> {
    const shoot = [...this.garden.snapshot().shoots].find((one) => one.name === name)
    if (shoot === undefined) throw new Error(`${name} is not there.`)
    const text = (instant: Instant) => `${wire(instant).slice(11, 19).replaceAll(':', '')}+0000`
    const open = { ...shoot, window: { begin: text(at), end: text(at + HOUR) } }
    await this.all([
      { seen: at - 10 * SECOND, act: () => this.annotate(shoot, 'maintain') },
      { seen: at + SECOND, act: () => this.annotate(shoot, null) },
      ...(await this.maintenanceOf(open, at)),
    ])
  }

  async close(): Promise<void> {
    await this.garden.close()
    await this.history.close()
    await this.store.close()
  }

  private async all(acts: readonly Planned[], isSeen = true): Promise<void> {
    for (const { seen, act } of acts.toSorted((a, b) => a.seen - b.seen)) {
      if (isSeen) await this.at(seen, act)
      else await this.done(act)
    }
  }

  /** What Gardener writes at a moment in a window of a cluster, in its order and its words, by the rules of the engine. */
  private async maintenanceOf(shoot: Shoot, at: Instant): Promise<Planned[]> {
    const window = windowAround(windowOf(shoot), at)
    const entry = this.garden.snapshot().profiles.get(profileKey(shoot.profile))
    if (window === null || entry === undefined) return []
    const options = { from: at, to: at, moment: at - window.begin, rotations: true }
    const [step] = forecast(shoot, this.memoized.of(entry.profile), options).steps
    if (step === undefined || step.description === null) return []
    const { description, failureReason, specChanged } = step
    const triggeredTime = wire(at)
    const says = (state: string, more: object = {}) => ({
      act: () => this.status(shoot, { lastMaintenance: { description, state, triggeredTime, ...more } }),
    })
    const operation = (state: string) => ({ act: () => this.operation(shoot, state) })
    const refused = await this.refusalOf(shoot, step)
    if (refused !== null) {
      const reason = `Updates to the Shoot failed to be applied: ${refused}`
      return [
        {
          seen: at + 4 * SECOND,
          ...says('Failed', { description: 'Maintenance failed', failureReason: reason }),
        },
      ]
    }
    const isFailed = step.state === 'Failed'
    const begun = isFailed ? says('Failed', { failureReason }) : says('Processing')
    const acts: Planned[] = [{ seen: at + 3 * SECOND, ...begun }]
    if (specChanged) {
      const patch = patchOf(shoot, step)
      acts.push({ seen: at + 4 * SECOND, act: () => this.admin.object('PATCH', pathOf(shoot), patch) })
    }
    if (!isFailed) acts.push({ seen: at + 5 * SECOND, ...says('Succeeded') })
    if (!specChanged) return acts
    const hours = this.failing.get(shoot.name)
    this.failing.delete(shoot.name)
    acts.push({ seen: at + 20 * SECOND, ...operation('Processing') })
    acts.push({ seen: at + 12 * MINUTE, ...operation(hours === undefined ? 'Succeeded' : 'Failed') })
    if (hours !== undefined) acts.push({ seen: at + hours * HOUR, ...operation('Succeeded') })
    return acts
  }

  /** What the API server says to the update; null: it would accept it. */
  private async refusalOf(shoot: Shoot, step: ForecastStep): Promise<string | null> {
    if (!step.specChanged) return null
    const { status, body } = await this.admin.ask('PATCH', `${pathOf(shoot)}?dryRun=All`, patchOf(shoot, step))
    return status < 300 ? null : JSON.parse(body).message
  }

  private annotate(shoot: Shoot, operation: string | null): Promise<KubeObject> {
    const annotations = { 'gardener.cloud/operation': operation }
    return this.admin.object('PATCH', pathOf(shoot), { metadata: { annotations } })
  }

  private operation(shoot: Shoot, state: string): Promise<KubeObject> {
    const lastErrors =
      state === 'Failed' ? [{ description: 'quota exceeded', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }] : []
    const lastOperation = { type: 'Reconcile', state, progress: state === 'Succeeded' ? 100 : 40, description: '' }
    return this.status(shoot, { lastOperation, lastErrors })
  }

  private status(shoot: Shoot, status: object): Promise<KubeObject> {
    return this.admin.object('PATCH', `${pathOf(shoot)}/status`, { status })
  }

  private async done(act: Act): Promise<void> {
    const object = await act()
    await this.until(() => this.shows(object))
  }

  private note(seen: Instant): void {
    this.history.record(this.garden.snapshot(), seen, this.isFollowed)
    this.isFollowed = true
  }

  private record(): StoredHistory {
    const onFailure = (error: unknown): string => {
      throw error
    }
    return new StoredHistory(this.store, { days: 400, onFailure })
  }

  private shows(object: KubeObject): boolean {
    const { shoots, profiles } = this.garden.snapshot()
    const { name, namespace, resourceVersion } = object.metadata
    if (object.kind === 'CloudProfile') return profiles.get(name)?.resourceVersion === resourceVersion
    const shown = [...shoots].find((shoot) => shoot.namespace === namespace && shoot.name === name)
    const parsed = parseShoot(object)
    return parsed.kind === 'ok' && isDeepEqual(shown, parsed.value)
  }

  private async until(isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + 30_000; !isSo(); await sleep(2))
      if (Date.now() > end) throw new Error('What was written to the API server did not come back in half a minute.')
  }
}

const today = Math.floor(Date.now() / DAY) * DAY

/** Days before the one on which the tests began, at a time of day in UTC. */
export function daysAgo(days: number, time = '00:00'): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return today - days * DAY + hours * HOUR + minutes * MINUTE
}

function pathOf({ namespace, name }: Shoot): string {
  return paths.shoot(namespace, name)
}

/** What Gardener writes: the versions of every part that changes. */
function patchOf(shoot: Shoot, { versions }: ForecastStep): object[] {
  const replace = (path: string, value: unknown) => ({ op: 'replace', path: `/spec/${path}`, value })
  return [
    ...(versions.kubernetesVersion === shoot.kubernetesVersion
      ? []
      : [replace('kubernetes/version', versions.kubernetesVersion)]),
    ...versions.workers.flatMap(({ kubernetesVersion, image }, i) => {
      const { kubernetesVersion: own = null, image: before } = shoot.workers[i] ?? {}
      const path = `provider/workers/${i}`
      return [
        ...(kubernetesVersion === own ? [] : [replace(`${path}/kubernetes/version`, kubernetesVersion)]),
        ...(image === null || image.version === before?.version
          ? []
          : [replace(`${path}/machine/image/version`, image.version)]),
      ]
    }),
  ]
}

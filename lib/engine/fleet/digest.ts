import { compileProfile } from '@/lib/engine/compile'
import { effectsOf } from '@/lib/engine/effect'
import { stepKindOf } from '@/lib/engine/forecast'
import { changesIn } from '@/lib/engine/maintain'
import type { Outcome } from '@/lib/engine/outcomes'
import type { Run } from '@/lib/engine/run'
import type { Change, CloudProfile, ForecastStep, PoolEffect, Shoot, UpdateReason } from '@/lib/engine/types'
import { minorOf, parseVersion } from '@/lib/engine/version'
import { causeOf } from './cause'

/** As `ForecastStep.kind`. */
export type EventKind = ForecastStep['kind']

export type EffectKind = PoolEffect['effect']

/** One decision, without texts; pools by their position, because shoots that share it name them differently. */
export interface DigestChange {
  readonly component: Change['component']
  readonly pool: number | null
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly from: string
  /** Null: there is no version to move to. */
  readonly to: string | null
  readonly why: UpdateReason
}

/** What a maintenance comes down to in lists: the same for all shoots of a kind, and made once for them. */
export interface Digest {
  readonly kind: EventKind
  readonly denied: boolean
  readonly changes: readonly DigestChange[]
  /** The change that stands for all; null when no version is to change. */
  readonly lead: DigestChange | null
  /** The strongest effect on nodes, and which pools have it. */
  readonly effect: EffectKind
  readonly pools: readonly number[]
  /** Pools whose nodes roll or are updated in place. */
  readonly rolls: readonly number[]
  /** Why it fails, in short words; null when it does not. */
  readonly cause: string | null
  /** Of the control plane, afterwards. */
  readonly minor: string
}

const digests = new WeakMap<Run, Digest>()

/** `shoot` and `profile`: any shoot that has the outcome. */
export function digestOf({ run, before }: Outcome, shoot: Shoot, profile: CloudProfile): Digest {
  let digest = digests.get(run)
  if (digest === undefined) {
    digest = condense(run, before, shoot, profile)
    digests.set(run, digest)
  }
  return digest
}

const strength = { none: 0, kubeletRestart: 1, inPlace: 2, rolling: 3 } as const

function condense(run: Run, before: Outcome['before'], shoot: Shoot, profile: CloudProfile): Digest {
  const stated = changesIn(shoot, compileProfile(profile), before.state, run)
  const kind = stepKindOf(run, stated)
  const changes = stated.map((change) => digestChange(change, shoot))
  const effects = effectsOf(shoot, before.state, run.carried.state, run.otherSpecChanges).map(({ effect }) => effect)
  const effect = effects.reduce<EffectKind>((most, e) => (strength[e] > strength[most] ? e : most), 'none')
  return {
    kind,
    denied: run.kind === 'denied',
    changes,
    lead: leadOf(kind, changes),
    effect,
    pools: effect === 'none' ? [] : effects.flatMap((e, pool) => (e === effect ? [pool] : [])),
    rolls: effects.flatMap((e, pool) => (e === 'rolling' || e === 'inPlace' ? [pool] : [])),
    cause: kind === 'fails' ? causeOf(run.error) : null,
    minor: minorText(run.carried.state.kubernetes),
  }
}

function digestChange(change: Change, shoot: Shoot): DigestChange {
  const { component, image, from, why } = change
  const pool = change.pool === null ? null : shoot.workers.findIndex(({ name }) => name === change.pool)
  return { component, pool, what: image ?? 'Kubernetes', from, to: change.kind === 'update' ? change.to : null, why }
}

/** What fails stands for a maintenance that fails, what is forced for one that forces, else the first change. */
function leadOf(kind: EventKind, changes: readonly DigestChange[]): DigestChange | null {
  const failing = kind === 'fails' ? changes.find(({ to }) => to === null) : undefined
  return failing ?? changes.find(({ why }) => why !== 'auto') ?? changes[0] ?? null
}

/** `1.33` of `1.33.6`; a version that cannot be read stands for itself. */
function minorText(version: string): string {
  const parsed = parseVersion(version)
  return parsed === null ? version : minorOf(parsed)
}

import { onWire } from '@/lib/contract/dates'
import type { PlanAnswer, PlanChoice } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { objectsAt, type ShootManifest, textAt } from '@/lib/engine/api-server/manifest'
import {
  type ChoicesInput,
  type ChosenField,
  choiceEffects,
  choosing,
  type FieldChoice,
  fieldOf,
  type ShootEdit,
} from '@/lib/engine/edits/shoot'
import { DistinctValues, madeOnce } from '@/lib/engine/grouped'
import { messageOf } from '@/lib/engine/refusal'
import { expiryOf, stageAt, statedStageAt } from '@/lib/engine/rules'
import type { ExpirableVersion, Instant, Shoot, Worker } from '@/lib/engine/types'

type PoolVersion = PlanAnswer['poolVersions'][number]
type PoolChoices = PlanAnswer['poolChoices'][number]

/** A pool with what may be chosen for it. */
interface ChoicesOfPool {
  readonly worker: Worker
  /** The position of its choices in `poolChoices`. */
  readonly choices: number
  readonly strategies: PlanChoice[]
}

export interface PlanChoices extends Pick<PlanAnswer, 'kubernetes' | 'poolVersions' | 'poolChoices'> {
  readonly operations: string[]
  /** The pools in the order of the cluster. */
  readonly pools: readonly ChoicesOfPool[]
  /** Instead of a version or an image that is refused: the newest one that would be taken, supported ones first; null: none is known. */
  readonly insteadOf: (edit: ShootEdit | undefined) => PlannedEdit | null
}

/**
 * All that may be chosen beside the edits of a plan. There may be thousands for each of hundreds of pools: each version is told
 * once, and pools to which the same is said share it.
 */
export function allChoices(
  { workers }: Pick<Shoot, 'workers'>,
  input: ChoicesInput & { readonly edits: readonly ShootEdit[] },
): PlanChoices {
  const { manifest, edits, now } = input
  const eachChoice = choosing(input)
  const all = (field: ChosenField): FieldChoice[] => [...eachChoice(field)]
  const operations = all({ field: 'metadata.annotations[gardener.cloud/operation]' })
  const version = { field: 'spec.kubernetes.version' } as const
  const effectOf = choiceEffects(input, version)
  const ofControlPlane = all(version)
  /** The choices of the fields that are edited, as the user may want another value. */
  const ofEdited = new Map([[fieldOf(version), ofControlPlane]])
  const edited = new Set(edits.flatMap((edit) => ('pool' in edit ? edit.pool : [])))
  const [versions, kinds] = [new DistinctValues<PoolVersion>(), new DistinctValues<PoolChoices>()]
  /** The places of versions as the profile lists them. */
  const places = new Map<ExpirableVersion | undefined, number>()
  const placeOf = (choice: FieldChoice) => {
    const { edit, version } = choice
    return madeOnce(places, version, () =>
      versions.placeOf({ value: edit.value as PoolVersion['value'], ...lifeBody(version, now) }),
    )
  }
  const known = new Map<string, number>()
  const choicesOf = (pool: string, likeness: string): number => {
    const isEdited = edited.has(pool)
    const before = isEdited ? undefined : known.get(likeness)
    if (before !== undefined) return before
    const told = (field: 'kubernetes.version' | 'machine.image') => {
      const found = all({ pool, field })
      if (isEdited) ofEdited.set(fieldOf({ pool, field }), found)
      return stretchesOf(found, placeOf)
    }
    const place = kinds.placeOf({ kubernetes: told('kubernetes.version'), images: told('machine.image') })
    if (!isEdited) known.set(likeness, place)
    return place
  }
  const likenessOf = likenesses(manifest)
  const pools = workers.map((worker): ChoicesOfPool => {
    const { name: pool } = worker
    const strategies = all({ pool, field: 'updateStrategy' }).map((choice) => choiceBody(choice, now))
    return { worker, choices: choicesOf(pool, likenessOf(pool)), strategies }
  })
  return {
    operations: operations.flatMap(({ edit, refusals }) => (refusals.length === 0 ? [String(edit.value)] : [])),
    kubernetes: ofControlPlane.map((choice) => ({ ...choiceBody(choice, now), effect: effectOf(choice) })),
    poolVersions: versions.all,
    poolChoices: kinds.all,
    pools,
    insteadOf: (edit) => instead((edit && ofEdited.get(fieldOf(edit))) ?? [], now),
  }
}

/** All that is said of a pool but its name, as a text: to pools with equal texts the API server says the same. */
function likenesses(manifest: ShootManifest): (pool: string) => string {
  const pools = objectsAt(manifest, 'spec', 'provider', 'workers')
  const byName = new Map(pools.map((pool) => [textAt(pool, 'name'), pool]))
  return (name) => JSON.stringify({ ...byName.get(name), name: null })
}

function instead(choices: readonly FieldChoice[], now: Instant): PlannedEdit | null {
  const free = choices.filter(
    ({ refusals, isPresent, version }) => refusals.length === 0 && !isPresent && version !== undefined,
  )
  const best = free.find(({ version }) => version !== undefined && stageAt(version, now) === 'supported') ?? free[0]
  return best === undefined ? null : (best.edit as PlannedEdit)
}

function choiceBody({ edit, also, version, isPresent, refusals }: FieldChoice, at: Instant): PlanChoice {
  return {
    value: edit.value as PlanChoice['value'],
    ...lifeBody(version, at),
    isPresent,
    also: also as PlannedEdit[],
    refusal: refusals[0] === undefined ? null : messageOf(refusals[0]),
  }
}

function lifeBody(version: ExpirableVersion | undefined, at: Instant): Pick<PlanChoice, 'stage' | 'expires'> {
  const expiry = version === undefined ? null : expiryOf(version)
  return {
    stage: version === undefined ? null : statedStageAt(version, at),
    expires: onWire(expiry),
  }
}

/** Choices as stretches of the list in which their versions are told; those that follow each other there are one. */
function stretchesOf(choices: readonly FieldChoice[], placeOf: (choice: FieldChoice) => number): PoolChoices['images'] {
  const stretches: PoolChoices['images'] = []
  for (const choice of choices) {
    const [place, isRefused] = [placeOf(choice), choice.refusals.length > 0]
    const last = stretches.at(-1)
    if (last !== undefined && last.to === place && last.isRefused === isRefused) last.to = place + 1
    else stretches.push({ from: place, to: place + 1, isRefused })
  }
  return stretches
}

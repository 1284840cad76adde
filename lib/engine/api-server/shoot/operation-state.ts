import { etcdRotationPhase, isBelow134, poolNamed, poolNames, type ShootView } from '@/lib/engine/manifest'
import { isReadyForRotation, isRolloutOfPools, isRolloutOfRotation } from '@/lib/engine/rules'
import { duplicate, type Found, forbidden, invalid, required } from './refusal'

/** What the shoot's state does not allow of an operation now: the phases of rotations, unfinished updates, named pools. */
export function refuseNow(operation: string, shoot: ShootView, field: string): readonly Found[] {
  if (isRolloutOfRotation(operation)) return refuseRotationRollout(operation, shoot, field)
  if (isRolloutOfPools(operation)) return refusePoolRollout(operation, shoot, field)
  if (operation === 'rotate-etcd-encryption-key') return refuseStart('rotate-etcd-encryption-key', shoot, field)
  const [, what = '', action = ''] = /^(.*)-(start|start-without-workers-rollout|complete)$/.exec(operation) ?? []
  return action === 'complete' ? refuseCompletion(what, shoot, field) : refuseStart(what, shoot, field)
}

interface Rotation {
  readonly name: string
  readonly phases: (shoot: ShootView) => readonly (readonly [string, string])[]
  readonly rollsWorkers: boolean
}

const CA = ({ rotations }: ShootView) => ['certificateAuthorities', rotations.certificateAuthorities.phase] as const
const KEY = ({ rotations }: ShootView) => ['serviceAccountKey', rotations.serviceAccountKey.phase] as const
const ETCD = (shoot: ShootView) => ['etcdEncryptionKey', etcdRotationPhase(shoot)] as const

const ROTATIONS: Readonly<Record<string, Rotation>> = {
  'rotate-credentials': {
    name: 'rotation of all credentials',
    phases: (shoot) => [CA(shoot), KEY(shoot), ETCD(shoot)],
    rollsWorkers: true,
  },
  'rotate-ca': { name: 'CA rotation', phases: (shoot) => [CA(shoot)], rollsWorkers: true },
  'rotate-serviceaccount-key': {
    name: 'service account key rotation',
    phases: (shoot) => [KEY(shoot)],
    rollsWorkers: true,
  },
  'rotate-etcd-encryption-key': {
    name: 'ETCD encryption key rotation',
    phases: (shoot) => [ETCD(shoot)],
    rollsWorkers: false,
  },
}

function refuseStart(what: string, shoot: ShootView, field: string): readonly Found[] {
  const rotation = ROTATIONS[what]
  if (rotation === undefined) return []
  const { name } = rotation
  const found: Found[] = []
  if (!isReadyForRotation(shoot.lastOperation)) {
    found.push(forbidden(field, 'rotation-shoot-not-ready', `The ${name} must wait until the shoot has been created.`))
  }
  for (const [kind, phase] of rotation.phases(shoot)) {
    if (phase === '' || phase === 'Completed') continue
    const detail = `The ${name} must wait until the one before is completed: ${kind} is in phase ${phase}.`
    found.push(forbidden(field, 'rotation-not-completed', detail, { value: kind }))
  }
  if (!rotation.rollsWorkers) return found
  const { auto, manual } = shoot.pendingInPlace
  for (const [pools, kind] of [
    [auto, 'autoInPlaceUpdate'],
    [manual, 'manualInPlaceUpdate'],
  ] as const) {
    if (pools.length === 0) continue
    const detail = `The ${name} must wait until these pools are updated in place: ${pools.join(', ')}.`
    found.push(forbidden(field, 'rotation-in-place-update-pending', detail, { value: kind }))
  }
  return found
}

function refuseCompletion(what: string, shoot: ShootView, field: string): readonly Found[] {
  const rotation = ROTATIONS[what]
  if (rotation === undefined) return []
  const phases = rotation
    .phases(shoot)
    .filter(([kind]) => what !== 'rotate-credentials' || kind !== 'etcdEncryptionKey' || isBelow134(shoot.version))
  return phases
    .filter(([, phase]) => phase !== 'Prepared')
    .map(([kind]) => {
      const detail = `The ${rotation.name} cannot be completed: ${kind} is not in phase Prepared.`
      return forbidden(field, 'rotation-not-prepared', detail, { value: kind })
    })
}

function refuseRotationRollout(operation: string, shoot: ShootView, field: string): readonly Found[] {
  const found: Found[] = []
  const { certificateAuthorities, serviceAccountKey } = shoot.rotations
  if (![certificateAuthorities, serviceAccountKey].some(({ phase }) => phase === 'WaitingForWorkersRollout')) {
    found.push(forbidden(field, 'rollout-nothing-waits', 'No rotation waits for the rollout of workers.'))
  }
  const names = poolNames(operation)
  return [...found, ...refuseEmptyName(names, field), ...names.flatMap((_, i) => refuseNamed(names, i, shoot, field))]
}

function refusePoolRollout(operation: string, shoot: ShootView, field: string): readonly Found[] {
  const named = poolNames(operation)
  const names = named.length === 1 && named[0] === '*' ? shoot.pools.map(({ name }) => name) : named
  const starred = names.includes('*')
    ? [forbidden(field, 'rollout-star-and-names', 'Name either * or pools, not both.')]
    : []
  const inPlace = (name: string): readonly Found[] => {
    if (!poolNamed(shoot, name)?.inPlace) return []
    const detail = `Pool ${name} is updated in place: its nodes cannot be rolled.`
    return [invalid(field, 'rollout-in-place-pool', detail, { value: name })]
  }
  return [
    ...refuseEmptyName(names, field),
    ...starred,
    ...names.flatMap((name, i) => [...refuseNamed(names, i, shoot, field), ...inPlace(name)]),
  ]
}

function refuseEmptyName(names: readonly string[], field: string): readonly Found[] {
  if (!names.includes('')) return []
  return [required(field, 'rollout-without-pools', 'Name the pools to roll, separated by commas.')]
}

/** A name that is there twice, or that no pool has. */
function refuseNamed(names: readonly string[], i: number, shoot: ShootView, field: string): readonly Found[] {
  const name = names[i] ?? ''
  const found: Found[] = []
  if (names.indexOf(name) < i) {
    const detail = `Pool ${name} is named twice.`
    found.push(duplicate(field, 'rollout-pool-twice', detail, { value: name }))
  }
  if (poolNamed(shoot, name) === undefined) {
    found.push(invalid(field, 'rollout-pool-unknown', `There is no pool ${name}.`, { value: name }))
  }
  return found
}

import { stringify } from 'yaml'
import type { DiffLine } from '@/lib/contract/apply'
import type { Json, JsonObject } from '@/lib/garden'
import type { Asker } from '@/lib/landscape/asker'
import { differenceFrom, recall, remember, remembered } from './remembered'

interface ShootName {
  readonly namespace: string
  readonly name: string
}

/** What a cluster said at some version, so that it can be told whether others have changed it since, and what. */
export function rememberShoot(shoot: ShootName, resourceVersion: string, object: JsonObject): void {
  const key = keyOf(shoot)
  if (remembered(key, resourceVersion) === undefined) remember(key, resourceVersion, textOf(object))
}

/** The same where another process has shown that version. */
export function recallShoot(
  reader: Pick<Asker, 'garden' | 'identity'>,
  shoot: ShootName,
  resourceVersion: string,
): Promise<void> {
  return recall(reader, { kind: 'Shoot', ...shoot }, { object: keyOf(shoot), resourceVersion }, textOf)
}

/** Whether people would call it unchanged: Gardener writes the status at any time, and each time the version rises. */
export function isSameShoot(shoot: ShootName, resourceVersion: string, now: JsonObject): boolean {
  return remembered(keyOf(shoot), resourceVersion) === textOf(now)
}

/** What has changed since; null where that version is not remembered. */
export function shootDifference(shoot: ShootName, resourceVersion: string, now: JsonObject): DiffLine[] | null {
  return differenceFrom(keyOf(shoot), resourceVersion, textOf(now))
}

function keyOf({ namespace, name }: ShootName): string {
  return `Shoot ${namespace}/${name}`
}

/** Without its status, and without what the API server notes about it. */
function textOf({ metadata, spec }: JsonObject): string {
  return stringify({ metadata: noted(metadata), spec }, { version: '1.1', lineWidth: 0, indentSeq: false })
}

function noted(metadata: Json | undefined): Json {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {}
  const { managedFields: _, resourceVersion: __, generation: ___, ...rest } = metadata as JsonObject
  return rest
}

import { rememberShoot } from '@/lib/apply/remembered-shoot'
import { type ShootManifest, sameJson } from '@/lib/engine/api-server/manifest'
import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import { afterSteps, withOperationsOf } from '@/lib/engine/edits/shoot'
import type { Instant, Shoot } from '@/lib/engine/types'
import { parseShoot } from '@/lib/garden/parse'
import type { Outlook } from '@/lib/landscape/outlook'
import { type Reader, whole } from '@/lib/landscape/whole-object'
import { CodedError } from '@/lib/process/errors'

/** The whole shoot as the forecast has it at an instant, and the version that it has now. */
export async function manifestAt(
  reader: Reader,
  { index, recorded }: Outlook,
  { then, profile }: { readonly then: Shoot; readonly profile: MemoizedProfile },
  at: Instant,
): Promise<{ readonly manifest: ShootManifest; readonly resourceVersion: string }> {
  const { namespace, name } = then
  const { object, resourceVersion } = await whole(reader, index.snapshot, { kind: 'Shoot', namespace, name })
  rememberShoot(then, resourceVersion, object)
  const from = index.foreseen?.from ?? index.at
  if (at <= from) return { manifest: object, resourceVersion }
  const { steps } = forecast(recorded, profile, { from, to: at })
  return { manifest: withOperationsOf(afterSteps(object, steps), then), resourceVersion }
}

/** The shoot with what the edits change of its manifest; all else is as it is. */
export function editedShoot(shoot: Shoot, before: ShootManifest, after: ShootManifest): Shoot {
  if (before === after) return shoot
  const [was, is] = [parsed(before), parsed(after)]
  const changed = Object.entries(is).filter(([key, value]) => !isSame(was[key as keyof Shoot], value))
  const gone = Object.keys(was).filter((key) => !(key in is))
  const kept = Object.fromEntries(Object.entries(shoot).filter(([key]) => !gone.includes(key)))
  return { ...(kept as unknown as Shoot), ...Object.fromEntries(changed) }
}

function parsed(manifest: ShootManifest): Shoot {
  const found = parseShoot(manifest)
  if (found.kind === 'problem')
    throw new CodedError('invalid', 'With this plan the cluster could not be read any more.')
  return found.value
}

function isSame(a: unknown, b: unknown): boolean {
  return sameJson(a as ShootManifest, b as ShootManifest)
}

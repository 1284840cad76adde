import { type ShootView, sameJson, textAt, valueAt } from '@/lib/engine/api-server/manifest'
import { windowErrors } from '@/lib/engine/rules'
import { type Found, invalid } from './refusal'

/** A window that is new or changed must be readable and last from 30 minutes to 6 hours; Gardener's words. */
export function refuseWindow({ manifest }: ShootView, before: ShootView | undefined): readonly Found[] {
  const written = valueAt(manifest, ...WINDOW)
  if (written === undefined || sameJson(written, before && valueAt(before.manifest, ...WINDOW))) return []
  const [begin = '', end = ''] = [textAt(written, 'begin'), textAt(written, 'end')]
  return windowErrors({ begin, end }).map(({ field, detail }) => invalid(field, 'window', detail))
}

const WINDOW = ['spec', 'maintenance', 'timeWindow']

import { DAY, ms } from '@/lib/client/time-text'
import type { Lane, ShootAnswer } from '@/lib/contract'
import type { ReasonBlock } from './steps'

/** What the last maintenance changed, read from Gardener's own words in `status.lastMaintenance.description`. */
export interface DoneChange {
  readonly component: 'controlPlane' | 'poolKubernetes' | 'poolImage'
  readonly pool: string | null
  readonly image: string | null
  readonly from: string
  readonly to: string
  readonly reason: string
}

export interface Done {
  readonly at: number
  readonly changes: readonly DoneChange[]
}

const CONTROL_PLANE = /^Control Plane: Updated Kubernetes version from "([^"]+)" to "([^"]+)"\. Reason: (.+)$/
const POOL = /^Worker pool "([^"]+)": Updated Kubernetes version from "([^"]+)" to "([^"]+)"\. Reason: (.+)$/
const IMAGE = /^Worker pool "([^"]+)": Updated machine image "([^"]+)" from "([^"]+)" to "([^"]+)"\. Reason: (.+)$/
const PARTS = /, (?=Control Plane: |Worker pool "|Credentials "|Added ")/

/**
 * The templates are those of the vectors' README ("Texts"). What is not one of them, such as failures, rotations of
 * credentials or another release's words, is left out: the whole text is shown next to it anyway.
 */
export function doneChanges(description: string): readonly DoneChange[] {
  const start = description.indexOf('successful. ')
  const parts = start < 0 ? [] : description.slice(start + 'successful. '.length).split(PARTS)
  return parts.flatMap((part): readonly DoneChange[] => {
    const [, cpFrom, cpTo, cpReason] = CONTROL_PLANE.exec(part) ?? []
    if (cpFrom && cpTo && cpReason) {
      return [{ component: 'controlPlane', pool: null, image: null, from: cpFrom, to: cpTo, reason: cpReason }]
    }
    const [, pool, from, to, reason] = POOL.exec(part) ?? []
    if (pool && from && to && reason) return [{ component: 'poolKubernetes', pool, image: null, from, to, reason }]
    const [, imagePool, image, imageFrom, imageTo, imageReason] = IMAGE.exec(part) ?? []
    if (imagePool && image && imageFrom && imageTo && imageReason) {
      return [{ component: 'poolImage', pool: imagePool, image, from: imageFrom, to: imageTo, reason: imageReason }]
    }
    return []
  })
}

/** The change that the last maintenance made on a lane; a pool's Kubernetes lane also moves with the control plane. */
export function doneOn(lane: Lane, done: Done): { readonly at: number; readonly text: string } | undefined {
  const image = lane.id.endsWith('/image')
  const controlPlane = done.changes.find((c) => c.component === 'controlPlane')
  const own = done.changes.find((c) => c.pool === lane.pool && (c.component === 'poolImage') === image)
  const follows = !image && controlPlane?.to === lane.segments[0]?.version
  const change = lane.pool === null ? controlPlane : (own ?? (follows ? controlPlane : undefined))
  return change === undefined ? undefined : { at: done.at, text: `from ${change.from} to ${change.to}` }
}

/** How long a maintenance is worth a line among the steps to come. */
const RECENT = 30 * DAY

/** What the last maintenance did, if it changed versions and is not long ago. */
export function doneOf({ lastMaintenance, at }: ShootAnswer): Done | null {
  if (lastMaintenance === null || lastMaintenance.at === null) return null
  const when = ms(lastMaintenance.at)
  const changes = doneChanges(lastMaintenance.description)
  return changes.length === 0 || when > ms(at) || ms(at) - when > RECENT ? null : { at: when, changes }
}

/** As rows of the step table. */
export function doneBlocks(changes: readonly DoneChange[]): readonly ReasonBlock[] {
  return changes.map((change) => ({
    reason: change.reason,
    since: null,
    rows: [
      {
        id: `${change.component} ${change.pool}`,
        what: change.pool === null ? 'Control plane' : `Pool ${change.pool}${change.image === null ? '' : ', image'}`,
        from: change.image === null ? change.from : `${change.image} ${change.from}`,
        to: change.to,
        noTarget: null,
        effect: { kind: 'none', text: '' },
      },
    ],
  }))
}

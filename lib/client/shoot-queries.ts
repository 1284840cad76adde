import type { Moment } from './at'
import type { Plan } from './plan'
import { type ShootName, timed } from './queries'

/** The questions of the tabs of one cluster. */
export const shootQueries = {
  maintenance: (path: ShootName, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]/maintenance', { path, query }),
  inPlace: (path: ShootName, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]/in-place', { path, query }),
  /** Asked by POST: a plan has many edits. */
  plan: ({ namespace, name }: ShootName, { at, seen, plan }: Moment & { readonly plan: Plan }) => {
    const body = { at, seen, edits: [...plan.edits], ...(plan.on !== null && { on: plan.on }) }
    return timed('POST /api/shoots/[namespace]/[name]/plan', { path: { namespace, name }, body })
  },
  /** When an update could be done by hand. */
  nights: ({ namespace, name }: ShootName, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]/nights', { path: { namespace, name }, query }),
  past: (path: ShootName, query: Moment = {}) => timed('GET /api/shoots/[namespace]/[name]/past', { path, query }),
  /** Why a maintenance took the versions that it took, by what was known then. */
  whyThen: (path: ShootName, { seen, window }: { readonly seen: string; readonly window: string }) =>
    timed('GET /api/shoots/[namespace]/[name]/why', { path, query: { seen, at: seen, window } }),
  /** `window`: begin of the maintenance that is asked about. */
  why: (namespace: string, name: string, query: Moment & { readonly window: string }) =>
    timed('GET /api/shoots/[namespace]/[name]/why', { path: { namespace, name }, query }),
}

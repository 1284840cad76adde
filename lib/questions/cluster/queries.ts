import type { About } from '@/lib/browser/ask-again'
import type { Moment } from '@/lib/browser/at'
import { timed } from '@/lib/browser/query'
import type { Plan } from './browser/plan'
import type {
  InPlaceRoute,
  MaintenanceRoute,
  NightsRoute,
  PlanRoute,
  ShootPastRoute,
  ShootRoute,
  WhyRoute,
} from './contract'

export interface ShootName {
  readonly namespace: string
  readonly name: string
}

/** All but when others update: that is about the clusters of the landscape. */
const about = ({ namespace, name }: ShootName): About => ({ kind: 'shoot', name: `${namespace}/${name}` })

export const clusterQueries = {
  shoot: (namespace: string, name: string, query: Moment = {}) =>
    timed<ShootRoute>(
      'GET /api/shoots/[namespace]/[name]',
      { path: { namespace, name }, query },
      about({ namespace, name }),
    ),
  maintenance: (path: ShootName, query: Moment = {}) =>
    timed<MaintenanceRoute>('GET /api/shoots/[namespace]/[name]/maintenance', { path, query }, about(path)),
  inPlace: (path: ShootName, query: Moment = {}) =>
    timed<InPlaceRoute>('GET /api/shoots/[namespace]/[name]/in-place', { path, query }, about(path)),
  /** Asked by POST: a plan has many edits. */
  plan: ({ namespace, name }: ShootName, { at, seen, plan }: Moment & { readonly plan: Plan }) => {
    const body = { at, seen, edits: [...plan.edits], ...(plan.on !== null && { on: plan.on }) }
    return timed<PlanRoute>(
      'POST /api/shoots/[namespace]/[name]/plan',
      { path: { namespace, name }, body },
      about({ namespace, name }),
    )
  },
  /** When an update could be done by hand. */
  nights: ({ namespace, name }: ShootName, query: Moment = {}) =>
    timed<NightsRoute>('GET /api/shoots/[namespace]/[name]/nights', { path: { namespace, name }, query }),
  past: (path: ShootName, query: Moment = {}) =>
    timed<ShootPastRoute>('GET /api/shoots/[namespace]/[name]/past', { path, query }, about(path)),
  /** `window`: begin of the maintenance that is asked about. */
  why: (namespace: string, name: string, query: Moment & { readonly window: string }) =>
    timed<WhyRoute>(
      'GET /api/shoots/[namespace]/[name]/why',
      { path: { namespace, name }, query },
      about({ namespace, name }),
    ),
  /** Why a maintenance took the versions that it took, by what was known then. */
  whyThen: (path: ShootName, { seen, window }: { readonly seen: string; readonly window: string }) =>
    timed<WhyRoute>('GET /api/shoots/[namespace]/[name]/why', { path, query: { seen, at: seen, window } }, about(path)),
}

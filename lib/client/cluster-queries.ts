import type { Moment } from './at'
import { type ShootsParams, timed } from './queries'

/** What is asked about clusters: for their list, and for the page of one. */
export const clusterQueries = {
  shoots: (query: ShootsParams = {}) => timed('GET /api/shoots', { query }),
  shoot: (namespace: string, name: string, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]', { path: { namespace, name }, query }),
}

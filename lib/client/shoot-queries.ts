import { type At, timed } from './queries'

/** Questions of the tabs of one cluster; apart from the others, which every page loads. */

export function maintenanceQuery(path: { readonly namespace: string; readonly name: string }, query: At = {}) {
  return timed('GET /api/shoots/[namespace]/[name]/maintenance', { path, query })
}

export function inPlaceQuery(path: { readonly namespace: string; readonly name: string }, query: At = {}) {
  return timed('GET /api/shoots/[namespace]/[name]/in-place', { path, query })
}

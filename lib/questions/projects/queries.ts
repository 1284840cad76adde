import type { Moment } from '@/lib/browser/at'
import { timed } from '@/lib/browser/query'
import type { Asked } from '@/lib/contract/route'
import type { ProjectRoute, WallCellRoute, WallRoute } from './contract'

export const projectsQueries = {
  project: (name: string, query: Moment & { readonly zone: string }) =>
    timed<ProjectRoute>('GET /api/projects/[name]', { path: { name }, query }),
  wall: (body: Asked<WallRoute>['body']) => timed<WallRoute>('POST /api/wall', { body }),
  /** One project on some days. */
  wallCell: (body: Asked<WallCellRoute>['body']) => timed<WallCellRoute>('POST /api/wall/cell', { body }),
}

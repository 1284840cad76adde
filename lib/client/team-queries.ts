import type { Asked } from '@/lib/contract'
import type { Moment } from './at'
import { timed } from './queries'

/** The questions of the wall, of the film and of projects. */
export const teamQueries = {
  project: (name: string, query: Moment & { readonly zone: string }) =>
    timed('GET /api/projects/[name]', { path: { name }, query }),
  film: (body: Asked<'POST /api/film'>['body']) => timed('POST /api/film', { body }),
  wall: (body: Asked<'POST /api/wall'>['body']) => timed('POST /api/wall', { body }),
  /** One project on some days. */
  wallCell: (body: Asked<'POST /api/wall/cell'>['body']) => timed('POST /api/wall/cell', { body }),
}

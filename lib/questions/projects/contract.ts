import { projectAnswer, projectQuery } from '@/lib/contract/projects'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'
import { wallAnswer, wallCellAnswer, wallCellQuery, wallQuery } from '@/lib/contract/wall'

export const projectRoute = {
  name: 'GET /api/projects/[name]',
  summary: 'One project: owner and members, what is ahead of its clusters by time and by month, which are stuck',
  query: projectQuery,
  answer: projectAnswer,
  refusals: notFound,
} as const satisfies Route
export type ProjectRoute = typeof projectRoute

export const wallRoute = {
  name: 'POST /api/wall',
  summary:
    'Projects by days: clusters that are forced, fail or update by themselves, nodes that roll, whom to call; with a `draft` of ' +
    'edits before and after',
  body: wallQuery,
  answer: wallAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type WallRoute = typeof wallRoute

export const wallCellRoute = {
  name: 'POST /api/wall/cell',
  summary: 'One project on some days: what begins, why, and the first of its clusters',
  body: wallCellQuery,
  answer: wallCellAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type WallCellRoute = typeof wallCellRoute

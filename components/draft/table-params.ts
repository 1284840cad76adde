import { COUNTED, WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import type { WhatIfParams } from '@/lib/questions/draft/queries'

/** How many clusters are listed at a time. */
export const PAGE_SIZE = 50

/** How many of each change stand in the table of all that change. */
const SOME = 3

/** How the table of clusters is looked at, from the address; what cannot be read counts as not given. */
export function tableParams(search: URLSearchParams): Partial<WhatIfParams> {
  const change = WHAT_IF_CHANGES.filter((one) => search.getAll('change').includes(one))
  const counted = COUNTED.find((one) => one === search.get('counted'))
  const project = search.getAll('project').filter((one) => /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(one))
  const q = (search.get('q') ?? '').trim().slice(0, 128)
  const page = pageOf(search)
  const isAll = change.length === 0 && counted === undefined && project.length === 0 && q === ''
  return {
    limit: PAGE_SIZE,
    ...(isAll && { each: SOME }),
    ...(change.length > 0 && { change }),
    ...(counted !== undefined && { counted }),
    ...(project.length > 0 && { project: project.slice(0, 50) }),
    ...(q !== '' && { q }),
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
}

/** The page, from 1 on. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page > 1 && page < 20_000 ? page : 1
}

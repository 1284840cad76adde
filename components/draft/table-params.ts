import { WHAT_IF_ORDERS, WHAT_IF_SORTS } from '@/lib/contract/words'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import type { WhatIfParams } from '@/lib/questions/draft/queries'

/** How many clusters are listed at a time. */
export const PAGE_SIZE = 50

/** How the table of clusters is looked at, from the address; what cannot be read counts as not given. */
export function tableParams(search: URLSearchParams): Partial<WhatIfParams> {
  const change = WHAT_IF_CHANGES.filter((one) => search.getAll('change').includes(one))
  const sort = WHAT_IF_SORTS.find((one) => one === search.get('sort'))
  const order = WHAT_IF_ORDERS.find((one) => one === search.get('order'))
  const project = search.getAll('project').filter((one) => /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(one))
  const q = (search.get('q') ?? '').trim().slice(0, 128)
  const page = pageOf(search)
  return {
    days: daysOf(search),
    limit: PAGE_SIZE,
    ...(change.length > 0 && { change }),
    ...(project.length > 0 && { project: project.slice(0, 50) }),
    ...(q !== '' && { q }),
    ...(sort !== undefined && { sort }),
    ...(order !== undefined && { order }),
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
}

export type Sort = (typeof WHAT_IF_SORTS)[number]

/** In which order clusters are listed. */
export function sortingOf(search: URLSearchParams): { readonly sort: Sort; readonly isDescending: boolean } {
  const { sort = 'attention', order } = tableParams(search)
  return { sort, isDescending: (order ?? (sort === 'nodes' ? 'desc' : 'asc')) === 'desc' }
}

/** From 1. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page > 1 && page < 20_000 ? page : 1
}

/** How far ahead before and after are compared: 90 days or a year. */
export function daysOf(search: URLSearchParams): 90 | 365 {
  return search.get('days') === '90' ? 90 : 365
}

import {
  applyAnswer,
  applyQuery,
  applyStatuses,
  draftTextsAnswer,
  draftTextsQuery,
  resetAnswer,
  resetQuery,
} from '@/lib/contract/apply'
import { clockQuery } from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'
import { whatIfAnswer, whatIfQuery } from '@/lib/contract/what-if'
import { sourceAnswer } from '@/lib/contract/workbench'

export const sourceRoute = {
  name: 'GET /api/workbench/[...ref]',
  summary: 'A profile as a draft of edits begins with it; a namespaced one with the lists of its parent',
  query: clockQuery,
  answer: sourceAnswer,
  refusals: notFound,
} as const satisfies Route
export type SourceRoute = typeof sourceRoute

export const whatIfRoute = {
  name: 'POST /api/what-if',
  summary:
    'What a draft of edits of a profile changes: for every cluster, per day and per project, what the API server refuses of ' +
    'it; with `"format": "csv"` the clusters that change as a table',
  body: whatIfQuery,
  answer: whatIfAnswer,
  costly: 'sight',
  csv: 'what-if.csv',
  refusals: notFound,
} as const satisfies Route
export type WhatIfRoute = typeof whatIfRoute

export const applyRoute = {
  name: 'POST /api/apply',
  summary:
    'Applies edits of a profile, or with `dryRun` only asks; `outcome` says what became of it, the status too: 409 is a ' +
    'conflict, as the profile has another version than `base`; 428 wants `confirm`, or a `reason`',
  body: applyQuery,
  answer: applyAnswer,
  statuses: applyStatuses,
  refusals: notFound,
} as const satisfies Route
export type ApplyRoute = typeof applyRoute

export const draftTextsRoute = {
  name: 'POST /api/apply/texts',
  summary: 'Edits as a diff of the manifest, as a patch for the API server and as command',
  body: draftTextsQuery,
  answer: draftTextsAnswer,
  refusals: ['forbidden', ...notFound],
} as const satisfies Route
export type DraftTextsRoute = typeof draftTextsRoute

export const resetRoute = {
  name: 'POST /api/demo/reset',
  summary: 'Brings the demo garden back as it was at the start',
  body: resetQuery,
  answer: resetAnswer,
  refusals: ['forbidden'],
} as const satisfies Route
export type ResetRoute = typeof resetRoute

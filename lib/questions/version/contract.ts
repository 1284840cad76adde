import { promotionEvidenceAnswer, promotionEvidenceQuery } from '@/lib/contract/promotion-evidence'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'
import { versionAnswer, versionQuery } from '@/lib/contract/versions'

export const versionRoute = {
  name: 'GET /api/versions/[...ref]',
  summary:
    'One version of a profile, e.g. `/api/versions/aws/kubernetes/1.33.6`: its life, who runs it, where they go, what keeps it ' +
    'from being removed, what is offered instead',
  query: versionQuery,
  answer: versionAnswer,
  refusals: notFound,
} as const satisfies Route
export type VersionRoute = typeof versionRoute

export const evidenceRoute = {
  name: 'GET /api/evidence/[...ref]',
  summary:
    'What is recorded of the clusters that run a version, e.g. `/api/evidence/aws/kubernetes/1.36.2`: for how long, what failed, how they ' +
    'are doing, what nobody has tried; beside the version that it would replace, and a `rule` of one’s own part by part',
  query: promotionEvidenceQuery,
  answer: promotionEvidenceAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type EvidenceRoute = typeof evidenceRoute

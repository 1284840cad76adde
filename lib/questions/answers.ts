import { type AnswerOrText, type AnswerTo, answer, type RequestInput } from '@/lib/http/answer'
import type { Asker } from '@/lib/landscape/garden'
import { type AnsweredRouteName, type RouteNamed, routeNamed } from './routes'

/** What answers each route. Its code is loaded when it is asked for first: a process that is never asked for an answer holds none of it. */
export const answers: { readonly [K in AnsweredRouteName]: () => Promise<AnswerTo<RouteNamed<K>>> } = {
  'GET /api/status': async () => (await import('@/lib/questions/status/answer/health')).answerStatus,
  'GET /api/garden': async () => (await import('./overview/answer/overview')).answerOverview,
  'GET /api/cloudprofiles': async () => (await import('./profiles/answer/profile')).answerProfiles,
  'GET /api/cloudprofiles/[...ref]': async () => (await import('./profiles/answer/profile')).answerProfile,
  'GET /api/history/cloudprofiles/[...ref]': async () =>
    (await import('./profiles/answer/history')).answerProfileHistory,
  'GET /api/history/effects/[...ref]': async () => (await import('./profiles/answer/history')).answerChangeEffect,
  'GET /api/versions/[...ref]': async () => (await import('./version/answer')).answerVersion,
  'GET /api/evidence/[...ref]': async () => (await import('./version/answer')).answerEvidence,
  'GET /api/compare': async () => (await import('./profiles/answer/profile')).answerCompare,
  'GET /api/shoots': async () => (await import('./clusters/answer/clusters')).answerShoots,
  'GET /api/shoots.csv': async () => (await import('./clusters/answer/clusters')).answerShootsCsv,
  'GET /api/shoots.json': async () => (await import('./clusters/answer/clusters')).answerShootsJson,
  'GET /api/shoots/[namespace]/[name]': async () => (await import('./cluster/answer/shoot')).answerShoot,
  'GET /api/shoots/[namespace]/[name]/in-place': async () =>
    (await import('./cluster/answer/maintenance')).answerInPlace,
  'GET /api/shoots/[namespace]/[name]/maintenance': async () =>
    (await import('./cluster/answer/maintenance')).answerMaintenance,
  'GET /api/shoots/[namespace]/[name]/why': async () => (await import('./cluster/answer/shoot')).answerWhy,
  'POST /api/shoots/[namespace]/[name]/plan': async () => (await import('./cluster/answer/plan')).answerPlan,
  'POST /api/shoots/[namespace]/[name]/apply': async () => (await import('./cluster/answer/apply')).answerShootApply,
  'GET /api/shoots/[namespace]/[name]/nights': async () => (await import('./cluster/answer/plan')).answerNights,
  'GET /api/shoots/[namespace]/[name]/past': async () => (await import('./cluster/answer/past')).answerShootPast,
  'GET /api/projects/[name]': async () => (await import('./projects/answer')).answerProject,
  'POST /api/wall': async () => (await import('./projects/answer')).answerWall,
  'POST /api/wall/cell': async () => (await import('./projects/answer')).answerWallCell,
  'GET /api/new-cluster/[...ref]': async () => (await import('./profiles/answer/new-cluster')).answerNewCluster,
  'GET /api/find': async () => (await import('./find/answer')).answerFind,
  'GET /api/feeds/shoots/[namespace]/[name]': async () => (await import('./feeds/answer')).answerShootFeed,
  'GET /api/feeds/projects/[name]': async () => (await import('./feeds/answer')).answerProjectFeed,
  'GET /api/feeds/cloudprofiles/[...ref]': async () => (await import('./feeds/answer')).answerProfileFeed,
  'GET /api/feeds/shoots.ics': async () => (await import('./feeds/answer')).answerShootsFeed,
  'GET /api/feeds/addresses': async () => (await import('./feeds/answer')).answerFeedAddresses,
  'POST /api/feeds/addresses': async () => (await import('./feeds/answer')).answerMakeFeedAddress,
  'POST /api/feeds/addresses/revoke': async () => (await import('./feeds/answer')).answerRevokeFeedAddress,
  'GET /api/accuracy': async () => (await import('./accuracy/answer')).answerAccuracy,
  'GET /api/movement': async () => (await import('./overview/answer/overview')).answerMovement,
  'GET /api/cluster-views': async () => (await import('./clusters/answer/clusters')).answerClusterViews,
  'GET /api/tonight': async () => (await import('./clusters/answer/clusters')).answerTonight,
  'GET /api/updates/nearest': async () => (await import('./profiles/answer/nearest-update')).answerNearestUpdate,
  'GET /api/badges/shoots/[namespace]/[name]': async () => (await import('./cluster/answer/picture')).answerShootBadge,
  'GET /api/badges/cloudprofiles/[...ref]': async () => (await import('./profiles/answer/picture')).answerProfileBadge,
  'GET /api/pictures/shoots/[namespace]/[name]': async () =>
    (await import('./cluster/answer/picture')).answerShootPicture,
  'GET /api/pictures/cloudprofiles/[...ref]': async () =>
    (await import('./profiles/answer/picture')).answerProfilePicture,
  'GET /api/pictures/overview.png': async () => (await import('./overview/answer/picture')).answerOverviewPicture,
  'GET /api/workbench/[...ref]': async () => (await import('./draft/answer/draft')).answerSource,
  'POST /api/what-if': async () => (await import('./draft/answer/draft')).answerWhatIf,
  'POST /api/apply': async () => (await import('./draft/answer/apply')).answerApply,
  'POST /api/apply/texts': async () => (await import('./draft/answer/apply')).answerDraftTexts,
  'POST /api/more-time': async () => (await import('./exceptions/answer')).answerMoreTime,
  'POST /api/more-time/apply': async () => (await import('./exceptions/answer')).answerMoreTimeApply,
  'GET /api/exceptions': async () => (await import('./exceptions/answer')).answerExceptions,
  'GET /api/journal': async () => (await import('./journal/answer')).answerJournal,
  'GET /api/policy': async () => (await import('./policy/answer')).answerPolicyStatus,
  'POST /api/policy': async () => (await import('./policy/answer')).answerPolicy,
  'POST /api/policy/effects': async () => (await import('./policy/answer')).answerPolicyEffects,
  'GET /api/scenarios': async () => (await import('./guides/answer/guide')).answerGuide,
  'POST /api/demo/reset': async () => (await import('./draft/answer/apply')).answerReset,
  'GET /api/landscapes/standing': async () => (await import('./landscapes/answer')).answerStanding,
  'GET /api/landscapes/evidence/[...ref]': async () => (await import('./version/answer')).answerLandscapeEvidence,
  'GET /api/account': async () => (await import('./account/answer')).answerAccount,
  'GET /api/openapi.json': async () => (await import('./openapi')).answerOpenapi,
  'GET /healthz': async () => (await import('./status/answer/health')).answerHealth,
  'GET /readyz': async () => (await import('./status/answer/health')).answerReady,
  'GET /metrics': async () => (await import('./status/answer/health')).answerMetrics,
}

/** The answer of a route by its name, for tests and tools that ask all of them. Throws as `answer` does. */
export async function answerOf<K extends AnsweredRouteName>(
  name: K,
  asker: Asker,
  question?: RequestInput,
): Promise<AnswerOrText<RouteNamed<K>>> {
  return answer(routeNamed(name), await answers[name](), asker, question)
}

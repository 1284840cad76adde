import { type AnswerTo, answer, type Question, type Told } from '@/lib/http/answer'
import type { Asker } from '@/lib/landscape/garden'
import { answerAccuracy } from '@/lib/questions/accuracy/answer'
import { answerInPlace, answerMaintenance } from '@/lib/questions/cluster/answer/maintenance'
import { answerShootPast } from '@/lib/questions/cluster/answer/past'
import { answerShootBadge, answerShootPicture } from '@/lib/questions/cluster/answer/picture'
import { answerNights, answerPlan, answerShootApply } from '@/lib/questions/cluster/answer/plan'
import { answerShoot, answerWhy } from '@/lib/questions/cluster/answer/shoot'
import {
  answerShoots,
  answerShootsCsv,
  answerShootsJson,
  answerTonight,
} from '@/lib/questions/clusters/answer/clusters'
import { answerSource, answerWhatIf } from '@/lib/questions/draft/answer/draft'
import {
  answerFeedAddresses,
  answerMakeFeedAddress,
  answerProfileFeed,
  answerProjectFeed,
  answerRevokeFeedAddress,
  answerShootFeed,
  answerShootsFeed,
} from '@/lib/questions/feeds/answer'
import { answerFind } from '@/lib/questions/find/answer'
import { answerJournal } from '@/lib/questions/journal/answer'
import { answerOverviewPicture } from '@/lib/questions/overview/answer/picture'
import { answerChangeEffect, answerProfileHistory } from '@/lib/questions/profiles/answer/history'
import { answerNearestUpdate } from '@/lib/questions/profiles/answer/nearest-update'
import { answerDefaults, answerNewCluster } from '@/lib/questions/profiles/answer/new-cluster'
import { answerProfileBadge, answerProfilePicture } from '@/lib/questions/profiles/answer/picture'
import { answerCompare, answerProfile, answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { answerStatus } from '@/lib/questions/status/answer/status'
import { answerAccount } from './account/answer'
import { answerApply, answerDraftTexts, answerReset } from './draft/answer/apply'
import { answerExceptions, answerMoreTime, answerMoreTimeApply } from './exceptions/answer'
import { answerGuide } from './guides/answer/guide'
import { answerStanding } from './landscapes/answer'
import { answerOpenapi } from './openapi'
import { answerMovement, answerOverview } from './overview/answer/overview'
import { answerPolicy, answerPolicyEffects, answerPolicyStatus } from './policy/answer'
import { answerProject, answerWall, answerWallCell } from './projects/answer'
import { type AnsweredRouteName, type RouteNamed, routeNamed } from './routes'
import { answerHealth, answerMetrics, answerReady } from './status/answer/health'
import { answerEvidence, answerLandscapeEvidence, answerVersion } from './version/answer'

/** What answers each route, for tests and tools that ask all of them; whoever serves one names its answer in its route file. */
const answers: { readonly [K in AnsweredRouteName]: AnswerTo<RouteNamed<K>> } = {
  'GET /api/status': answerStatus,
  'GET /api/garden': answerOverview,
  'GET /api/cloudprofiles': answerProfiles,
  'GET /api/cloudprofiles/[...ref]': answerProfile,
  'GET /api/history/cloudprofiles/[...ref]': answerProfileHistory,
  'GET /api/history/effects/[...ref]': answerChangeEffect,
  'GET /api/versions/[...ref]': answerVersion,
  'GET /api/evidence/[...ref]': answerEvidence,
  'GET /api/compare': answerCompare,
  'GET /api/shoots': answerShoots,
  'GET /api/shoots.csv': answerShootsCsv,
  'GET /api/shoots.json': answerShootsJson,
  'GET /api/shoots/[namespace]/[name]': answerShoot,
  'GET /api/shoots/[namespace]/[name]/in-place': answerInPlace,
  'GET /api/shoots/[namespace]/[name]/maintenance': answerMaintenance,
  'GET /api/shoots/[namespace]/[name]/why': answerWhy,
  'POST /api/shoots/[namespace]/[name]/plan': answerPlan,
  'POST /api/shoots/[namespace]/[name]/apply': answerShootApply,
  'GET /api/shoots/[namespace]/[name]/nights': answerNights,
  'GET /api/shoots/[namespace]/[name]/past': answerShootPast,
  'GET /api/projects/[name]': answerProject,
  'POST /api/wall': answerWall,
  'POST /api/wall/cell': answerWallCell,
  'GET /api/defaults': answerDefaults,
  'GET /api/new-cluster/[...ref]': answerNewCluster,
  'GET /api/find': answerFind,
  'GET /api/feeds/shoots/[namespace]/[name]': answerShootFeed,
  'GET /api/feeds/projects/[name]': answerProjectFeed,
  'GET /api/feeds/cloudprofiles/[...ref]': answerProfileFeed,
  'GET /api/feeds/shoots.ics': answerShootsFeed,
  'GET /api/feeds/addresses': answerFeedAddresses,
  'POST /api/feeds/addresses': answerMakeFeedAddress,
  'POST /api/feeds/addresses/revoke': answerRevokeFeedAddress,
  'GET /api/accuracy': answerAccuracy,
  'GET /api/movement': answerMovement,
  'GET /api/tonight': answerTonight,
  'GET /api/updates/nearest': answerNearestUpdate,
  'GET /api/badges/shoots/[namespace]/[name]': answerShootBadge,
  'GET /api/badges/cloudprofiles/[...ref]': answerProfileBadge,
  'GET /api/pictures/shoots/[namespace]/[name]': answerShootPicture,
  'GET /api/pictures/cloudprofiles/[...ref]': answerProfilePicture,
  'GET /api/pictures/overview.png': answerOverviewPicture,
  'GET /api/workbench/[...ref]': answerSource,
  'POST /api/what-if': answerWhatIf,
  'POST /api/apply': answerApply,
  'POST /api/apply/texts': answerDraftTexts,
  'POST /api/more-time': answerMoreTime,
  'POST /api/more-time/apply': answerMoreTimeApply,
  'GET /api/exceptions': answerExceptions,
  'GET /api/journal': answerJournal,
  'GET /api/policy': answerPolicyStatus,
  'POST /api/policy': answerPolicy,
  'POST /api/policy/effects': answerPolicyEffects,
  'GET /api/scenarios': answerGuide,
  'POST /api/demo/reset': answerReset,
  'GET /api/landscapes/standing': answerStanding,
  'GET /api/landscapes/evidence/[...ref]': answerLandscapeEvidence,
  'GET /api/account': answerAccount,
  'GET /api/openapi.json': answerOpenapi,
  'GET /healthz': answerHealth,
  'GET /readyz': answerReady,
  'GET /metrics': answerMetrics,
}

/** The answer of a route by its name. Throws as `answer` does. */
export function answerOf<K extends AnsweredRouteName>(
  name: K,
  asker: Asker,
  question?: Question,
): Promise<Told<RouteNamed<K>>> {
  return answer(routeNamed(name), answers[name], asker, question)
}

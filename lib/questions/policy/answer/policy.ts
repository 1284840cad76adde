import { onWire } from '@/lib/contract/dates'
import type { LifeEdit } from '@/lib/engine/edits'
import { groupedBy } from '@/lib/engine/grouped'
import {
  type ExpectedRelease,
  expectedReleases,
  type JudgedVersion,
  type LifecyclePolicy,
  maintainedMinors,
  type PolicyProposal,
  proposeEdits,
  type ReleaseCadence,
  type SimulatedLife,
  simulatePolicy,
  type VersionManagement,
} from '@/lib/engine/policy'
import { minorText } from '@/lib/engine/rules'
import { DAY, SECOND, startOfDay } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { compareTexts } from '@/lib/landscape/version-text'
import { spanOf, zoneDate } from '@/lib/landscape/zone'
import { editProblemText } from '@/lib/words/edits'
import type { PolicyAnswer, PolicyOutcomeBody, ReleaseBody } from '../contract'

export interface PolicyQuestion {
  readonly profile: CloudProfile
  readonly policy: LifecyclePolicy
  readonly at: Instant
  /** Days are those of this IANA zone. */
  readonly zone: string
  /** Absent: those that the profile may expect. */
  readonly releases?: readonly ReleaseBody[] | undefined
  readonly cadence?: ReleaseCadence | undefined
}

/** What a policy would edit in a profile now, and what it would do within 12 months with the releases that are expected. */
export function policyView({
  profile,
  policy,
  at,
  zone,
  releases: asked,
  cadence,
}: PolicyQuestion): PolicyAnswer['outcome'] {
  const until = yearFrom(at)
  const span = { now: at, until }
  const releases = expectedOf({ profile, at, zone, releases: asked, cadence })
  const proposed = proposeEdits(profile, policy, at)
  if (proposed.kind === 'unreadable') return proposed
  const simulation = simulatePolicy(profile, policy, releases, span)
  if (simulation.kind === 'unreadable') return simulation
  const problems = new Map<ExpectedRelease, string | null>(
    simulation.steps.flatMap((step) =>
      step.releases.map(({ release, problem }) => [release, problem && editProblemText(problem)] as const),
    ),
  )
  const outside = (release: ExpectedRelease) =>
    release.at < at ? 'This day has passed.' : 'This day is more than a year away.'
  const lists = listsOf(simulation.lives)
  const kept = proposed.judged.filter(({ before, after, rule }) => before === after && rule !== 'stages')
  return {
    kind: 'ok',
    kubernetes: managementBody(policy.kubernetes),
    machineImages: managementBody(policy.machineImages),
    minors: minorsOf(profile, policy),
    proposals: proposed.proposals.map(proposalBody),
    unchanged: {
      kubernetes: kept.filter(({ image }) => image === null).length,
      images: kept.filter(({ image }) => image !== null).length,
    },
    withStages: proposed.judged.filter(({ rule }) => rule === 'stages').length,
    duties: [
      ...promotions(proposed.judged),
      ...simulation.openDates.map(({ image, version, since }) => ({
        kind: 'date' as const,
        image,
        version,
        minor: minorText(version),
        since: onWire(since),
      })),
    ],
    releases: releases.map((release) => ({
      ...releaseBody(release, zone),
      problem: problems.get(release) ?? (problems.has(release) ? null : outside(release)),
    })),
    year: {
      until: onWire(until),
      steps: simulation.steps
        .filter(({ proposals }) => proposals.length > 0)
        .map(({ at: instant, proposals }) => ({
          at: onWire(instant),
          edits: proposals.map(({ image, after, rule }) => ({
            image,
            version: after.version,
            after: classificationBody(after),
            rule,
          })),
        })),
      lists,
    },
  }
}

function managementBody(management: VersionManagement | null): PolicyOutcomeBody['kubernetes'] {
  if (management === null) return null
  const { expirationDuration, versionMaintenance } = management
  const seconds = (milliseconds: number) => Math.floor(milliseconds / SECOND)
  return {
    expiration: seconds(expirationDuration),
    maintained: versionMaintenance?.maintainedVersions ?? null,
    expirationUnmaintained:
      versionMaintenance === undefined
        ? null
        : seconds(versionMaintenance.expirationDurationUnmaintainedVersion ?? expirationDuration),
  }
}

function minorsOf({ kubernetes }: CloudProfile, policy: LifecyclePolicy): PolicyOutcomeBody['minors'] {
  const minors = policy.kubernetes === null ? null : maintainedMinors(kubernetes, policy.kubernetes)
  if (minors === null) return null
  const released = new Set(
    kubernetes.flatMap(({ version, classification }) => (classification === 'preview' ? [] : minorText(version))),
  )
  return minors.map((one) => ({ ...one, onlyPreviews: !released.has(one.minor) }))
}

function proposalBody({
  image,
  before,
  after,
  rule,
  minor,
  latest,
  edits,
}: PolicyProposal): PolicyOutcomeBody['proposals'][number] {
  return {
    image,
    version: before.version,
    before: classificationBody(before),
    after: classificationBody(after),
    rule,
    minor,
    latest,
    edits: edits.flatMap(editBody),
  }
}

function classificationBody({ classification, expirationDate }: ExpirableVersion) {
  return {
    classification: classification ?? null,
    expirationDate: onWire(expirationDate ?? null),
  }
}

/** The policy classifies and dates, nothing else; the stage begins when the edit is made. */
function editBody(edit: LifeEdit): PolicyOutcomeBody['proposals'][number]['edits'] {
  const { image, version } = edit
  if (edit.kind === 'classify') return [{ kind: 'classify', image, version, classification: edit.classification }]
  if (edit.kind !== 'expire') return []
  return [{ kind: 'expire', image, version, expirationDate: onWire(edit.expirationDate) }]
}

/** The highest preview above the latest of its group; one per group. */
function promotions(judged: readonly JudgedVersion[]): PolicyOutcomeBody['duties'] {
  const highest = new Map<string, JudgedVersion>()
  for (const one of judged) {
    if (one.rule !== 'preview') continue
    const { version } = one.before
    if (one.latest !== null && compareTexts(version, one.latest) < 0) continue
    const group = `${one.image ?? ''}/${one.minor ?? ''}`
    const known = highest.get(group)
    if (known === undefined || compareTexts(version, known.before.version) > 0) highest.set(group, one)
  }
  return [...highest.values()].map(({ image, before: { version } }) => ({
    kind: 'promote',
    image,
    version,
    minor: minorText(version),
  }))
}

function listsOf(lives: readonly SimulatedLife[]): PolicyOutcomeBody['year']['lists'] {
  const lists: PolicyOutcomeBody['year']['lists'] = []
  for (const [image, versions] of groupedBy(lives, (life) => life.image)) {
    const sorted = versions.sort((a, b) => compareTexts(b.version, a.version))
    lists.push({
      image,
      versions: sorted.map(({ version, spans, changed }) => ({
        version,
        minor: minorText(version),
        spans: onWire(spans),
        expires: expiryOf(spans),
        changed,
      })),
    })
  }
  return lists
}

function expiryOf(spans: SimulatedLife['spans']): string | null {
  const last = spans.at(-1)
  return last?.stage === 'expired' ? onWire(last.from) : null
}

/** As many as the contract lets a client ask for. */
const most = 500

/** Whose days the releases are: an instant in an IANA zone. */
interface CalendarZone {
  readonly at: Instant
  readonly zone: string
}

/** A release as the engine takes it. Today's come at once. */
function readRelease({ date, ...rest }: ReleaseBody, { at, zone }: CalendarZone): ExpectedRelease {
  return { ...rest, at: date === zoneDate(zone, at) ? at : spanOf(zone, date).from }
}

function releaseBody({ at, image, version, classification }: ExpectedRelease, zone: string): ReleaseBody {
  return { date: zoneDate(zone, at), image, version, classification }
}

interface ReleaseExpectation extends CalendarZone {
  readonly profile: CloudProfile
  /** Absent: what the profile may expect. */
  readonly releases?: readonly ReleaseBody[] | undefined
  readonly cadence?: ReleaseCadence | undefined
}

/** What is expected. The usual is cut to what may be asked for: an answer can always be sent back as a question. */
export function expectedOf({ profile, at, zone, releases, cadence }: ReleaseExpectation): readonly ExpectedRelease[] {
  if (releases !== undefined) return releases.map((body) => readRelease(body, { at, zone }))
  // The engine counts in days of UTC: the same day on the calendar is meant wherever the reader is.
  return expectedReleases(profile, { now: at, until: yearFrom(at) }, cadence)
    .slice(0, most)
    .map((release) => readRelease(releaseBody(release, 'UTC'), { at, zone }))
}

/** The end of the year that is looked at. */
function yearFrom(at: Instant): Instant {
  return startOfDay(at) + 366 * DAY
}

import 'server-only'
import type { KnownFact, LaneSegmentBody } from '@/lib/contract/clusters'
import { onWire } from '@/lib/contract/dates'
import { joinedSpans } from '@/lib/contract/spans'
import { type PastUpdate, pastUpdates, reconciliationOf, shootBefore } from '@/lib/engine/course'
import { expiryOf, maintain, statedStagesOf } from '@/lib/engine/rules'
import { DAY, SECOND } from '@/lib/engine/time'
import type { ExpirableVersion, Instant, NamedVersion, Period, Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { History, ObjectState } from '@/lib/history'
import type { AnswerTo } from '@/lib/http/answer'
import { moveOf } from '@/lib/landscape/event'
import { theBegunHistory } from '@/lib/landscape/history'
import { evidenceOf, type Landscape, memoizedProfile } from '@/lib/landscape/landscape'
import { shootAt } from '@/lib/landscape/lookup'
import { listedFacts, shootFacts, stoodFact } from '@/lib/landscape/record/facts'
import { runningVersion } from '@/lib/landscape/running'
import type { PastUpdateBody, ShootPastAnswer, shootPastRoute } from '../contract'
import { stepBody } from './shoot'

export const answerShootPast: AnswerTo<typeof shootPastRoute> = async ({ path, query }, { garden }) => {
  const { landscape, position } = await shootAt(garden, path, query.at)
  return shootPastView(landscape, position, await theBegunHistory(), query.at !== undefined)
}

/** How much of the past lanes show. */
const shown = 60 * DAY
/** How far back what became known before an update is told. */
const told = 60 * DAY
const mostUpdates = 500

type ShootState = ObjectState<Shoot>
type StatesByProfile = ReadonlyMap<string, readonly ObjectState<ProfileEntry>[]>

/**
 * What happened to one shoot, as far as it is recorded: its updates with their causes, and what it ran when. What was recorded after the
 * landscape was made is known too, unless the clock is pinned to it.
 */
export async function shootPastView(
  landscape: Landscape,
  position: number,
  history: Pick<History, 'statesOf' | 'since' | 'gaps'>,
  isPinned: boolean,
): Promise<ShootPastAnswer> {
  const member = landscape.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { namespace, name } = member.shoot
  const recorded = await history.statesOf({ kind: 'Shoot', namespace, name })
  const known =
    landscape.snapshot.seen ?? (isPinned ? landscape.at : Math.max(landscape.at, recorded.at(-1)?.seen ?? 0))
  const states = until(recorded, known)
  const profiles = await profilesOf(landscape, states, history, known)
  const profile = memoizedProfile(landscape, member.profile)
  const since = await history.since()
  const sameToday = ({ step, shoot }: Extract<PastUpdate, { kind: 'maintenance' }>): boolean | null => {
    if (profile === undefined) return null
    const { changes } = maintain(shootBefore(shoot), profile, step.at, {
      ignoreWindow: true,
      picker: profile.classes.picker,
    })
    const texts = (all: typeof changes) =>
      all.map((one) => `${one.component} ${one.pool} ${one.kind === 'update' ? one.to : 'fails'}`).sort()
    return texts(changes).join() === texts(step.changes).join()
  }
  const gaps = (await history.gaps()).filter(({ from }) => from < known)
  // A clock that is pinned ahead knows no more of what goes on.
  const seen = { states, gaps: gaps.map(({ from }) => from), known: Math.min(known, landscape.snapshot.observedAt) }
  return {
    ...evidenceOf(landscape),
    since: onWire(since),
    gaps: onWire(gaps),
    updates: pastUpdates(states)
      .slice(-mostUpdates)
      .reverse()
      .map((update) => ({
        ...updateBody(update, states, profiles, since, sameToday),
        reconciliation: onWire(reconciliationOf(update, seen)),
      })),
    settings: settingsIn(states, { from: known - told, to: known }).reverse(),
    lanes: lanesOf(member.shoot, states, profiles, { from: Math.max(known - shown, since ?? known), to: known }),
  }
}

function until<T>(states: readonly ObjectState<T>[], known: Instant): readonly ObjectState<T>[] {
  return states.filter(({ seen }) => seen <= known)
}

/** The profiles that the cluster used, as far as the user sees them today. */
async function profilesOf(
  { snapshot }: Landscape,
  states: readonly ShootState[],
  history: Pick<History, 'statesOf'>,
  known: Instant,
): Promise<StatesByProfile> {
  const refs = new Map(
    states.flatMap(({ value }) => (value === null ? [] : [[profileKey(value.profile), value.profile]])),
  )
  const found = new Map<string, readonly ObjectState<ProfileEntry>[]>()
  for (const [key, ref] of refs) {
    if (snapshot.profiles.has(key)) found.set(key, until(await history.statesOf(ref), known))
  }
  return found
}

function updateBody(
  update: PastUpdate,
  states: readonly ShootState[],
  profiles: StatesByProfile,
  since: Instant | null,
  sameToday: (update: Extract<PastUpdate, { kind: 'maintenance' }>) => boolean | null,
): Omit<PastUpdateBody, 'reconciliation'> {
  const { at, before, shoot } = update
  const [was, is] = [before?.resourceVersion ?? null, shoot.resourceVersion ?? null]
  const common = {
    at: onWire(at),
    known: factsBefore(update, states, profiles),
    ...((was !== null || is !== null) && { resourceVersion: { before: was, after: is } }),
  }
  if (update.kind === 'other') {
    const { after, moves } = update
    const isSeen = after === undefined
    return {
      ...common,
      after: after == null ? null : onWire(after),
      cause: isSeen ? 'by-hand' : 'not-recorded',
      moves: [...moves],
      step: null,
      question: null,
      sameToday: null,
    }
  }
  const { step } = update
  // What was known in the second before is what it was decided by.
  const known = profiles.get(profileKey(shoot.profile))?.findLast(({ seen }) => seen < at)
  const { resourceVersion } = known?.value ?? {}
  const question = {
    seen: onWire(at - SECOND),
    window: onWire(at),
    ...(resourceVersion !== undefined && { resourceVersion }),
  }
  return {
    ...common,
    after: null,
    cause: step.kind,
    moves: step.changes.map(moveOf),
    step: stepBody(step, shoot),
    question: since !== null && at - SECOND >= since ? question : null,
    sameToday: sameToday(update),
  }
}

/**
 * What became known of the versions that it left, and of the settings of the shoot, in order of time; first when the versions were
 * to expire already, as that was known all the while.
 */
function factsBefore(update: PastUpdate, states: readonly ShootState[], profiles: StatesByProfile): KnownFact[] {
  const range = { from: update.at - told, to: update.at }
  const { from, to } = range
  const facts = settingsIn(states, range)
  const moves = update.kind === 'other' ? update.moves : update.step.changes
  const parts = new Map(moves.map(({ image, from: version }) => [`${image} ${version}`, { image, version }]))
  const history = profiles.get(profileKey(update.shoot.profile)) ?? []
  for (const part of parts.values()) {
    const first = history.findLast(({ seen }) => seen <= from) ?? history[0]
    const stood =
      first && first.seen < to
        ? stoodFact(runningVersion(first.value?.profile, part), Math.max(from, first.seen))
        : null
    if (stood !== null) facts.push({ ...stood, ...part })
    let last: ExpirableVersion | undefined
    for (const [i, state] of history.entries()) {
      if (state.seen > to) break
      const listed = runningVersion(state.value?.profile, part)
      if (i > 0 && isWithin(state, range))
        facts.push(...listedFacts(last, listed, state.seen).map((fact) => ({ ...fact, ...part })))
      last = listed
    }
    const expiry = last && expiryOf(last)
    if (expiry != null && expiry > from && expiry < to) {
      facts.push({ at: onWire(expiry), ...part, fact: { kind: 'expired' } })
    }
  }
  return facts.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What was set of a shoot itself, oldest first. */
function settingsIn(states: readonly ShootState[], range: Period): KnownFact[] {
  return states.flatMap((state, i) => {
    const before = states[i - 1]?.value
    if (!isWithin(state, range) || before == null || state.value === null) return []
    return shootFacts(before, state.value, onWire(state.seen))
  })
}

/** Whether a state came within, as far as that was seen. */
function isWithin({ seen, after }: ObjectState<unknown>, { from, to }: Period): boolean {
  return after !== null && seen > from && seen <= to
}

/** What ran when, in the stages that the profile gave it then, for each part that the shoot has now. */
function lanesOf(
  shoot: Shoot,
  states: readonly ShootState[],
  profiles: StatesByProfile,
  range: Period,
): ShootPastAnswer['lanes'] {
  const lane = (id: string, partOf: (value: Shoot) => NamedVersion | null) => ({
    id,
    segments: stretchesIn(states, range).flatMap(({ value, ...stretch }) => {
      const part = value && partOf(value)
      return value === null || part === null ? [] : segmentsOf(part, profiles.get(profileKey(value.profile)), stretch)
    }),
  })
  const ofPool = (value: Shoot, name: string) => value.workers.find((worker) => worker.name === name)
  return [
    lane('control-plane', ({ kubernetesVersion: version }) => ({ image: null, version })),
    ...shoot.workers.flatMap(({ name, image }) => [
      lane(`pool/${name}/kubernetes`, (value) => {
        const worker = ofPool(value, name)
        return worker === undefined
          ? null
          : { image: null, version: worker.kubernetesVersion ?? value.kubernetesVersion }
      }),
      ...(image === undefined
        ? []
        : [
            lane(`pool/${name}/image`, (value) => {
              const was = ofPool(value, name)?.image
              return was === undefined ? null : { image: was.name, version: was.version }
            }),
          ]),
    ]),
  ].map(({ id, segments }) => ({ id, segments: joinedSpans(segments) }))
}

/** From when to when each state held, within the range. */
function stretchesIn<T>(
  states: readonly ObjectState<T>[],
  { from, to }: Period,
): (Period & { readonly value: T | null })[] {
  return states.flatMap(({ value, seen }, i) => {
    const begin = Math.max(seen, from)
    const end = Math.min(states[i + 1]?.seen ?? to, to)
    return begin < end ? [{ value, from: begin, to: end }] : []
  })
}

function segmentsOf(
  part: NamedVersion,
  profile: readonly ObjectState<ProfileEntry>[] | undefined,
  range: Period,
): LaneSegmentBody[] {
  const segment = (stage: LaneSegmentBody['stage'], from: Instant, to: Instant): LaneSegmentBody =>
    onWire({ version: part.version, stage, from, to })
  if (profile === undefined) return [segment('unknown', range.from, range.to)]
  return stretchesIn(profile, range).flatMap(({ value, from, to }) => {
    const listed = runningVersion(value?.profile, part)
    if (listed === undefined) return [segment(value === null ? 'unknown' : 'notInProfile', from, to)]
    return statedStagesOf(listed).flatMap((span) => {
      const begin = Math.max(span.from ?? from, from)
      const end = Math.min(span.to ?? to, to)
      return begin < end ? [segment(span.stage, begin, end)] : []
    })
  })
}

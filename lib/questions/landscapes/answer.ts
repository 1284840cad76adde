import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { type PageObject, PROTOCOL, pageObject } from '@/lib/contract/landscapes'
import { compareVersions, isSpanAt, listedOf, parseVersion, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { evidenceOf, type FleetIndex } from '@/lib/landscape/fleet-index'
import { gardenerOf } from '@/lib/landscape/garden'
import { placeInRoster, projectSizes } from '@/lib/landscape/roster'
import { RunningVersions, runningVersion } from '@/lib/landscape/running'
import { usersOf, usersOfVersion } from '@/lib/landscape/usage'
import type { StandingAnswer, standingRoute } from './contract'

export const answerStanding: AnswerTo<typeof standingRoute> = async ({ query: { at, page } }, { garden, sight }) => {
  const index = await indexAt(garden, at)
  return { ...standingView(index, page), isCut: sight !== '' }
}

type StandingObject = NonNullable<StandingAnswer['object']>

/** What stands in a landscape of what a page is about. What is not there is told, never refused: that is what is asked for. */
export function standingView(index: FleetIndex, page: string): Omit<StandingAnswer, 'isCut'> {
  return {
    ...evidenceOf(index),
    protocol: PROTOCOL,
    clusters: index.roster.members.length,
    gardener: gardenerOf(index.snapshot).running.at(-1) ?? null,
    object: objectOf(index, page),
  }
}

function objectOf(index: FleetIndex, page: string): StandingAnswer['object'] {
  const object = pageObject(page)
  switch (object?.kind) {
    case 'version':
      return versionIn(index, object)
    case 'profile':
      return profileIn(index, object.name)
    case 'project':
      return projectIn(index, object.name)
    case 'cluster':
      return clusterIn(index, object.namespace, object.name)
    case undefined:
      return null
  }
}

function versionIn(
  index: FleetIndex,
  { profile: key, image, version }: Extract<PageObject, { readonly kind: 'version' }>,
): StandingObject {
  const profile = index.snapshot.profiles.get(key)?.profile
  const what = image ?? 'Kubernetes'
  const listed = runningVersion(profile, { image, version })
  const clusters = usersOfVersion(index, key, { what, version }).clusters
  const isThere = listed !== undefined || clusters > 0
  return {
    kind: 'version',
    found: isThere
      ? {
          stage: stageIn(profile, what, version, index.at),
          since: onWire((listed && stagesOf(listed).find((span) => isSpanAt(span, index.at))?.from) ?? null),
          clusters,
          version: null,
        }
      : null,
    newest: profile === undefined ? null : newestOf(profile, image, index.at),
  }
}

function stageIn(profile: CloudProfile | undefined, what: string, version: string, at: Instant) {
  return new RunningVersions(profile, at).of(what, version).stage
}

/** The highest version that is listed and may be run; null: there is none. */
function newestOf(profile: CloudProfile, image: string | null, at: Instant): string | null {
  const versions = listedOf(profile, image).flatMap((one) => {
    const stage = stageAt(one, at)
    const parsed = stage === 'unavailable' || stage === 'expired' ? null : parseVersion(one.version)
    return parsed === null ? [] : [{ parsed, text: one.version }]
  })
  return versions.sort((a, b) => compareVersions(b.parsed, a.parsed))[0]?.text ?? null
}

function profileIn(index: FleetIndex, name: string): StandingObject {
  const profile = index.snapshot.profiles.get(name)?.profile
  const { projects } = usersOf(index, name)
  const clusters = [...projects.values()].reduce((all, some) => all + some, 0)
  return {
    kind: 'profile',
    found: profile === undefined ? null : { stage: null, since: null, clusters, version: null },
    newest: profile === undefined ? null : newestOf(profile, null, index.at),
  }
}

function projectIn({ snapshot, roster }: FleetIndex, name: string): StandingObject {
  const clusters = projectSizes(roster).get(name) ?? 0
  const isThere = clusters > 0 || snapshot.projects.some((project) => project.name === name)
  return {
    kind: 'project',
    found: isThere ? { stage: null, since: null, clusters, version: null } : null,
    newest: null,
  }
}

function clusterIn({ snapshot, roster, at }: FleetIndex, namespace: string, name: string): StandingObject {
  const project = roster.projectNames.get(namespace) ?? namespace
  const { place, found } = placeInRoster(roster.members, { project, shoot: { namespace, name } })
  const member = found ? roster.members.at(place) : undefined
  const version = member?.shoot.kubernetesVersion
  const profile = member && snapshot.profiles.get(member.profile)?.profile
  return {
    kind: 'cluster',
    found:
      version === undefined
        ? null
        : { stage: stageIn(profile, 'Kubernetes', version, at), since: null, clusters: null, version },
    newest: null,
  }
}

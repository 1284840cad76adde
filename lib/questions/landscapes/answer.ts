import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { type PageObject, PROTOCOL, pageObject } from '@/lib/contract/landscapes'
import { compareVersions, isSpanAt, listedOf, parseVersion, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { gardenerOf } from '@/lib/landscape/garden'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { placeInRoster, projectSizes } from '@/lib/landscape/roster'
import { RunningVersions, runningVersion } from '@/lib/landscape/running'
import { usersOf, usersOfVersion } from '@/lib/landscape/usage'
import type { StandingAnswer, standingRoute } from './contract'

export const answerStanding: AnswerTo<typeof standingRoute> = async ({ query: { at, page } }, { garden, sight }) => {
  const landscape = await landscapeAt(garden, at)
  return { ...standingView(landscape, page), isCut: sight !== '' }
}

type StandingObject = NonNullable<StandingAnswer['object']>

/** What stands in a landscape of what a page is about. What is not there is told, never refused: that is what is asked for. */
export function standingView(landscape: Landscape, page: string): Omit<StandingAnswer, 'isCut'> {
  return {
    ...evidenceOf(landscape),
    protocol: PROTOCOL,
    clusters: landscape.roster.members.length,
    gardener: gardenerOf(landscape.snapshot).running.at(-1) ?? null,
    object: objectOf(landscape, page),
  }
}

function objectOf(landscape: Landscape, page: string): StandingAnswer['object'] {
  const object = pageObject(page)
  switch (object?.kind) {
    case 'version':
      return versionIn(landscape, object)
    case 'profile':
      return profileIn(landscape, object.name)
    case 'project':
      return projectIn(landscape, object.name)
    case 'cluster':
      return clusterIn(landscape, object.namespace, object.name)
    case undefined:
      return null
  }
}

function versionIn(
  landscape: Landscape,
  { profile: key, image, version }: Extract<PageObject, { readonly kind: 'version' }>,
): StandingObject {
  const profile = landscape.snapshot.profiles.get(key)?.profile
  const what = image ?? 'Kubernetes'
  const listed = runningVersion(profile, { image, version })
  const clusters = usersOfVersion(landscape, key, { what, version }).clusters
  const isThere = listed !== undefined || clusters > 0
  return {
    kind: 'version',
    found: isThere
      ? {
          stage: stageIn(profile, what, version, landscape.at),
          since: onWire((listed && stagesOf(listed).find((span) => isSpanAt(span, landscape.at))?.from) ?? null),
          clusters,
          version: null,
        }
      : null,
    newest: profile === undefined ? null : newestOf(profile, image, landscape.at),
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

function profileIn(landscape: Landscape, name: string): StandingObject {
  const profile = landscape.snapshot.profiles.get(name)?.profile
  const { projects } = usersOf(landscape, name)
  const clusters = [...projects.values()].reduce((all, some) => all + some, 0)
  return {
    kind: 'profile',
    found: profile === undefined ? null : { stage: null, since: null, clusters, version: null },
    newest: profile === undefined ? null : newestOf(profile, null, landscape.at),
  }
}

function projectIn({ snapshot, roster }: Landscape, name: string): StandingObject {
  const clusters = projectSizes(roster).get(name) ?? 0
  const isThere = clusters > 0 || snapshot.projects.some((project) => project.name === name)
  return {
    kind: 'project',
    found: isThere ? { stage: null, since: null, clusters, version: null } : null,
    newest: null,
  }
}

function clusterIn({ snapshot, roster, at }: Landscape, namespace: string, name: string): StandingObject {
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

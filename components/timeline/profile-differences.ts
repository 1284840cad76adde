import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import { imageOfName, offeredLists, shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { countOf } from '@/lib/words/time-text'
import { STAGE_WORDS } from '@/lib/words/wording'
import { type AnswerDifference, clustersDiffer, datesDiffer, largestFirst, textsDiffer } from '../ui/differences'
import { stageLook } from './rows'

type ProfileVersions = Pick<ProfileAnswer, 'profile' | 'kubernetes' | 'images'>

/** What the page of a profile said then and says otherwise today. */
export function profileDifferences(
  then: ProfileVersions,
  today: ProfileVersions,
  zone: Zone,
): readonly AnswerDifference[] {
  const [was, is] = [versionsOf(then), versionsOf(today)]
  const count = (what: string, is: string, figure: 'clusters' | 'forced90' | 'stuck') =>
    clustersDiffer(what, is, [then.profile[figure], today.profile[figure]], 0)
  return largestFirst([
    ...[...new Set([...was.keys(), ...is.keys()])].flatMap((name) =>
      versionDifferences(name, was.get(name), is.get(name), zone),
    ),
    count('Clusters', '', 'clusters'),
    count('Forced within 90 days', 'forced within 90 days', 'forced90'),
    count('Stuck within 90 days', 'stuck within 90 days', 'stuck'),
  ])
}

function versionsOf(answer: ProfileVersions): ReadonlyMap<string, OfferedVersionBody> {
  return new Map(
    offeredLists(answer).flatMap(({ what, versions }) =>
      versions.map((one) => [shortName(imageOfName(what), one.version), one] as const),
    ),
  )
}

/**
 * A difference of the date, or of the stage if that is not only what the dates have brought about since, or that a version came or went.
 */
function versionDifferences(
  name: string,
  then: OfferedVersionBody | undefined,
  today: OfferedVersionBody | undefined,
  zone: Zone,
): readonly (AnswerDifference | null)[] {
  const clusters = Math.max(then?.clusters ?? 0, today?.clusters ?? 0)
  const whom = clusters === 0 ? 'no cluster runs it' : `for ${countOf(clusters, 'cluster')}`
  const rank = clusters === 0 ? 1 : 3
  const clause = (value: string) => `${name} is ${value}`
  const about = (found: AnswerDifference | null, part: 'expiry' | 'stage') =>
    found && { ...found, about: { version: name, part } }
  if (then === undefined || today === undefined) {
    const [was, is] = [listedText(then), listedText(today)]
    return [about(textsDiffer(was, is, { what: name, clause, rank }, whom), 'stage')]
  }
  const expiry = datesDiffer(then.expires, today.expires, {
    what: `${name} expires`,
    clause: (day) => (day === null ? `${name} has no expiry date` : `${name} expires on ${day}`),
    rank,
    zone,
    none: 'no expiry set',
    whom: clusters === 0 ? '' : whom,
  })
  const stage = textsDiffer(STAGE_WORDS[stageLook(then)], STAGE_WORDS[stageLook(today)], {
    what: name,
    clause,
    rank: clusters === 0 ? 1 : 2,
  })
  return [about(expiry, 'expiry'), about(stage, 'stage')]
}

function listedText(version: OfferedVersionBody | undefined): string {
  return version === undefined ? STAGE_WORDS.notInProfile : `listed, ${STAGE_WORDS[stageLook(version)]}`
}

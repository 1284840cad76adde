import { compareVersions, sameMinor } from '@/lib/engine/rules'
import { plural } from '@/lib/words/phrases'
import { forcedTarget, type Ground, higherTargets, type Listed } from './ground'
import { type Case, clustersText, type Guide, partsOf } from './guide'
import { type Arriving, inUse, notInUse, overallLatest } from './replace-steps'

/**
 * "The current supported version has problems and should be replaced with the previous supported version."
 * @param arriving null: none are on their way to the erroneous version
 */
export function replaceErroneous(
  ground: Ground,
  erroneous: Listed,
  previous: Listed | undefined,
  arriving: Arriving | null = null,
): Guide {
  const cases = casesOf(ground, erroneous)
  const chosen = cases.find(({ applies }) => applies)?.id ?? 'b'
  const steps = { a: notInUse, b: inUse, c: overallLatest }[chosen](ground, erroneous, previous, arriving)
  const next = chosen === 'b' ? forcedTarget(ground, erroneous.parsed) : undefined
  return {
    title: 'The supported version has problems: go back to the previous one',
    cases,
    parts: partsOf([next?.version, 'target'], [erroneous.version, 'erroneous'], [previous?.version, 'again']),
    steps,
  }
}

function casesOf(ground: Ground, erroneous: Listed): Case[] {
  const { version, clusters } = erroneous
  const [lowest] = higherTargets(ground, erroneous.parsed).toReversed()
  const higher = forcedTarget(ground, erroneous.parsed) ?? lowest
  const used = clusters > 0
  const run = `${clustersText(clusters)} ${plural(clusters, 'runs', 'run')} ${version}`
  const dated = `No cluster, but ${erroneous.overriddenBy.join(', ')} gives it another date.`
  const isHeld = used || erroneous.overriddenBy.length > 0
  return [
    {
      id: 'a',
      title: 'No cluster runs it',
      applies: !isHeld,
      found: used ? `${run}.` : isHeld ? dated : `No cluster runs ${version}.`,
    },
    {
      id: 'b',
      title: 'Clusters already run it',
      applies: isHeld && higher !== undefined,
      found: !isHeld
        ? `No cluster runs ${version}.`
        : higher === undefined
          ? 'Every higher version is a preview.'
          : `${run}, and ${higher.version} is higher.`,
    },
    {
      id: 'c',
      title: 'It is the overall latest',
      applies: isHeld && higher === undefined,
      found:
        higher !== undefined
          ? `${higher.version} is higher and no preview.`
          : isHeld
            ? `Nothing but previews is higher than ${version}.`
            : `No cluster runs ${version}.`,
    },
  ]
}

/** What it was before: the highest lower version of the same minor, else of all. */
export function previousOf({ listed }: Ground, { parsed }: Listed): Listed | undefined {
  const lower = listed.filter((one) => compareVersions(one.parsed, parsed) < 0 && one.stage !== 'preview')
  return lower.find((one) => sameMinor(one.parsed, parsed) && one.stage !== 'expired') ?? lower[0]
}

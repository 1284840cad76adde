import type { OtherLandscapeEvidence } from '@/lib/contract/apply'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { RulePart } from '@/lib/engine/promotion-rule'
import type { LandscapeEvidenceAnswer } from '@/lib/questions/version/contract'
import { clusterDaysText, hoursText, limitText, propertyValueText, rulePartText } from './evidence'
import { capitalized, listed, type TitledText } from './phrases'
import { countOf, countText, DAY, dayText, ms } from './time-text'

/** What is recorded of a version in a landscape, in figures. */
export type LandscapeFigures = Omit<
  NonNullable<LandscapeEvidenceAnswer['found']>,
  'course' | 'running' | 'stage' | 'expires'
> &
  Pick<LandscapeEvidenceAnswer, 'isCut'>

/** How long ago the first cluster came to it, in days with fractions. */
export function daysOn({ known, firstAt }: Pick<LandscapeFigures, 'known' | 'firstAt'>): number {
  return firstAt === null ? 0 : Math.max(0, ms(known) - ms(firstAt)) / DAY
}

/** `30 days, 41 clusters, 0 failed` */
export function soakedText(figures: Pick<LandscapeFigures, 'known' | 'firstAt' | 'ran' | 'failed'>): string {
  const { ran, failed } = figures
  return `${countOf(Math.floor(daysOn(figures)), 'day')}, ${countOf(ran, 'cluster')}, ${countText(failed)} failed`
}

/** `723 cluster-days, 41 updates` */
export function soakedRest({
  clusterDays,
  isWhole,
  updates,
}: Pick<LandscapeFigures, 'clusterDays' | 'isWhole' | 'updates'>): string {
  return `${isWhole ? '' : 'at least '}${clusterDaysText(clusterDays)}, ${countOf(updates, 'update')}`
}

/** What is not the same there and here, in a line: `Gardener v1.150.0 there, v1.149.2 here; you may see 12 clusters there.` */
export function unlikeText(there: Pick<LandscapeVersion, 'gardener' | 'among' | 'isCut'>, own: string | null): string {
  return `${gardenersText([there.gardener, 'there'], [own, 'here'])}; ${seenText(there)} there.`
}

/** The releases of Gardener that work in two landscapes, each with its place. */
function gardenersText(
  [there, placeThere]: readonly [gardener: string | null, place: string],
  [here, placeHere]: readonly [gardener: string | null, place: string],
): string {
  if (there === null) return `Which Gardener works ${placeThere} is not known`
  if (here === null) return `Which Gardener works ${placeHere} is not known`
  return there === here ? `Gardener ${here} on both` : `Gardener ${there} ${placeThere}, ${here} ${placeHere}`
}

function seenText({ among, isCut }: Pick<LandscapeVersion, 'among' | 'isCut'>): string {
  return `you ${isCut ? 'may see' : 'see all'} ${countOf(among, 'cluster')}`
}

/** The landscapes that a rule counts: `It counts live alone.`, `It counts live and canary.` */
export function countedLandscapesText(name: string, landscapes: readonly string[]): string {
  return landscapes.length === 0 ? `It counts ${name} alone.` : `It counts ${listed([name, ...landscapes])}.`
}

/** How many ran a version in each landscape at the end: `41 on canary, 2 on live`. */
export function onText(all: readonly { readonly name: string; readonly clusters: number }[]): string {
  return all.map(({ name, clusters }) => `${countText(clusters)} on ${name}`).join(', ')
}

export interface BesideRow {
  readonly title: string
  /** One for each landscape, in their order. */
  readonly cells: readonly { readonly strong: string; readonly rest: string }[]
  /** The parts of the rule that are about it. */
  readonly parts: readonly RulePart[]
}

/** What landscapes have recorded beside each other, this one first, and what the rule says of all that count. */
export function besideRows(
  all: readonly LandscapeFigures[],
  rule: readonly RulePart[],
  zone: Zone,
  now: number,
): readonly BesideRow[] {
  const row = (
    title: string,
    cellOf: (one: LandscapeFigures) => readonly [strong: string, rest?: string],
    parts: string[] = [],
  ) => ({
    title,
    cells: all.map((one) => {
      const [strong, rest = ''] = cellOf(one)
      return { strong, rest }
    }),
    parts: rule.filter(({ part }) => parts.includes(part)),
  })
  return [
    row(
      'How long',
      (one) => [
        countOf(Math.floor(daysOn(one)), 'day'),
        one.firstAt === null
          ? 'nobody was seen to run it'
          : `${one.isWhole ? '' : 'at least '}${clusterDaysText(one.clusterDays)}, since ${dayText(one.firstAt, zone, { now })}`,
      ],
      ['days'],
    ),
    row('How many', ({ ran, among }) => [countOf(ran, 'cluster'), `of ${countText(among)}`], [
      'clusters',
      'clustersHere',
    ]),
    row('What failed', ({ failed, updates }) => [countText(failed), `of ${countOf(updates, 'update')}`], ['failures']),
    row('Health', ({ health }) =>
      health === null
        ? ['not known', 'no cluster of which both is known']
        : [`${hoursText(health.before)} → ${hoursText(health.since)}`, 'of a week, before and since'],
    ),
    row('Where', (one) => ['', triedText(one, 'region')]),
    row('Image', (one) => ['', triedText(one, 'image')]),
    row('Nobody tried', (one) => ['', untriedText(one)]),
  ]
}

/** How many of a list are named. */
const MOST = 4

/** `eu-central-1 28, us-east-1 13` */
function triedText({ kinds }: LandscapeFigures, property: LandscapeFigures['kinds'][number]['property']): string {
  const tried = kinds.filter((one) => one.property === property && one.tried > 0).toSorted((a, b) => b.tried - a.tried)
  if (tried.length === 0) return 'none'
  return listOf(tried.map((one) => `${propertyValueText(one, kinds)} ${countText(one.tried)}`))
}

function untriedText({ kinds }: LandscapeFigures): string {
  const untried = kinds.filter(({ tried }) => tried === 0).toSorted((a, b) => b.clusters - a.clusters)
  return untried.length === 0 ? 'nothing' : listOf(untried.map((one) => propertyValueText(one, kinds)))
}

function listOf(texts: readonly string[]): string {
  const more = texts.length - MOST
  return more > 0 ? `${texts.slice(0, MOST).join(', ')} and ${countText(more)} more` : texts.join(', ')
}

/** `at least 3: 43 clusters, met` */
export function ruleCellText(part: RulePart): string {
  return `${limitText(part)}: ${rulePartText(part)}, ${part.isMet ? 'met' : 'not met'}`
}

/** What is told of a version in a landscape, and of the landscape itself. */
export interface LandscapeVersion extends LandscapeFigures {
  /** The highest version of Gardener that works on its clusters; null: none says one. */
  readonly gardener: string | null
  readonly stage: string
  readonly expires: string | null
}

/** How another landscape differs from this one, as far as it matters for what its figures are worth here. */
export function differencesFrom(
  { name, told }: { readonly name: string; readonly told: LandscapeVersion },
  here: { readonly name: string; readonly told: LandscapeVersion },
  zone: Zone,
): readonly TitledText[] {
  const { told: own } = here
  const updates =
    told.gardener === null || own.gardener === null
      ? ''
      : `Updates are made by ${told.gardener === own.gardener ? 'the same code' : 'other code there'}.`
  const listing = ({ stage, expires }: LandscapeVersion) =>
    `${stage}, ${expires === null ? 'no expiry set' : `expires ${dayText(expires, zone)}`}`
  return [
    { title: gardenersText([told.gardener, `on ${name}`], [own.gardener, `on ${here.name}`]), text: updates },
    {
      title: `${capitalized(seenText(told))} of ${name} that might run it`,
      text: told.isCut ? 'There may be others, of which nothing counts here.' : '',
    },
    {
      title: `${name} lists it: ${listing(told)}`,
      text: listing(told) === listing(own) ? 'The same as here.' : `Here: ${listing(own)}.`,
    },
    told.since === null
      ? { title: `${name} has recorded nothing`, text: '' }
      : {
          title: `${name} records since ${dayText(told.since, zone)}`,
          text: 'Of an hour that is not recorded nothing is known, a failure neither.',
        },
  ]
}

/** `The rule counts dev and test, which LANDSCAPES does not name.` Null: it names all. */
export function unnamedText(counted: readonly string[], named: readonly string[]): string | null {
  const unnamed = counted.filter((name) => !named.includes(name))
  return unnamed.length === 0 ? null : `The rule counts ${listed(unnamed)}, which LANDSCAPES does not name.`
}

/** What counted of another landscape when a draft was applied: `canary, 1.36.2: 30 days, 41 clusters, 0 failed`. */
export function countedText(beside: OtherLandscapeEvidence): string {
  const { landscape, image, version, clusters, days, failures } = beside
  return `${landscape}, ${shortName(image, version)}: ${countOf(Math.floor(days), 'day')}, ${countOf(clusters, 'cluster')}, ${countText(failures)} failed`
}

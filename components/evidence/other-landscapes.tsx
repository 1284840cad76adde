'use client'

import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useRunningClock, useZone } from '@/lib/browser/clock'
import { otherLandscapes, samePage, useLandscapes } from '@/lib/browser/landscapes'
import { type VersionRef, versionPage } from '@/lib/browser/paths'
import { useStatus } from '@/lib/browser/status'
import { useUrlState } from '@/lib/browser/url-state'
import type { LandscapeReply, NamedLandscape } from '@/lib/contract/landscapes'
import { type RulePart, type SoakedElsewhere, withOthers } from '@/lib/engine/promotion-rule'
import type { LandscapeEvidenceAnswer, PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { countedLandscapesText, daysOn, soakedRest, soakedText, unlikeText } from '@/lib/words/landscape-evidence'
import { silenceWords } from '@/lib/words/landscapes'
import { MINUTE } from '@/lib/words/time-text'
import { StageChip } from '../ui/glyph'
import { SkeletonBar } from '../ui/parts'

/** What another landscape says of a version; `heard` undefined: it is being asked. */
export interface LandscapeAnswer {
  readonly landscape: NamedLandscape
  readonly heard: LandscapeReply<LandscapeEvidenceAnswer> | undefined
}

/** What is recorded of a version here, and what others say of it. */
export interface HeardEvidence {
  readonly answer: PromotionEvidenceAnswer
  readonly elsewhere: readonly LandscapeAnswer[]
}

/** Asks the other landscapes what they have recorded of a version; none unless `isWanted`, or where there is only this one. */
export function useOtherLandscapes(version: VersionRef, isWanted = true): readonly LandscapeAnswer[] {
  return useOthersOf([isWanted ? version : null])[0] ?? []
}

/** What other landscapes answer about several versions; null: none is asked. */
export function useOthersOf(versions: readonly (VersionRef | null)[]): readonly LandscapeAnswer[][] {
  const others = otherLandscapes(useLandscapes())
  const { at } = useMoment()
  const asked = versions.flatMap((of) => (of === null ? [] : others.map((landscape) => ({ landscape, of }))))
  const answers = useQueries({ queries: asked.map(({ landscape, of }) => versionQueries.elsewhere(landscape, of, at)) })
  const told = asked.map((one, i) => ({ ...one, heard: answers[i]?.data }))
  return versions.map((version) => told.filter(({ of }) => of === version))
}

/** What others saw, in the figures that a rule looks at. */
export function soakedElsewhere(elsewhere: readonly LandscapeAnswer[]): readonly SoakedElsewhere[] {
  return elsewhere.flatMap(({ landscape, heard }) => {
    const found = heard?.kind === 'told' ? heard.answer.found : null
    return found === null
      ? []
      : [{ landscape: landscape.name, clusters: found.ran, days: daysOn(found), failures: found.failed }]
  })
}

type EvidenceRule = NonNullable<PromotionEvidenceAnswer['rule']>

interface CountedRule {
  readonly origin: EvidenceRule['origin']
  /** Names of the other landscapes that count. */
  readonly landscapes: readonly string[]
  readonly parts: readonly RulePart[]
}

/**
 * A rule with what others saw that it counts; null: there is none.
 * @param landscapes looked at in place of those that it names
 */
export function countedRule(
  rule: EvidenceRule | null,
  elsewhere: readonly LandscapeAnswer[],
  landscapes: readonly string[] = rule?.landscapes ?? [],
): CountedRule | null {
  return (
    rule && { origin: rule.origin, landscapes, parts: withOthers(rule.parts, landscapes, soakedElsewhere(elsewhere)) }
  )
}

/** The rule as the address wants it: `counts=canary,dev` or `counts=none` looks at other landscapes than the rule names. */
export function useCountedRule(rule: EvidenceRule | null, elsewhere: readonly LandscapeAnswer[]): CountedRule | null {
  const { params } = useUrlState()
  const counts = params.get('counts')
  return countedRule(rule, elsewhere, counts === null ? undefined : counts === 'none' ? [] : counts.split(','))
}

/** The landscapes that a rule counts, in a sentence; nothing if there is only this one. */
export function RuleCounts({ rule: { landscapes } }: { readonly rule: Pick<CountedRule, 'landscapes'> }): ReactNode {
  const { all, own } = useLandscapes()
  return all.length === 0 ? null : countedLandscapesText(own?.name ?? 'this landscape', landscapes)
}

/** A line for each other landscape: what it saw of the version, or why it says nothing. */
interface ElsewhereLinesProps {
  readonly elsewhere: readonly LandscapeAnswer[]
  readonly of: VersionRef
}

export function OtherLandscapeLines({ elsewhere, of }: ElsewhereLinesProps) {
  if (elsewhere.length === 0) return null
  return (
    <ul className="lines" aria-label="In other landscapes">
      {elsewhere.map((one) => (
        <li key={one.landscape.url}>
          <ElsewhereLine {...one} of={of} />
        </li>
      ))}
    </ul>
  )
}

function ElsewhereLine({ landscape, heard, of }: LandscapeAnswer & { readonly of: VersionRef }): ReactNode {
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const { own } = useLandscapes()
  const ownGardener = useStatus().data?.gardener.running.at(-1) ?? null
  const { name } = landscape
  const page = samePage(landscape, versionPage(of.profile, of.what, of.version), new URLSearchParams(), own?.name)
  const link = (
    <a className="link underlined" href={page}>
      {name}
    </a>
  )
  if (heard === undefined)
    return (
      <>
        On {link} <SkeletonBar width="160px" height="14px" />
      </>
    )
  if (heard.kind !== 'told') {
    const { text, note } = silenceWords(heard, landscape, zone, now)
    return (
      <>
        {heard.kind === 'signedOut' ? (
          <a className="link underlined" href={page}>
            {text}
          </a>
        ) : (
          <>
            {link} {text}
          </>
        )}
        . <span className="faint">{note}</span>
      </>
    )
  }
  const { found, isCut, gardener } = heard.answer
  if (found === null)
    return (
      <>
        {link} has no {of.version}.
      </>
    )
  return (
    <>
      <b>{soakedText(found)}</b> on {link} <StageChip stage={found.stage} />{' '}
      <span className="faint">
        {soakedRest(found)}. {unlikeText({ ...found, gardener, isCut }, ownGardener)}
      </span>
    </>
  )
}

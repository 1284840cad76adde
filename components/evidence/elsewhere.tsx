'use client'

import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useMoment, useRunningClock, useZone } from '@/lib/browser/clock'
import { othersOf, samePage, useLandscapes } from '@/lib/browser/landscapes'
import { versionPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { useStatus } from '@/lib/browser/use-status'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Heard, NamedLandscape } from '@/lib/contract/landscapes'
import { type RulePart, type SoakedElsewhere, withOthers } from '@/lib/engine/promotion-rule'
import type { LandscapeEvidenceAnswer, PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import {
  besideRows,
  daysOn,
  differencesFrom,
  ruleCellText,
  soakedRest,
  soakedText,
  type Told,
  unnamedText,
} from '@/lib/words/landscape-evidence'
import { silenceWords } from '@/lib/words/landscapes'
import { listed } from '@/lib/words/phrases'
import { MINUTE } from '@/lib/words/time-text'
import { Segmented } from '../ui/button'
import { DataTable, Scroll } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { SkeletonBar } from '../ui/parts'
import styles from './evidence.module.css'

interface VersionRef {
  readonly profile: ProfileRefBody
  /** `Kubernetes` or the name of an image. */
  readonly what: string
  readonly version: string
}

/** What another landscape says of a version; `heard` undefined: it is being asked. */
export interface Elsewhere {
  readonly landscape: NamedLandscape
  readonly heard: Heard<LandscapeEvidenceAnswer> | undefined
}

/** Asks the other landscapes what they have recorded of a version; none where nobody looks at it, or where there is only this one. */
export function useElsewhere({ profile, what, version }: VersionRef, isWanted = true): readonly Elsewhere[] {
  const landscapes = useLandscapes()
  const { at } = useMoment()
  const others = isWanted ? othersOf(landscapes) : []
  const answers = useQueries({
    queries: others.map((landscape) => versionQueries.elsewhere(landscape, { profile, what, version }, at)),
  })
  return others.map((landscape, i) => ({ landscape, heard: answers[i]?.data }))
}

/** What others saw, in the figures that a rule looks at. */
export function soakedIn(elsewhere: readonly Elsewhere[]): readonly SoakedElsewhere[] {
  return elsewhere.flatMap(({ landscape, heard }) => {
    const found = heard?.kind === 'told' ? heard.answer.found : null
    return found === null
      ? []
      : [{ landscape: landscape.name, clusters: found.ran, days: daysOn(found), failures: found.failed }]
  })
}

type Rule = NonNullable<PromotionEvidenceAnswer['rule']>

interface CountedRule {
  readonly origin: Rule['origin']
  /** Names of the other landscapes that count. */
  readonly landscapes: readonly string[]
  readonly parts: readonly RulePart[]
}

/**
 * A rule with what others saw that it counts; null: there is none.
 * @param landscapes looked at in place of those that it names
 */
export function countedRule(
  rule: Rule | null,
  elsewhere: readonly Elsewhere[],
  landscapes: readonly string[] = rule?.landscapes ?? [],
): CountedRule | null {
  return rule && { origin: rule.origin, landscapes, parts: withOthers(rule.parts, landscapes, soakedIn(elsewhere)) }
}

/** The same as the address wants it: `counts=canary,dev` or `counts=none` looks at other landscapes than the rule names. */
export function useCountedRule(rule: Rule | null, elsewhere: readonly Elsewhere[]): CountedRule | null {
  const { params } = useUrlState()
  const counts = params.get('counts')
  return countedRule(rule, elsewhere, counts === null ? undefined : counts === 'none' ? [] : counts.split(','))
}

/** A line for each other landscape: what it saw of the version, or why it says nothing. */
export function ElsewhereLines({
  elsewhere,
  of,
}: {
  readonly elsewhere: readonly Elsewhere[]
  readonly of: VersionRef
}) {
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

function ElsewhereLine({ landscape, heard, of }: Elsewhere & { readonly of: VersionRef }): ReactNode {
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const { own } = useLandscapes()
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
  const { found, isCut } = heard.answer
  if (found === null)
    return (
      <>
        {link} has no {of.version}.
      </>
    )
  return (
    <>
      <b>{soakedText(found)}</b> on {link} <StageChip stage={found.stage} />{' '}
      <span className="faint">{soakedRest({ ...found, isCut })}</span>
    </>
  )
}

interface BesideProps {
  readonly answer: PromotionEvidenceAnswer
  readonly elsewhere: readonly Elsewhere[]
}

/** This landscape and the others beside each other, with the rule, and in what they differ. Nothing where there is only this one. */
export function Beside({ answer, elsewhere }: BesideProps): ReactNode {
  const { all, own } = useLandscapes()
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const gardener = useStatus().data?.gardener.running.at(-1) ?? null
  const here = useMemo(() => toldHere(answer, gardener), [answer, gardener])
  const told = elsewhere.flatMap(({ landscape, heard }) => {
    if (heard?.kind !== 'told' || heard.answer.found === null) return []
    const { found, gardener, isCut } = heard.answer
    return [{ name: landscape.name, told: { ...found, gardener, isCut } }]
  })
  const name = own?.name ?? 'here'
  const rule = useCountedRule(answer.rule, elsewhere)
  const unnamed = unnamedText(
    rule?.landscapes ?? [],
    all.map((one) => one.name),
  )
  if (elsewhere.length === 0) return null
  const rows = besideRows([here, ...told.map((one) => one.told)], rule?.parts ?? [], zone, now)
  return (
    <div className="columns">
      <section aria-labelledby="beside">
        <div className="section-head">
          <h2 id="beside">In all landscapes</h2>
          <span className="faint">each as you may see it there</span>
        </div>
        <Scroll label="Landscapes beside each other">
          <DataTable
            className="prose rows"
            heads={[
              { hidden: 'What' },
              own === null ? 'here' : `${name}, here`,
              ...told.map((one) => one.name),
              ...(rule === null ? [] : ['Rule']),
            ]}
          >
            <tbody>
              {rows.map(({ title, cells, parts }) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {cells.map(({ strong, rest }, i) => (
                    <td key={told[i - 1]?.name ?? ''} data-label={told[i - 1]?.name ?? name}>
                      {strong !== '' && <b>{strong}</b>} {rest}
                    </td>
                  ))}
                  {rule !== null && (
                    <td data-label="rule">
                      {parts.length === 0 && <span className="faint">no rule</span>}
                      {parts.map((part) => (
                        <div key={part.part} className={part.isMet ? styles.met : 'bad'}>
                          <Icon name={part.isMet ? 'check' : 'close'} /> {ruleCellText(part)}
                        </div>
                      ))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </DataTable>
        </Scroll>
      </section>
      <aside aria-label="What differs" className="stack">
        {told.map((one) => (
          <section key={one.name} aria-label={`What differs between ${one.name} and ${name}`}>
            <h3>
              What differs between {one.name} and {name}
            </h3>
            <ul className="lines">
              {differencesFrom(one, { name, told: here }, zone).map(({ title, text }) => (
                <li key={title}>
                  <b>{title}</b> <span className="small muted">{text}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {rule !== null && answer.rule !== null && (
          <Counts
            counted={rule.landscapes}
            named={answer.rule.landscapes}
            name={name}
            others={elsewhere.map(({ landscape }) => landscape.name)}
          />
        )}
        {unnamed !== null && <p className="callout">{unnamed}</p>}
      </aside>
    </div>
  )
}

function toldHere(answer: PromotionEvidenceAnswer, gardener: string | null): Told {
  const { clusters, health, ...same } = answer
  return { ...same, ran: clusters.ran, health: health.same, gardener }
}

interface CountsProps {
  readonly counted: readonly string[]
  /** Those that the rule names itself. */
  readonly named: readonly string[]
  readonly name: string
  readonly others: readonly string[]
}

/** Which landscapes the rule counts; others may be looked at, as another rule may. */
function Counts({ counted, named, name, others }: CountsProps): ReactNode {
  const { set } = useUrlState()
  const all = named.length === 0 ? others : named
  return (
    <>
      <h3>The rule counts</h3>
      <Segmented<'here' | 'all'>
        label="The rule counts"
        value={counted.length === 0 ? 'here' : 'all'}
        options={[
          { value: 'here', text: `${name} alone` },
          { value: 'all', text: listed([name, ...all]) },
        ]}
        onChange={(value) => {
          const isOwn = (value === 'here') === (named.length === 0)
          set({ counts: isOwn ? undefined : value === 'here' ? 'none' : all.join(',') }, 'push')
        }}
      />
      <p className="note">Almanac promotes nothing by itself: where the rule is not met, it asks why.</p>
    </>
  )
}

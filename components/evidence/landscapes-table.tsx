'use client'

import type { ReactNode } from 'react'
import { useRunningClock, useZone } from '@/lib/browser/clock'
import { useLandscapes } from '@/lib/browser/landscapes'
import { useStatus } from '@/lib/browser/status'
import { useUrlState } from '@/lib/browser/url-state'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import {
  besideRows,
  differencesFrom,
  type LandscapeVersion,
  ruleCellText,
  unnamedText,
} from '@/lib/words/landscape-evidence'
import { listed } from '@/lib/words/phrases'
import { MINUTE } from '@/lib/words/time-text'
import { Segmented } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { Icon } from '../ui/icon'
import { Section } from '../ui/section'
import { LandscapesChart } from './landscapes-chart'
import { type HeardEvidence, useCountedRule } from './other-landscapes'

/** This landscape and the others beside each other, with the rule, and in what they differ. Nothing where there is only this one. */
export function LandscapesTable({ answer, elsewhere }: HeardEvidence): ReactNode {
  const { all, own } = useLandscapes()
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const gardener = useStatus().data?.gardener.running.at(-1) ?? null
  const here = toldHere(answer, gardener)
  const told = elsewhere.flatMap(({ landscape, heard }) => {
    if (heard?.kind !== 'told' || heard.answer.found === null) return []
    const { found, gardener, isCut } = heard.answer
    return [{ name: landscape.name, course: found.course, told: { ...found, gardener, isCut } }]
  })
  const name = own?.name ?? 'here'
  const rule = useCountedRule(answer.rule, elsewhere)
  const unnamed = unnamedText(
    rule?.landscapes ?? [],
    all.map((one) => one.name),
  )
  if (elsewhere.length === 0) return null
  const courses = [{ name, course: answer.course }, ...told.map((one) => ({ name: one.name, course: one.course }))]
  const rows = besideRows([here, ...told.map((one) => one.told)], rule?.parts ?? [], zone, now)
  return (
    <div className="columns">
      <div className="stack">
        {told.length > 0 && <LandscapesChart version={answer.version} all={courses} />}
        <Section title="In all landscapes" note="each as you may see it there">
          <RowTable
            scroll="Landscapes beside each other"
            className="prose rows"
            heads={[
              { hidden: 'What' },
              own === null ? 'here' : `${name}, here`,
              ...told.map((one) => one.name),
              ...(rule === null ? [] : ['Rule']),
            ]}
          >
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
                      <div key={part.part} className={part.isMet ? 'good' : 'bad'}>
                        <Icon name={part.isMet ? 'check' : 'close'} /> {ruleCellText(part)}
                      </div>
                    ))}
                  </td>
                )}
              </tr>
            ))}
          </RowTable>
        </Section>
      </div>
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

function toldHere(answer: PromotionEvidenceAnswer, gardener: string | null): LandscapeVersion {
  const { clusters, health, ...same } = answer
  return { ...same, ran: clusters.ran, health: health.same, gardener }
}

interface CountsProps {
  readonly counted: readonly string[]
  /** The landscapes that the rule names itself. */
  readonly named: readonly string[]
  readonly name: string
  readonly others: readonly string[]
}

/** The landscapes that the rule counts; others may be looked at, as another rule may be. */
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

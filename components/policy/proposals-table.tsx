'use client'

import type { ReactNode } from 'react'
import { StageChip, StageGlyph, type StageLook } from '@/components/ui/glyph'
import { useZone } from '@/lib/browser/clock'
import { shortName } from '@/lib/contract/version-name'
import type { PolicyEffectsAnswer, PolicyOutcomeBody, ProposalBody } from '@/lib/questions/policy/contract'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { policyExpiryText, proposalEffectText, proposalReasonText } from '@/lib/words/policy'
import { Checkbox } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { SkeletonBar } from '../ui/parts'
import styles from './policy.module.css'

interface ProposalsTableProps {
  readonly outcome: PolicyOutcomeBody
  /** Names of those that are not to be taken over. */
  readonly left: ReadonlySet<string>
  /** Undefined while they are computed; null: they are not known. */
  readonly effects: PolicyEffectsAnswer | null | undefined
  readonly onTake: (name: string, isTaken: boolean) => void
}

/** What the policy would edit today, one version a row. */
export function ProposalsTable({ outcome, left, effects, onTake }: ProposalsTableProps): ReactNode {
  return (
    <RowTable
      scroll="Proposed edits"
      className={`prose rows ${styles.proposals}`}
      heads={[
        { hidden: 'Number' },
        { hidden: 'Take' },
        'Version',
        'Stage',
        'Expiry',
        'Rule',
        `Effect ${WITHIN_HORIZON}`,
      ]}
    >
      {outcome.proposals.map((proposal, index) => {
        const name = shortName(proposal.image, proposal.version)
        return (
          <tr key={name} data-left={left.has(name) || undefined}>
            <td className="faint">{index + 1}</td>
            <td>
              <Checkbox isOn={!left.has(name)} onChange={(isOn) => onTake(name, isOn)}>
                <span className="visually-hidden">{`Take ${name}`}</span>
              </Checkbox>
            </td>
            <th scope="row">
              <b>{name}</b>
            </th>
            <td data-label="Stage">
              <StageChange proposal={proposal} />
            </td>
            <td data-label="Expiry">
              <DateChange before={proposal.before.expirationDate} after={proposal.after.expirationDate} />
            </td>
            <td className="muted">{proposalReasonText(proposal, outcome)}</td>
            <td data-label={`Effect ${WITHIN_HORIZON}`}>
              <EffectCell proposal={proposal} effects={effects} />
            </td>
          </tr>
        )
      })}
    </RowTable>
  )
}

function EffectCell({ proposal, effects }: Pick<ProposalsTableProps, 'effects'> & { readonly proposal: ProposalBody }) {
  const effect = effects?.proposals.find((one) => one.image === proposal.image && one.version === proposal.version)
  if (effects === undefined) return <SkeletonBar width="64px" />
  if (effect === undefined) return <span className="faint">not computed</span>
  const [text, isBad] = proposalEffectText(effect)
  return <span className={isBad ? 'bad' : text === 'none' ? 'faint' : 'muted'}>{text}</span>
}

function StageChange({ proposal: { before, after } }: { readonly proposal: ProposalBody }): ReactNode {
  const to = classificationLook(after.classification)
  if (before.classification === after.classification) return <StageChip stage={to} />
  return (
    <>
      <StageGlyph stage={classificationLook(before.classification)} named />
      <span className="arrow" aria-hidden>
        →
      </span>
      <StageChip stage={to} />
    </>
  )
}

/** How a classification that a profile or a policy writes looks. */
export function classificationLook(classification: string | null): StageLook {
  return LOOKS.find((look) => look === classification) ?? 'unclassified'
}

const LOOKS: readonly StageLook[] = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']

function DateChange({ before, after }: { readonly before: string | null; readonly after: string | null }): ReactNode {
  const zone = useZone()
  if (before === after) {
    return before === null ? <span className="faint">none</span> : <>{policyExpiryText(before, zone)} stays</>
  }
  return (
    <>
      {before === null ? <span className="faint">none</span> : <del>{policyExpiryText(before, zone)}</del>}
      <span className="arrow" aria-hidden>
        →
      </span>
      <ins>{after === null ? 'none' : policyExpiryText(after, zone)}</ins>
    </>
  )
}

'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { scenarioPage, versionPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { Zone } from '@/lib/contract/zone'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { headline, unmetText } from '@/lib/words/evidence'
import { countText, dayText } from '@/lib/words/time-text'
import { type Elsewhere, ElsewhereLines, useCountedRule, useElsewhere } from '../evidence/elsewhere'
import { ButtonLink } from '../ui/button'
import { ErrorPart } from '../ui/error-part'
import { Fold } from '../ui/fold'
import { later } from '../ui/later'
import { Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { RecordingNotice } from '../ui/recording-notice'
import type { VersionRef } from './address'

/** What is recorded of the clusters that run a version. */
export function useEvidence({ profile, what, version }: VersionRef): UseQueryResult<PromotionEvidenceAnswer> {
  const moment = useMoment()
  const { params } = useUrlState()
  return useQuery({
    ...versionQueries.evidence({ profile, what, version }, { ...moment, rule: params.get('rule') ?? undefined }),
    placeholderData: (known: PromotionEvidenceAnswer | undefined) =>
      known?.version === version && known.what === what ? known : undefined,
  })
}

/**
 * What other landscapes have recorded of a version, where somebody thinks of promoting it, or looks at all that is recorded: it costs
 * them more than a look.
 */
export function useElsewhereFor(
  version: VersionRef,
  answer: PromotionEvidenceAnswer | undefined,
): readonly Elsewhere[] {
  const isOpen = useIsAllOpen()
  return useElsewhere(version, isOpen || answer?.stage === 'preview' || answer?.stage === 'unavailable')
}

function useIsAllOpen(): boolean {
  const { params } = useUrlState()
  return params.get('evidence') === 'all' || params.has('rule') || params.has('counts')
}

interface EvidenceProps {
  readonly of: UseQueryResult<PromotionEvidenceAnswer>
  readonly elsewhere: readonly Elsewhere[]
  readonly zone: Zone
}

/** For whoever thinks of promoting it: how long, where, what failed, what nobody tried, and whether a rule of one's own is met. */
export function Evidence({ of, elsewhere, zone }: EvidenceProps): ReactNode {
  const { data } = of
  return (
    <section aria-labelledby="evidence">
      <div className="section-head">
        <h2 id="evidence">Evidence</h2>
        {data && <Facts answer={data} zone={zone} />}
      </div>
      <RecordingNotice />
      {data !== undefined ? (
        <Lead answer={data} elsewhere={elsewhere} />
      ) : of.isError ? (
        <ErrorPart error={of.error} at={of.errorUpdatedAt} onRetry={() => void of.refetch()} />
      ) : (
        <SkeletonBar width="60%" height="20px" />
      )}
    </section>
  )
}

interface PartProps {
  readonly answer: PromotionEvidenceAnswer
  readonly zone: Zone
}

function Facts({ answer, zone }: PartProps): ReactNode {
  const { stage, predecessor, among, isCut, since, what, profile } = answer
  return (
    <dl className="facts">
      {predecessor && (
        <div>
          <dt>{stage === 'preview' || stage === 'unavailable' ? 'It would replace' : 'It replaces'}</dt>
          <dd>
            <Link className="link" href={versionPage(profile, what, predecessor.version)}>
              {predecessor.version}
            </Link>
          </dd>
        </div>
      )}
      <div>
        <dt>Of</dt>
        <dd>
          {isCut
            ? `the ${countText(among)} clusters that you may see`
            : `all ${countText(among)} clusters of the profile`}
        </dd>
      </div>
      <div>
        <dt>Recorded</dt>
        <dd>{since === null ? 'nothing' : `since ${dayText(since, zone)}`}</dd>
      </div>
    </dl>
  )
}

interface LeadProps {
  readonly answer: PromotionEvidenceAnswer
  readonly elsewhere: readonly Elsewhere[]
}

function Lead({ answer, elsewhere }: LeadProps): ReactNode {
  const { strong, rest } = headline(answer)
  const { profile, what, version, stage } = answer
  const unmet = unmetText({ rule: useCountedRule(answer.rule, elsewhere) })
  return (
    <>
      <p>
        <b>{strong}</b> {rest}
      </p>
      <ElsewhereLines elsewhere={elsewhere} of={answer} />
      {unmet !== null && <p className="callout">{unmet}</p>}
      {profile.kind === 'CloudProfile' && stage === 'preview' && (
        <ButtonLink
          href={scenarioPage('promote', {
            profile: profile.name,
            version,
            ...(what !== 'Kubernetes' && { image: what }),
          })}
        >
          Promote it
        </ButtonLink>
      )}
    </>
  )
}

const EvidenceParts = later(
  () => import('./all-evidence').then((part) => part.EvidenceParts),
  <SkeletonBar width="60%" height="20px" />,
)

/** All of it, part by part: it is long, and folded unless an address asks for it; its script comes with it. */
export function AllEvidence(props: PartProps & LeadProps): ReactNode {
  const isOpen = useIsAllOpen()
  return (
    <Fold
      key={`${isOpen}`}
      summary="All of it: the rule part by part, its soak, what nobody tried, health, errors"
      isOpen={isOpen}
    >
      <EvidenceParts {...props} />
    </Fold>
  )
}

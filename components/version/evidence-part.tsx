'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { scenarioPage, type VersionRef, versionPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { imageOfName } from '@/lib/contract/version-name'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { evidenceHeadline, unmetText } from '@/lib/words/evidence'
import { countText, dayText } from '@/lib/words/time-text'
import {
  type HeardEvidence,
  type LandscapeAnswer,
  OtherLandscapeLines,
  useCountedRule,
  useOtherLandscapes,
} from '../evidence/other-landscapes'
import { ButtonLink } from '../ui/button'
import { Answered } from '../ui/error-part'
import { lazyPart } from '../ui/lazy-part'
import { Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { RecordingNotice } from '../ui/recording-notice'
import { Fact, Fold } from '../ui/section'

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
 * What other landscapes have recorded of a version, where a user thinks of promoting it, or looks at all that is recorded: it costs
 * them more than a look.
 */
export function useElsewhereFor(
  version: VersionRef,
  answer: PromotionEvidenceAnswer | undefined,
): readonly LandscapeAnswer[] {
  const isOpen = useIsAllOpen()
  return useOtherLandscapes(version, isOpen || answer?.stage === 'preview' || answer?.stage === 'unavailable')
}

function useIsAllOpen(): boolean {
  const { params } = useUrlState()
  return params.get('evidence') === 'all' || params.has('rule') || params.has('counts')
}

interface EvidenceProps {
  readonly of: UseQueryResult<PromotionEvidenceAnswer>
  readonly elsewhere: readonly LandscapeAnswer[]
}

/** For a user who thinks of promoting it: how long, where, what failed, what was not tried, and whether a rule of their own is met. */
export function Evidence({ of, elsewhere }: EvidenceProps): ReactNode {
  return (
    <section aria-labelledby="evidence">
      <div className="section-head">
        <h2 id="evidence">Evidence</h2>
        {of.data && <Facts answer={of.data} />}
      </div>
      <RecordingNotice />
      <Answered query={of} waiting={<SkeletonBar width="60%" height="20px" />}>
        {(answer) => <Lead answer={answer} elsewhere={elsewhere} />}
      </Answered>
    </section>
  )
}

function Facts({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  const { stage, predecessor, among, isCut, since, what, profile } = answer
  return (
    <dl className="facts">
      {predecessor && (
        <Fact term={stage === 'preview' || stage === 'unavailable' ? 'It would replace' : 'It replaces'}>
          <Link className="link" href={versionPage(profile, what, predecessor.version)}>
            {predecessor.version}
          </Link>
        </Fact>
      )}
      <Fact term="Of">
        {isCut
          ? `the ${countText(among)} clusters that you may see`
          : among === 1
            ? 'the one cluster of the profile'
            : `all ${countText(among)} clusters of the profile`}
      </Fact>
      <Fact term="Recorded">{since === null ? 'nothing' : `since ${dayText(since, zone)}`}</Fact>
    </dl>
  )
}

function Lead({ answer, elsewhere }: HeardEvidence): ReactNode {
  const { strong, rest } = evidenceHeadline(answer)
  const { profile, what, version, stage } = answer
  const unmet = unmetText({ rule: useCountedRule(answer.rule, elsewhere) })
  return (
    <div className="stack">
      <p>
        <b>{strong}</b> {rest}
      </p>
      <OtherLandscapeLines elsewhere={elsewhere} of={answer} />
      {unmet !== null && <p className="callout">{unmet}</p>}
      {profile.kind === 'CloudProfile' && stage === 'preview' && (
        <p>
          <ButtonLink
            href={scenarioPage('promote', { profile: profile.name, version, image: imageOfName(what) ?? undefined })}
          >
            Promote it
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

const EvidenceParts = lazyPart(
  () => import('./all-evidence').then((part) => part.EvidenceParts),
  <SkeletonBar width="60%" height="20px" />,
)

/** All of it, part by part: it is long, and folded unless an address asks for it; its script comes with it. */
export function AllEvidence(props: HeardEvidence): ReactNode {
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

'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { PROFILES, profilePage, scenarioPage, versionPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract/evidence'
import { versionQueries } from '@/lib/questions/version/queries'
import { headline, unmetText } from '@/lib/words/evidence'
import { profileName } from '@/lib/words/phrases'
import { countText, dayText, fullText } from '@/lib/words/time-text'
import styles from '../evidence/evidence.module.css'
import { TakeAway } from '../take-away/take-away'
import { ButtonLink } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { CopyLink } from '../ui/copy-link'
import { ErrorPart } from '../ui/error-part'
import { StageChip } from '../ui/glyph'
import { Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { RecordingNotice } from '../ui/recording-notice'
import { ViewSwitch } from '../ui/view-switch'
import { Errors } from './errors'
import { HealthPart } from './health'
import { RulePart } from './rule-part'
import { SoakChart, SoakTable } from './soak-chart'
import { Untried } from './untried'

interface EvidencePageProps {
  readonly wanted: { readonly profile: ProfileRefBody; readonly what: string; readonly version: string }
}

/** What is recorded of the clusters that run a version, for whoever thinks of promoting it. */
export function EvidencePage({ wanted }: EvidencePageProps): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const { params, set } = useUrlState()
  const rule = params.get('rule') ?? undefined
  const query = useQuery({
    ...versionQueries.evidence(wanted, { ...moment, rule }),
    placeholderData: (known: PromotionEvidenceAnswer | undefined) => known,
  })
  const { data } = query
  const { profile, what, version } = wanted
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={PROFILES}>Profiles</Link> / <Link href={profilePage(profile)}>{profileName(profile)}</Link> /{' '}
        <Link href={versionPage(profile, what, version)}>
          {what} {version}
        </Link>{' '}
        / <span aria-current="page">Evidence</span>
      </nav>
      <div className="title">
        <h1>Evidence for {what === 'Kubernetes' ? version : `${what} ${version}`}</h1>
        {data && <Facts answer={data} zone={zone} />}
      </div>
      <RecordingNotice />
      {data !== undefined ? (
        <Body answer={data} zone={zone} onRule={(one) => set({ rule: one }, 'push')} />
      ) : query.isError ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonBar width="60%" height="28px" />
      )}
    </>
  )
}

interface PartProps {
  readonly answer: PromotionEvidenceAnswer
  readonly zone: Zone
}

function Facts({ answer, zone }: PartProps): ReactNode {
  const { stage, predecessor, among, isCut, since, what, profile } = answer
  return (
    <>
      <StageChip stage={stage} />
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
    </>
  )
}

function Body({ answer, zone, onRule }: PartProps & Parameters<typeof RulePart>[0]): ReactNode {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const { strong, rest } = headline(answer)
  const { profile, what, version, firstAt, isWhole, stage } = answer
  const unmet = unmetText(answer)
  return (
    <>
      <div className={styles.lead}>
        <p className="headline">
          <b>{strong}</b> {rest}
        </p>
        <div className="bar">
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
          <TakeAway at={answer.at} />
          <CopyLink of={answer} />
        </div>
      </div>
      {unmet !== null && <p className={styles.unmet}>{unmet}</p>}
      <div className={styles.columns}>
        <RulePart answer={answer} onRule={onRule} />
        <section aria-labelledby="soak" {...(isTable || firstAt === null ? {} : chartMark('Cluster-days'))}>
          <div className={`section-head ${styles.wraps}`}>
            <h2 id="soak">Soak</h2>
            <span className="faint">cluster-days since the first cluster; below, clusters on it</span>
            <span className="grow" />
            <ViewSwitch
              isTable={isTable}
              drawn="Chart"
              onChange={(table) => set({ view: table ? 'table' : undefined })}
            />
          </div>
          {firstAt === null ? (
            <p className="muted small">Nobody was seen to run it.</p>
          ) : isTable ? (
            <SoakTable answer={answer} zone={zone} />
          ) : (
            <SoakChart answer={answer} zone={zone} />
          )}
          {!isWhole && (
            <p className={styles.note}>
              Some ran it already when recording began: what they went through before is not known.
            </p>
          )}
          <p className={styles.note}>
            Known up to {fullText(answer.known, zone)}. Time in which a cluster is hibernated is left out.
          </p>
        </section>
      </div>
      <Untried answer={answer} />
      <HealthPart answer={answer} zone={zone} />
      <Errors answer={answer} zone={zone} />
    </>
  )
}

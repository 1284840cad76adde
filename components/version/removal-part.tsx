'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { clustersOn, scenarioPage, shootsPage, versionPage } from '@/lib/browser/paths'
import { imageOfName } from '@/lib/contract/version-name'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { plural, poolsText, profileName } from '@/lib/words/phrases'
import { countOf, countText, dayText, fullText } from '@/lib/words/time-text'
import { holdersText, holdingText, uncountedText, versionRemovalText } from '@/lib/words/version'
import { EventGlyph } from '../ui/glyph'
import { ClusterLink, Link } from '../ui/link'
import { Fold, Section } from '../ui/section'
import styles from './version.module.css'

type HoldsGroup = VersionAnswer['holds']['groups'][number]

/** What keeps the version from being removed: clusters by what becomes of them, namespaced profiles, and Gardener's answer. */
export function RemovalPart({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const zone = useZone()
  const { holds, profile, what, version, offered } = answer
  const { groups, profiles, uncounted, others, overrides, refusals, refusalsTotal } = holds
  const isExpired = offered?.stage === 'expired'
  return (
    <Section title="What still holds it" className={styles.holds}>
      <p>
        {offered === null
          ? 'The profile does not list it any more: it was removed, and those who run it are forced.'
          : versionRemovalText(holds, zone)}
        {isExpired && profile.kind === 'CloudProfile' && (
          <>
            {' '}
            <Link
              href={scenarioPage('remove', { profile: profile.name, version, image: imageOfName(what) ?? undefined })}
            >
              Guide to its removal
            </Link>
          </>
        )}
      </p>
      {profiles.length > 1 && (
        <p>
          {profiles.map((one, index) => (
            <span key={profileName(one.profile)}>
              {index > 0 && ', '}
              <Link href={shootsPage(clustersOn({ ...one, what, version }))}>{holdersText(one, profile)}</Link>
            </span>
          ))}
        </p>
      )}
      <div className="lines">
        {groups.map((group) => (
          <div key={group.why}>
            <h3>
              <Sign group={group} />
              {holdingText(group)}
            </h3>
            <Examples group={group} />
          </div>
        ))}
        {others > 0 && (
          <div>
            <h3>{countOf(others, 'cluster')} that you may not see</h3>
          </div>
        )}
        {uncounted > 0 && (
          <div>
            <p>{uncountedText(uncounted)} Gardener does not look at these when a version is removed.</p>
          </div>
        )}
        <div>
          {overrides.length === 0 ? (
            <p className="faint">No NamespacedCloudProfile overrides it.</p>
          ) : (
            <>
              <h3>
                {countOf(overrides.length, 'NamespacedCloudProfile')}{' '}
                {plural(overrides.length, 'overrides', 'override')} it
              </h3>
              {overrides.map((one) => (
                <p key={profileName(one.profile)}>
                  <Link href={versionPage(one.profile, what, version)}>{profileName(one.profile)}</Link>
                  {one.until === null ? ' sets no end' : ` until ${dayText(one.until, zone)}`}
                </p>
              ))}
            </>
          )}
        </div>
      </div>
      {offered !== null && refusals !== null && refusals.length > 0 && (
        <Fold summary="If you remove it now, Gardener answers …">
          {refusals.map((text) => (
            <blockquote key={text} className="note">
              {text}
            </blockquote>
          ))}
          {refusalsTotal > refusals.length && (
            <p className="faint">and {countOf(refusalsTotal - refusals.length, 'more refusal')} like these</p>
          )}
        </Fold>
      )}
    </Section>
  )
}

function Sign({ group: { why } }: { readonly group: HoldsGroup }): ReactNode {
  if (why === 'failed' || why === 'noNextVersion') return <EventGlyph kind="fails" />
  return why === 'window' || why === 'overdue' ? <EventGlyph kind="forced" /> : null
}

/** Examples: of clusters that leave only the last; of those that do not all that are told, with why. */
function Examples({ group }: { readonly group: HoldsGroup }): ReactNode {
  const zone = useZone()
  const [last] = group.examples
  if (last === undefined) return null
  if (last.leaves !== null && group.leaves !== null)
    return (
      <p>
        The last one, <ClusterLink of={last} />, by {fullText(last.leaves, zone)}.
      </p>
    )
  const stuck = group.examples.filter(({ leaves }) => leaves === null)
  const reasons = [...new Set(stuck.map(({ reason }) => reason))]
  return (
    <>
      <p>
        {stuck.map((one, index) => (
          <span key={`${one.namespace}/${one.name}`}>
            {index > 0 && ', '}
            <ClusterLink of={one} />
            {!one.controlPlane && one.pools.length > 0 && ` (${poolsText(one.pools)})`}
          </span>
        ))}
        {group.clusters > stuck.length && ` and ${countText(group.clusters - stuck.length)} more`}
      </p>
      {reasons.map((reason) => (
        <blockquote key={reason} className="note">
          {reason}
        </blockquote>
      ))}
    </>
  )
}

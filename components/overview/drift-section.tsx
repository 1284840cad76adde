'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { POLICY, policyPage, profilePage } from '@/lib/browser/paths'
import type { PolicyStatusAnswer } from '@/lib/questions/policy/contract'
import { policyQueries } from '@/lib/questions/queries'
import { problemText } from '@/lib/words/policy'
import { countText, fullText, MINUTE } from '@/lib/words/time-text'
import { Count, RowTable } from '../ui/data-table'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { Section } from '../ui/section'

/** How far each CloudProfile is from the policy that `POLICY` names; nothing where none is named. */
export function DriftSection(): ReactNode {
  const moment = useMoment()
  // The server watches the file, and tells when it has changed; see `useLive`.
  const { data } = useQuery({ ...policyQueries.policyStatus(moment), refetchInterval: 5 * MINUTE })
  if (!data?.file) return null
  const { file, profiles } = data
  const differing = profiles.reduce((sum, one) => sum + one.differing, 0)
  return (
    <Section
      title="Policy"
      note={
        file.problems.length > 0
          ? 'it cannot be read'
          : differing === 0
            ? 'all profiles are as it wants them'
            : 'versions that are not as it wants them'
      }
      actions={
        <Link className="link small" href={POLICY}>
          What it would do
        </Link>
      }
    >
      {file.problems.length > 0 ? <BrokenFile file={file} /> : <DriftTable profiles={profiles} />}
    </Section>
  )
}

function DriftTable({ profiles }: Pick<PolicyStatusAnswer, 'profiles'>): ReactNode {
  return (
    <div className="scrollx">
      <RowTable heads={['Profile', { number: 'Clusters' }, { number: 'Differ' }, 'Versions']}>
        {profiles.map(({ profile, clusters, differing, examples, problem }) => (
          <tr key={profile.name}>
            <th scope="row">
              <Link href={profilePage(profile)}>
                <b>{profile.name}</b>
              </Link>
            </th>
            <td className="num muted">{countText(clusters)}</td>
            <Count value={differing} />
            <td>
              {problem !== null ? (
                <span className="bad">{problem}</span>
              ) : differing === 0 ? (
                <span className="faint">as the policy wants it</span>
              ) : (
                <Link
                  href={policyPage(profile)}
                  aria-label={`Policy for ${profile.name}: ${versionsText(differing, examples)}`}
                >
                  {versionsText(differing, examples)}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </RowTable>
    </div>
  )
}

/** `1.34.7, 1.33.11 and 2 more` */
function versionsText(differing: number, examples: readonly string[]): string {
  const more = differing - examples.length
  return more > 0 ? `${examples.join(', ')} and ${more} more` : examples.join(', ')
}

function BrokenFile({ file }: { readonly file: NonNullable<PolicyStatusAnswer['file']> }): ReactNode {
  const zone = useZone()
  return (
    <div className="callout" data-bad role="alert">
      <p>
        <Icon name="stop" /> <b>{file.name}</b> cannot be used, so drift is not shown. Read{' '}
        {fullText(file.readAt, zone)}; it is read again when it changes.
      </p>
      <ul className="mono">
        {file.problems.map((problem) => (
          <li key={`${problem.path}/${problem.line}`}>{problemText(problem, 'file')}</li>
        ))}
      </ul>
    </div>
  )
}

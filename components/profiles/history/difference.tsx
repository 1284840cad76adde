import type { ReactNode } from 'react'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileDifferenceBody } from '@/lib/questions/profiles/contract/history'
import { dayText } from '@/lib/words/time-text'
import { KUBERNETES } from '@/lib/words/wording'
import { StageChip } from '../../ui/glyph'

/** What a change made otherwise, one thing after the other. */
export function Differences(props: { readonly of: readonly ProfileDifferenceBody[]; readonly zone: Zone }): ReactNode {
  return (
    <ul>
      {props.of.map((one) => (
        <li key={one.text}>
          <Difference of={one} zone={props.zone} />
        </li>
      ))}
    </ul>
  )
}

function Difference({ of: one, zone }: { readonly of: ProfileDifferenceBody; readonly zone: Zone }): ReactNode {
  const { kind, what, version, stage, expires, text } = one
  if (what === null || version === null) return text
  const name = <b>{shortName(what === KUBERNETES ? null : what, version)}</b>
  const day = (at: string) => dayText(at, zone)
  const until = expires?.after == null ? null : ` until ${day(expires.after)}`
  if (kind === 'removed') return <>{name} removed</>
  if (kind === 'added')
    return (
      <>
        {name} added{stage?.after != null && <> as {<StageChip stage={stage.after} />}</>}
        {until}
      </>
    )
  return (
    <>
      {name}{' '}
      {stage?.before != null && stage.after !== null && (
        <>
          <StageChip stage={stage.before} /> → <StageChip stage={stage.after} />
        </>
      )}
      {stage === null && expires === null && 'has other stages ahead'}
      {expires !== null &&
        (stage !== null && expires.before === null ? (
          until
        ) : (
          <>
            {stage !== null && ', '}
            {expires.after === null ? 'no longer expires ' : 'expires '}
            {expires.before !== null && (
              <s>
                <span className="visually-hidden">not </span>
                {day(expires.before)}
              </s>
            )}{' '}
            {expires.after !== null && <b>{day(expires.after)}</b>}
          </>
        ))}
    </>
  )
}

'use client'

import { useZone } from '@/lib/browser/clock'
import { profilePage } from '@/lib/browser/paths'
import type { ShootRow } from '@/lib/contract/clusters'
import type { ShootAnswer } from '@/lib/contract/shoot'
import { offsetMinutes } from '@/lib/contract/zone'
import { profileName } from '@/lib/words/phrases'
import { countOf, dayText, ms } from '@/lib/words/time-text'
import { clockRange } from '@/lib/words/when'
import { nodeFigure } from '@/lib/words/wording'
import { StageChip } from '../ui/glyph'
import { Link } from '../ui/link'
import { Tag } from '../ui/parts'
import styles from './shoot-frame.module.css'

/** What the cluster is, in one line. */
export function Facts({ answer }: { readonly answer: ShootAnswer }) {
  const { shoot, rollOut } = answer
  const { flags, kubernetes, pools, nodes, autoUpdate } = shoot
  return (
    <dl className="facts">
      <div className={styles.minor}>
        <dt>Profile</dt>
        <dd>
          <Link className="link" href={profilePage(shoot.profile)}>
            {profileName(shoot.profile)}
          </Link>
          {shoot.region === null ? '' : `, ${shoot.region}`}
        </dd>
      </div>
      {shoot.purpose === null ? null : (
        <div className={styles.minor}>
          <dt>Purpose</dt>
          <dd>{shoot.purpose}</dd>
        </div>
      )}
      <div>
        <dt>Kubernetes</dt>
        <dd>
          {kubernetes.version} <StageChip stage={kubernetes.stage} />
          {kubernetes.stage === 'unclassified' ? <Unclassified expires={kubernetes.expires} shoot={shoot} /> : null}
        </dd>
      </div>
      <div className={styles.minor}>
        <dt>Nodes</dt>
        <dd>{pools.length === 0 ? 'none, workerless' : `${nodeFigure(nodes)} in ${countOf(pools.length, 'pool')}`}</dd>
      </div>
      <div>
        <dt>Window</dt>
        <dd>
          <WindowFact shoot={shoot} />
          {rollOut === null ? null : <span className="faint">, changes roll out in it only</span>}
        </dd>
      </div>
      <div>
        <dt>Auto-update</dt>
        <dd>
          Kubernetes {autoUpdate.kubernetes ? 'on' : 'off'}
          {flags.workerless ? '' : `, images ${autoUpdate.machineImage ? 'on' : 'off'}`}
        </dd>
      </div>
      {flags.deleting || flags.hibernated || flags.failed ? (
        <div>
          <dt>State</dt>
          <dd className={styles.flags}>
            {flags.deleting ? <Tag>being deleted</Tag> : null}
            {flags.hibernated ? <Tag>hibernated</Tag> : null}
            {flags.failed ? <Tag>last operation failed</Tag> : null}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

/** What Gardener makes of a version that the profile does not classify. */
function Unclassified({ expires, shoot }: { readonly expires: string | null; readonly shoot: ShootRow }) {
  const until = expires === null ? '' : ` until ${dayText(expires, shoot.nextWindow.offset)}, when it expires`
  return <span className="faint">, counts as supported{until}</span>
}

const TROUBLES: Readonly<Record<NonNullable<ShootRow['windowTrouble']>, string>> = {
  unreadable: 'cannot be read, any time of the day',
  'too-short': 'too short',
  'too-long': 'too long',
}

function WindowFact({ shoot }: { readonly shoot: ShootRow }) {
  const zone = useZone()
  const { nextWindow, windowText, windowTrouble } = shoot
  const trouble = windowTrouble === null ? null : <span className="bad">{TROUBLES[windowTrouble]}</span>
  if (windowText === null) return trouble ?? 'none, any time of the day'
  const at = ms(nextWindow.begin)
  const isSame = offsetMinutes(zone, at) === offsetMinutes(nextWindow.offset, at)
  return (
    <>
      daily {windowText} {nextWindow.offset.replace('-', '−')}
      {isSame ? null : <span className="faint">, {clockRange(nextWindow, zone)} for you</span>}
      {trouble === null ? null : <>, {trouble}</>}
    </>
  )
}

import { createElement, Fragment, type ReactNode } from 'react'
import { versionPage } from '@/lib/browser/paths'
import type { LaneSegmentBody } from '@/lib/contract/clusters'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Sentence } from '@/lib/words/phrases'
import type { EffectLine } from '@/lib/words/steps'
import { EFFECT_ICONS } from '../ui/effect'
import { Icon, type IconName } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './outlook.module.css'

/** A sentence with its countdown set off and its dates kept on one line. Its pieces have no keys, as two of them may read alike. */
export function SentenceText({ sentence }: { readonly sentence: Sentence }) {
  return createElement(Fragment, null, ...sentence.map(pieceOf))
}

/** How many letters have room in a line of a phone: a figure is not parted from its unit. */
const SHORT = 20

function pieceOf(piece: Sentence[number]): ReactNode {
  if (typeof piece === 'string') return piece
  if ('keep' in piece) return <span className={styles.keep}>{piece.keep}</span>
  return <strong className={piece.strong.length > SHORT ? undefined : 'nowrap'}>{piece.strong}</strong>
}

/** What gardenlet reports of a cluster before it is updated: it holds nothing up. */
export function ReportedLines({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className={`muted signed ${styles.line}`}>
      <Icon name="warning" className="warn" />
      <span>{text}</span>
    </p>
  ))
}

interface VersionLinkProps {
  readonly profile: ProfileRefBody
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly segment: Pick<LaneSegmentBody, 'version' | 'stage'>
  /** What is shown in place of the version. */
  readonly children?: ReactNode
}

/** Leads to the page of a version, where the profile has it. */
export function VersionLink({ profile, what, segment: { version, stage }, children = version }: VersionLinkProps) {
  if (stage === 'notInProfile' || stage === 'unknown') return children
  return (
    <Link className="link" href={versionPage(profile, what, version)} title={`${what} ${version}`}>
      {children}
    </Link>
  )
}

const ICONS: Readonly<Record<EffectLine['kind'], IconName | null>> = {
  ...EFFECT_ICONS,
  controlPlane: 'controlPlane',
  fails: 'stop',
}

/** What a change does to nodes or control plane, with its sign. */
export function EffectCell({ effect }: { readonly effect: EffectLine }) {
  const icon = ICONS[effect.kind]
  return (
    <>
      {icon === null ? null : <Icon name={icon} />}
      {effect.kind === 'none' ? <span className="faint">{effect.text}</span> : effect.text}
    </>
  )
}

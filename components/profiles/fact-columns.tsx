import type { ReactNode } from 'react'
import { imageOfName, offeredLists, offeredOf } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { countText, dayText, fullText, relativeText } from '@/lib/words/time-text'
import type { VersionRow } from '../timeline/rows'
import { StageChip } from '../ui/glyph'
import { Tag } from '../ui/parts'
import styles from './profiles.module.css'

/** The columns right of the time: what a row says in words. */
export interface FactColumn {
  readonly key: string
  readonly head: string
  /** The width in pixels; the time takes what is left. */
  readonly width: number
  readonly cell: (row: VersionRow, context: FactContext) => ReactNode
}

export interface FactContext {
  readonly zone: Zone
  readonly now: number
  /** The clusters of the row that has most, for the bars. */
  readonly most: number
  /** What a namespaced profile says itself. */
  readonly own: OwnExpiry | undefined
  readonly parent: string | null
}

const stage: FactColumn = {
  key: 'stage',
  head: 'Stage',
  width: 116,
  cell: (row) => <StageChip stage={row.stage} />,
}

const expires: FactColumn = {
  key: 'expires',
  head: 'Expires',
  width: 196,
  cell: (row, { zone, now }) =>
    row.stage === 'notInProfile' ? (
      <span className="faint">counts as expired</span>
    ) : (
      <ExpiryCell at={row.expires} zone={zone} now={now} />
    ),
}

const clusters: FactColumn = {
  key: 'clusters',
  head: 'Clusters',
  width: 104,
  cell: (row, { most }) => (
    <span className={styles.count}>
      <span className={row.clusters === 0 ? 'faint' : undefined}>{countText(row.clusters)}</span>
      <span aria-hidden className="meter muted">
        {row.clusters > 0 && <i style={{ width: `${((row.clusters / most) * 100).toFixed(1)}%` }} />}
      </span>
    </span>
  ),
}

const role: FactColumn = {
  key: 'role',
  head: 'Role',
  width: 172,
  cell: (row) => (
    <span className={styles.roles}>
      {row.roles.map((one) => (
        <Tag key={one}>{one}</Tag>
      ))}
    </span>
  ),
}

const architectures: FactColumn = {
  key: 'architectures',
  head: 'Architectures',
  width: 96,
  cell: (row) => <Words words={row.image?.architectures} />,
}

const cri: FactColumn = {
  key: 'cri',
  head: 'CRI, runtimes',
  width: 120,
  cell: (row) => <Words words={row.image?.cri} />,
}

const kubelet: FactColumn = {
  key: 'kubelet',
  head: 'Kubelet',
  width: 78,
  cell: (row) => {
    if (!row.image) return null
    const constraint = row.image.kubeletVersionConstraint
    return constraint === null ? (
      <span className="faint">any</span>
    ) : (
      <span title={constraint}>{signs(constraint)}</span>
    )
  },
}

const inPlace: FactColumn = {
  key: 'in-place',
  head: 'In place',
  width: 116,
  cell: (row) => {
    if (!row.image) return null
    const inPlaceUpdates = row.image.inPlaceUpdates
    if (!inPlaceUpdates?.supported) return <span className="faint">not supported</span>
    const least = inPlaceUpdates.minVersionForUpdate
    const text = least === null ? 'supported' : `from ${least}`
    return <span title={text}>{text}</span>
  },
}

export const kubernetesColumns: readonly FactColumn[] = [stage, expires, clusters, role]
export const imageColumns: readonly FactColumn[] = [
  { ...stage, width: 106 },
  expires,
  architectures,
  cri,
  kubelet,
  inPlace,
  { ...clusters, width: 96 },
]

/** Only for a namespaced profile: which profile sets the version and its date. */
export const setByColumn: FactColumn = {
  key: 'set-by',
  head: 'Date set by',
  width: 110,
  cell: (row, { own, parent, zone }) => {
    if (row.stage === 'notInProfile') return null
    if (own === undefined) return <span className="faint">{parent}</span>
    const elsewhere =
      own.kind === 'version'
        ? `${parent} does not offer it`
        : own.parentExpires === null
          ? `${parent} sets no expiry`
          : `${parent} lets it expire on ${dayText(own.parentExpires, zone)}`
    return <Tag title={elsewhere}>{own.kind === 'version' ? 'own version' : 'own date'}</Tag>
  },
}

function signs(constraint: string): string {
  return constraint.replaceAll('>=', '≥').replaceAll('<=', '≤')
}

function Words({ words }: { readonly words: readonly string[] | undefined }): ReactNode {
  if (words === undefined) return null
  if (words.length === 0) return <span className="faint">by capability</span>
  const text = words.join(', ')
  return <span title={text}>{text}</span>
}

interface ExpiryCellProps extends Pick<FactContext, 'zone' | 'now'> {
  /** Null: no expiry is set. */
  readonly at: number | null
}

/** When a version expires: how far away that is, and the day. */
export function ExpiryCell({ at, zone, now }: ExpiryCellProps): ReactNode {
  if (at === null) return <span className="faint">no expiry set</span>
  return (
    <span className={styles.expires} title={fullText(at, zone)}>
      <span className={at < now ? 'bad' : undefined}>{relativeText(at, now, 'prose')}</span>
      <span className="muted">{dayText(at, zone)}</span>
    </span>
  )
}

/** How an expiry of a NamespacedCloudProfile differs from the CloudProfile it builds on. */
export type OwnExpiry =
  | { readonly kind: 'date'; readonly parentExpires: string | null }
  /** The parent does not offer the version at all. */
  | { readonly kind: 'version' }

/** What a namespaced profile says itself, by `selection` text (`Kubernetes/1.33.6`); all else it has from its parent. */
export function ownDates(own: ProfileAnswer, parent: ProfileAnswer): ReadonlyMap<string, OwnExpiry> {
  const found = new Map<string, OwnExpiry>()
  for (const { what, versions } of offeredLists(own)) {
    const inherited = new Map(offeredOf(parent, imageOfName(what)).map((one) => [one.version, one.expires]))
    for (const one of versions) {
      const parentExpires = inherited.get(one.version)
      if (parentExpires === undefined) found.set(`${what}/${one.version}`, { kind: 'version' })
      else if (parentExpires !== one.expires) found.set(`${what}/${one.version}`, { kind: 'date', parentExpires })
    }
  }
  return found
}

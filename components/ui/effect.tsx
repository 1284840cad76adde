import type { AffectedNodes, EffectKind } from '@/lib/contract/common'
import type { NextEvent } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { otherNight } from '@/lib/words/event-words'
import { effectText, nodeFigure } from '@/lib/words/wording'
import { Icon, type IconName } from './icon'
import styles from './parts.module.css'

export interface EffectProps {
  readonly effect: EffectKind
  readonly nodes: AffectedNodes
}

export const EFFECT_ICONS = {
  rolling: 'roll',
  inPlace: 'inPlace',
  kubeletRestart: 'kubelet',
  none: null,
} as const satisfies Record<EffectKind, IconName | null>

/** What a change does to nodes: sign and words; the number stands out where nodes are replaced. */
export function EffectText({ effect, nodes }: EffectProps) {
  const icon = EFFECT_ICONS[effect]
  const words = effectText(effect, nodes)
  const isStrong = effect === 'rolling' || effect === 'inPlace'
  const figure = nodeFigure({ min: nodes.max, max: nodes.max })
  const [before, after] = words.split(figure, 2)
  return (
    <span className={isStrong ? styles.effect : `${styles.effect} muted`}>
      {icon ? <Icon name={icon} /> : null}
      {isStrong && after !== undefined ? (
        <>
          {before}
          <b>{figure}</b>
          {after}
        </>
      ) : (
        words
      )}
    </span>
  )
}

interface OtherNightProps {
  readonly of: Pick<NextEvent, 'window' | 'onlyAfter'>
  readonly now: number | string
  /** The zone in which the time before it is told; by default that of the cluster. */
  readonly zone?: Zone
}

/** The other night, after a time and on lines of its own: a window that is told in a cell has the next one below. */
export function OtherNight({ of, now, zone }: OtherNightProps) {
  const text = otherNight(of, now, zone)
  if (text === null) return null
  return (
    <>
      , <br />
      <span className="tiny muted">{text}</span>
    </>
  )
}

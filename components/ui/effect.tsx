import type { AffectedNodes, EffectKind } from '@/lib/contract/common'
import { effectAnswer, effectName, nodeFigure } from '@/lib/words/wording'
import { Icon, type IconName } from './icon'
import styles from './parts.module.css'

export interface EffectProps {
  readonly effect: EffectKind
  readonly nodes: AffectedNodes
  /** `answer`: in a column headed "Nodes roll?". `name`: on its own. */
  readonly form?: 'answer' | 'name'
}

const ICONS: Readonly<Record<EffectKind, IconName | undefined>> = {
  rolling: 'roll',
  inPlace: 'inPlace',
  kubeletRestart: 'kubelet',
  none: undefined,
}

/** What a change does to nodes: sign and words; the number stands out where nodes are replaced. */
export function EffectText({ effect, nodes, form = 'answer' }: EffectProps) {
  const icon = ICONS[effect]
  const words = form === 'answer' ? effectAnswer(effect, nodes) : effectName(effect, nodes)
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

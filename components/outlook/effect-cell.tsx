import type { EffectLine } from '@/lib/words/steps'
import { Icon, type IconName } from '../ui/icon'

const ICONS: Readonly<Record<EffectLine['kind'], IconName | null>> = {
  controlPlane: 'controlPlane',
  rolling: 'roll',
  inPlace: 'inPlace',
  kubeletRestart: 'kubelet',
  none: null,
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

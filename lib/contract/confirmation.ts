import type { ApplyEffect, Confirmation, ShootConfirmation, ShootEffect } from './apply'
import type { EffectKind } from './common'

/**
 * The sentence that is confirmed before edits are applied, and whether the profile's name must be typed: when a cluster is
 * stranded, or more than a tenth of the profile's clusters is forced, forced earlier or forced once more.
 * @param others clusters that whoever confirms may not see: nobody is to be led to believe that these are left alone
 */
export function confirmationOf(profile: string, effect: ApplyEffect, others: ApplyEffect | null = null): Confirmation {
  const { changes } = effect
  const parts = effectParts(changes)
  const because = profileReasons(effect, others)
  const sentence = parts.length === 0 ? 'No cluster is forced, stranded or moved by it.' : sentenceOf(parts)
  return {
    sentence: others === null ? sentence : `${sentence} ${othersSentence(others)}`,
    typing: because.length > 0 ? profile : null,
    because: because.length > 0 ? joined(because) : null,
    effect,
  }
}

/** Why the name of the profile must be typed, as clauses; empty: it need not. */
function profileReasons({ clusters, changes }: ApplyEffect, others: ApplyEffect | null): string[] {
  const forced = changes.forced + changes.earlier + changes.more
  return [
    changes.stuck > 0 && `${counted(changes.stuck)} ${changes.stuck === 1 ? 'is' : 'are'} stranded`,
    forced * 10 > clusters &&
      `${forced.toLocaleString('en')} of ${counted(clusters)} ${forced === 1 ? 'is' : 'are'} forced, more than a tenth`,
    others !== null && 'there are clusters on it that you may not see',
  ].filter((reason) => reason !== false)
}

/** The same about clusters that whoever asks may not see. */
export function othersSentence({ clusters, changes }: ApplyEffect): string {
  const parts = effectParts(changes)
  const what = parts.length === 0 ? 'none is forced, stranded or moved by it' : `it ${joined(parts)}`
  return `${counted(clusters)} on the profile that you may not see: ${what}.`
}

function effectParts(changes: ApplyEffect['changes']): string[] {
  const forced = changes.forced + changes.earlier
  const earlier =
    changes.earlier === 0
      ? ''
      : changes.forced === 0
        ? ' earlier than before'
        : `, ${changes.earlier} of them earlier than before`
  return [
    forced > 0 && `forces ${counted(forced)}${earlier}`,
    changes.more > 0 && `forces ${counted(changes.more)} once more`,
    changes.stuck > 0 && `strands ${counted(changes.stuck)}`,
    changes.later > 0 && `puts off the forced update of ${counted(changes.later)}`,
    changes.freed > 0 && `frees ${counted(changes.freed)}`,
    changes.target > 0 && `gives ${counted(changes.target)} another target or outcome`,
    changes.auto > 0 && `changes the automatic updates of ${counted(changes.auto)}`,
  ].filter((part) => part !== false)
}

const DOES = {
  rolling: (nodes: string) => `replaces ${nodes}`,
  inPlace: (nodes: string) => `updates ${nodes} in place`,
  kubeletRestart: (nodes: string) => `restarts the kubelet on ${nodes}`,
} as const satisfies Record<Exclude<EffectKind, 'none'>, (nodes: string) => string>

/**
 * The same for edits of a cluster. Its name must be typed when nodes are replaced or updated in place, and when something of it
 * cannot be undone.
 */
export function shootConfirmationOf(cluster: string, effect: ShootEffect): ShootConfirmation {
  const { pools, controlPlane, window, operations, final, isActedOn } = effect
  const parts = (['rolling', 'inPlace', 'kubeletRestart'] as const).flatMap((kind) => {
    const touched = pools.filter((pool) => pool.effect === kind)
    if (touched.length === 0) return []
    const [min, max] = (['min', 'max'] as const).map((end) => touched.reduce((sum, { nodes }) => sum + nodes[end], 0))
    const count = `${min === max ? '' : 'up to '}${max === 1 ? '1 node' : `${max?.toLocaleString('en')} nodes`}`
    return [DOES[kind](`${count} (${touched.map(({ pool }) => pool).join(', ')})`)]
  })
  const all = [...parts, ...(controlPlane === 'restart' ? ['restarts the control plane'] : [])]
  const when = window === null ? 'at once' : 'in its maintenance window'
  const asked = operations.map(
    (one) => `It asks Gardener for ${one.operation} ${one.when === 'now' ? 'at once' : 'in the next maintenance'}.`,
  )
  const fields = final.map(({ field }) => field)
  const because = [
    pools.some((pool) => pool.effect === 'rolling') && 'nodes are replaced',
    pools.some((pool) => pool.effect === 'inPlace') && 'nodes are updated in place',
    final.length > 0 && `${joined(fields)} cannot be set back`,
  ].filter((reason) => reason !== false)
  return {
    sentence: [
      all.length === 0 ? 'No node is touched by it.' : sentenceOf([...all.slice(0, -1), `${all.at(-1)} ${when}`]),
      ...asked,
      fields.length === 0 ? '' : `There is no way back for ${joined(fields)}.`,
      isActedOn ? '' : 'No Gardener acts on it here: only what is written changes.',
    ]
      .filter((part) => part !== '')
      .join(' '),
    typing: because.length > 0 ? cluster : null,
    because: because.length > 0 ? joined(because) : null,
    effect,
  }
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function sentenceOf(parts: readonly string[]): string {
  const text = joined(parts)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function counted(count: number): string {
  return count === 1 ? '1 cluster' : `${count.toLocaleString('en')} clusters`
}

import type { ApplyEffect, Confirmation, ShootConfirmation, ShootEffect } from '@/lib/contract/apply'
import type { EffectKind } from '@/lib/contract/common'
import {
  type ShootTypingReason,
  shootTypingReasons,
  type TypingReason,
  typingReasons,
} from '@/lib/contract/confirmation'
import { capitalized, listed, plural } from './phrases'
import { countOf, countText } from './time-text'
import { nodesText } from './wording'

/**
 * The sentences that are confirmed before edits are applied, and why the profile's name must be typed.
 * @param others clusters that whoever confirms may not see
 */
export function confirmationOf(profile: string, effect: ApplyEffect, others: ApplyEffect | null = null): Confirmation {
  const because = typingReasons(effect, others).map(reasonText)
  const parts = effectParts(effect.changes)
  const own =
    parts.length === 0 ? 'Nothing changes for any cluster.' : parts.map((part) => `${capitalized(part)}.`).join(' ')
  return {
    sentence: others === null ? own : `${own} ${othersSentence(others)}`,
    typing: because.length > 0 ? profile : null,
    because: because.length > 0 ? listed(because) : null,
    effect,
  }
}

function reasonText(reason: TypingReason): string {
  switch (reason.kind) {
    case 'stuck':
      return getStuck(reason.clusters)
    case 'forced':
      return `${countText(reason.forced)} of ${countOf(reason.clusters, 'cluster')} ${are(reason.forced)} forced, more than a tenth`
    case 'unseen':
      return 'there are clusters on it that you may not see'
  }
}

/** The same about clusters that whoever asks may not see. */
export function othersSentence({ clusters, changes }: ApplyEffect): string {
  const parts = effectParts(changes)
  const what = parts.length === 0 ? 'nothing changes' : listed(parts)
  return `${countOf(clusters, 'cluster')} on the profile that you may not see: ${what}.`
}

function effectParts(changes: ApplyEffect['changes']): readonly string[] {
  const { earlier, more, stuck, later, freed, target, auto } = changes
  const forced = changes.forced + earlier
  const before =
    earlier === 0
      ? ''
      : changes.forced === 0
        ? ' earlier than before'
        : `, ${countText(earlier)} of them earlier than before`
  return [
    forced > 0 && `${countOf(forced, 'cluster')} ${are(forced)} forced${before}`,
    more > 0 && `${countOf(more, 'cluster')} ${are(more)} forced once more`,
    stuck > 0 && getStuck(stuck),
    later > 0 && `${countOf(later, 'cluster')} ${are(later)} forced later or not at all`,
    freed > 0 && `${countOf(freed, 'cluster')} ${are(freed)} no longer stuck`,
    target > 0 && `${countOf(target, 'cluster')} ${plural(target, 'gets', 'get')} a different version`,
    auto > 0 && `automatic updates of ${countOf(auto, 'cluster')} change`,
  ].filter((part) => part !== false)
}

function getStuck(clusters: number): string {
  return countOf(clusters, 'more cluster gets stuck', 'more clusters get stuck')
}

function are(count: number): string {
  return plural(count, 'is', 'are')
}

const DOES = {
  rolling: (nodes: string) => `replaces ${nodes}`,
  inPlace: (nodes: string) => `updates ${nodes} in place`,
  kubeletRestart: (nodes: string) => `restarts the kubelet on ${nodes}`,
} as const satisfies Record<Exclude<EffectKind, 'none'>, (nodes: string) => string>

/** The same for edits of a cluster, whose name is typed. */
export function shootConfirmationOf(cluster: string, effect: ShootEffect): ShootConfirmation {
  const { pools, controlPlane, window, operations, final, isActedOn } = effect
  const parts = (['rolling', 'inPlace', 'kubeletRestart'] as const).flatMap((kind) => {
    const touched = pools.filter((pool) => pool.effect === kind)
    if (touched.length === 0) return []
    const sum = (end: 'min' | 'max') => touched.reduce((all, { nodes }) => all + nodes[end], 0)
    const nodes = nodesText({ min: sum('min'), max: sum('max') })
    return [DOES[kind](`${nodes} (${touched.map(({ pool }) => pool).join(', ')})`)]
  })
  const all = [...parts, ...(controlPlane === 'restart' ? ['restarts the control plane'] : [])]
  const when = window === null ? 'at once' : 'in its maintenance window'
  const asked = operations.map(
    (one) => `It asks Gardener for ${one.operation} ${one.when === 'now' ? 'at once' : 'in the next maintenance'}.`,
  )
  const because = shootTypingReasons(effect).map(shootReasonText)
  return {
    sentence: [
      all.length === 0 ? 'No node is touched by it.' : `${capitalized(listed(all))} ${when}.`,
      ...asked,
      ...(final.length === 0 ? [] : [`There is no way back for ${listed(final.map(({ field }) => field))}.`]),
      ...(isActedOn ? [] : ['No Gardener acts on it here: only what is written changes.']),
    ].join(' '),
    typing: because.length > 0 ? cluster : null,
    because: because.length > 0 ? listed(because) : null,
    effect,
  }
}

function shootReasonText(reason: ShootTypingReason): string {
  switch (reason.kind) {
    case 'rolling':
      return 'nodes are replaced'
    case 'inPlace':
      return 'nodes are updated in place'
    case 'final':
      return `${listed(reason.fields)} cannot be set back`
  }
}

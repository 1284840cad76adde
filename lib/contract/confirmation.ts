import type { ApplyEffect, Confirmation } from './apply'

/**
 * The sentence that is confirmed before edits are applied, and whether the profile's name must be typed: when a cluster is
 * stranded, or more than a tenth of the profile's clusters is forced or forced earlier.
 */
export function confirmationOf(profile: string, effect: ApplyEffect): Confirmation {
  const { clusters, changes } = effect
  const forced = changes.forced + changes.earlier
  const earlier =
    changes.earlier === 0
      ? ''
      : changes.forced === 0
        ? ' earlier than before'
        : `, ${changes.earlier} of them earlier than before`
  const parts = [
    forced > 0 && `forces ${counted(forced)}${earlier}`,
    changes.stuck > 0 && `strands ${counted(changes.stuck)}`,
    changes.later > 0 && `puts off the forced update of ${counted(changes.later)}`,
    changes.freed > 0 && `frees ${counted(changes.freed)}`,
    changes.target > 0 && `gives ${counted(changes.target)} another target or outcome`,
    changes.auto > 0 && `changes the automatic updates of ${counted(changes.auto)}`,
  ].filter((part) => part !== false)
  const needsTyping = changes.stuck > 0 || forced * 10 > clusters
  return {
    sentence: parts.length === 0 ? 'No cluster is forced, stranded or moved by it.' : sentenceOf(parts),
    typing: needsTyping ? profile : null,
    effect,
  }
}

function sentenceOf(parts: readonly string[]): string {
  const text = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function counted(count: number): string {
  return count === 1 ? '1 cluster' : `${count.toLocaleString('en')} clusters`
}

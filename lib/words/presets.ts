import type { Preset, PresetKey } from '@/lib/engine/edits/shoot'

/** What a preset is called. */
export const PRESET_NAMES: Readonly<Record<PresetKey, string>> = {
  'latest-patch': 'The latest patch',
  'minor-pools-later': 'A whole minor, pools later',
  weekend: 'Never on a weekday',
  'auto-update': 'Turn on auto-update',
}

/** What a preset does, or why it does nothing; and what Gardener cannot do. */
export function presetText({ key, edits, to }: Preset): string {
  switch (key) {
    case 'latest-patch':
      if (edits.length === 0) return 'No later patch of this minor is supported.'
      return to === null ? 'Pools go to the latest patch.' : `To ${to}; kubelets restart, no node rolls.`
    case 'minor-pools-later':
      return to === null
        ? 'No version of the next minor may be taken now.'
        : `The control plane goes to ${to}; pools keep their version until you take it out.`
    case 'weekend':
      return `Windows of Gardener are daily: it cannot leave out weekdays. ${weekendText(edits, to)}`
    case 'auto-update':
      return edits.length === 0 ? 'It is on.' : 'Patches and images come by themselves, in the window.'
  }
}

function weekendText(edits: Preset['edits'], to: Preset['to']): string {
  if (edits.length === 0) return 'Auto-update is off, so only updates that are forced come on any day.'
  if (edits.some(({ field }) => field.startsWith('spec.maintenance.autoUpdate')))
    return 'First auto-update goes off, at once; then only updates that are forced come on any day, and yours when you send them.'
  return `Auto-update is off: ${to ?? 'the latest patch of pools'} is sent on a weekend.`
}

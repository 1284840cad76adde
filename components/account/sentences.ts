import type { AccountAnswer } from '@/lib/questions/account/contract'
import { countOf } from '@/lib/words/time-text'

/** As whom the garden is asked. */
export function whoText({ mode, user }: AccountAnswer): string {
  if (mode !== 'none') return 'You see and do here what the garden lets you, in your own name.'
  if (user === null) return 'Nobody signs in here, and this garden knows no users.'
  return 'Nobody signs in here: Almanac asks the garden as whoever started it, and everybody who reads these pages does the same.'
}

export function seenText({ seesAllShoots, projectCount }: AccountAnswer): string {
  if (seesAllShoots) return 'The clusters of all projects.'
  if (projectCount === 0) return 'No project.'
  return `The clusters of ${countOf(projectCount, 'project')}, as far as you may list them.`
}

/** What may be changed; where nothing may be, that. */
export function rightsTexts(account: AccountAnswer): readonly string[] {
  const { mayEditCloudProfiles, mayEditAllShoots, mayEditAllProfiles, projects } = account
  const some = (may: readonly unknown[]) => may.length > 0
  const shoots = projects.filter((one) => one.mayEditShoots)
  const profiles = projects.filter((one) => one.mayEditProfiles)
  const texts = [
    mayEditCloudProfiles ? 'change CloudProfiles' : '',
    mayEditAllProfiles
      ? 'change NamespacedCloudProfiles of all projects'
      : some(profiles)
        ? `change NamespacedCloudProfiles of ${countOf(profiles.length, 'project')}`
        : '',
    mayEditAllShoots
      ? 'change clusters of all projects'
      : some(shoots)
        ? `change clusters of ${countOf(shoots.length, 'project')}`
        : '',
  ].filter((text) => text !== '')
  return texts.length === 0 ? ['look, and change nothing'] : texts
}

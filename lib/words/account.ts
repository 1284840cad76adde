import type { Zone } from '@/lib/contract/zone'
import type { AccountAnswer } from '@/lib/questions/account/contract'
import { given } from './phrases'
import { countOf, fullText, relativeText } from './time-text'

/** As whom the garden is asked, in words. */
export function askedAsText({ mode, user }: Pick<AccountAnswer, 'mode' | 'user'>): string {
  if (mode !== 'none') return 'You see and do here what the garden lets you, in your own name.'
  if (user === null) return 'Nobody signs in here, and this garden knows no users.'
  return 'Nobody signs in here: Almanac asks the garden with the rights of the user who started it. Everybody who opens these pages has the same rights.'
}

/** The clusters that the user sees, in words. */
export function seenClustersText({
  seesAllShoots,
  projectCount,
}: Pick<AccountAnswer, 'seesAllShoots' | 'projectCount'>): string {
  if (seesAllShoots) return 'The clusters of all projects.'
  if (projectCount === 0) return 'No project.'
  return `The clusters of ${countOf(projectCount, 'project')}, as far as you may list them.`
}

/** What may be changed; where nothing may be, that. */
export function rightsTexts(
  account: Pick<AccountAnswer, 'mayEditCloudProfiles' | 'mayEditAllShoots' | 'mayEditAllProfiles' | 'projects'>,
): readonly string[] {
  const { mayEditCloudProfiles, mayEditAllShoots, mayEditAllProfiles, projects } = account
  const shoots = projects.filter((one) => one.mayEditShoots).length
  const profiles = projects.filter((one) => one.mayEditProfiles).length
  const texts = given(
    mayEditCloudProfiles && 'change CloudProfiles',
    changesIn('NamespacedCloudProfiles', mayEditAllProfiles, profiles),
    changesIn('clusters', mayEditAllShoots, shoots),
  )
  return texts.length === 0 ? ['look, and change nothing'] : texts
}

function changesIn(what: string, inAll: boolean, projects: number): string {
  if (inAll) return `change ${what} of all projects`
  return projects === 0 ? '' : `change ${what} of ${countOf(projects, 'project')}`
}

/** When a session ends; `endsAt` null: not at a time that is known. */
export function sessionText(
  { endsAt, isRenewed }: { readonly endsAt: number | null; readonly isRenewed: boolean },
  zone: Zone,
  now: number,
): string {
  if (isRenewed) return 'It goes on until you sign out, as long as the provider gives new tokens.'
  if (endsAt === null) return 'It goes on until you sign out, or the garden does not accept your token any more.'
  return `It ends with your token ${relativeText(endsAt, now)}, ${fullText(endsAt, zone)}.`
}

import type { ScenarioAnswer, ScenarioCheck } from '@/lib/contract'

type Scenario = ScenarioAnswer['scenario']
type Way = ScenarioAnswer['way']

/** The scenarios as a list of guides, in the order of seed 003. */
export const GUIDES: readonly { readonly scenario: Scenario; readonly title: string; readonly text: string }[] = [
  {
    scenario: 'patch',
    title: 'A new patch version has been released',
    text: 'Add it as a preview; there can be several.',
  },
  {
    scenario: 'minor',
    title: 'A new minor version has been released',
    text: 'Deprecate the supported version, add the new one as a preview.',
  },
  {
    scenario: 'promote',
    title: 'Promote a preview to supported',
    text: 'Deprecate the supported version of its minor, then classify the preview as supported.',
  },
  {
    scenario: 'deprecate',
    title: 'Deprecate the supported version',
    text: 'With or without a date; see where its clusters go.',
  },
  {
    scenario: 'replace',
    title: 'The supported version has problems',
    text: 'Go back to the previous one: nobody runs it, clusters run it, or it is the latest of all.',
  },
  {
    scenario: 'remove',
    title: 'Remove an expired version that cannot be deleted',
    text: 'Who still holds it, why each did not move, and when the last one leaves.',
  },
]

export const WAY_WORDS: Readonly<Record<Way, string>> = {
  hand: 'By hand',
  management: 'Version Management',
  maintenance: 'Version Maintenance',
}

export const VERSION_LABELS: Readonly<Record<Scenario, string>> = {
  patch: 'the new version is',
  minor: 'the new version is',
  promote: 'the preview is',
  deprecate: 'the supported version is',
  replace: 'the erroneous version is',
  remove: 'the expired version is',
}

export const CHECK_WORDS: Readonly<Record<ScenarioCheck['state'], string>> = {
  holds: 'holds',
  beware: 'beware',
  fails: 'does not hold',
}

export const HELD_WORDS: Readonly<Record<ScenarioAnswer['holders'][number]['why'], string>> = {
  deleting: 'deleting',
  failed: 'maintenance fails',
  noNextVersion: 'no next version',
  window: 'window not reached',
  nothing: 'nothing moves it',
}

/** Whether the scenario has a date that may be chosen. */
export function hasDate(scenario: Scenario, way: Way): boolean {
  return scenario === 'deprecate' || (way === 'hand' && (scenario === 'minor' || scenario === 'promote'))
}

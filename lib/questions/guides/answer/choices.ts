import { canonical, compareVersions, parseVersion } from '@/lib/engine/rules'
import type { ScenarioAnswer, ScenarioQuery } from '../contract'
import type { Ground, Listed } from './scenarios'

type Scenario = ScenarioQuery['scenario']

/** Whether the scenario is about a version that is not listed yet. */
export function isAboutNew(scenario: Scenario): boolean {
  return scenario === 'patch' || scenario === 'minor'
}

/** What the scenario can be about, the likeliest first. */
export function choicesOf({ listed }: Ground, scenario: Scenario): readonly Listed[] {
  switch (scenario) {
    case 'promote':
      return listed.filter(({ stage }) => stage === 'preview')
    case 'deprecate':
    case 'replace':
      return listed.filter(({ stage }) => stage === 'supported')
    case 'remove':
      return listed.filter(({ stage }) => stage === 'expired').toSorted((a, b) => b.clusters - a.clusters)
    default:
      return []
  }
}

/** The version that is meant: Kubernetes versions by value, those of images by their text. */
export function listedIn({ listed, image }: Ground, version: string): Listed | undefined {
  const parsed = image === null ? parseVersion(version) : null
  return (
    listed.find((one) => one.version === version) ??
    (parsed === null ? undefined : listed.find((one) => canonical(one.parsed) === canonical(parsed)))
  )
}

export function lowerThan({ listed }: Ground, { parsed }: Listed): readonly Listed[] {
  return listed.filter((one) => compareVersions(one.parsed, parsed) < 0)
}

export function choiceBody({ version, stage, clusters }: Listed): ScenarioAnswer['versions'][number] {
  return { version, stage, clusters }
}

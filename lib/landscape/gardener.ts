import type { StatusAnswer } from '@/lib/contract/status'
import { compareVersions, isNewerThanRules, parseVersion, RULES_RELEASE } from '@/lib/engine/rules'
import type { Snapshot } from '@/lib/garden'

/** Nobody runs more at a time, but a file may say anything. */
const MOST = 20

/** Which Gardener the rules are of, and which ones work on the clusters of a landscape. Those that cannot be read are left out. */
export function gardenerOf({ shoots }: Pick<Snapshot, 'shoots'>): Omit<StatusAnswer['gardener'], 'text'> {
  const texts = new Set<string>()
  for (const { gardenerVersion } of shoots) if (gardenerVersion !== undefined) texts.add(gardenerVersion)
  const running = [...texts]
    .flatMap((text) => parseVersion(text) ?? [])
    .sort(compareVersions)
    .slice(-MOST)
    .map(({ text }) => text)
  return {
    rules: RULES_RELEASE,
    running,
    isNewer: running.some((text) => isNewerThanRules(text) === true),
  }
}

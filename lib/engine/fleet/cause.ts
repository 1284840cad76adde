/**
 * Why a maintenance fails, in the few words that fit a table row; the whole text is in the step. `error`: what the API server
 * answered, null when it accepted and there was no version to move to.
 * Gardener's refusals are recognized by their wording; one that is not known is called just that, a refusal. Names of pools
 * are left out: the words are shared by shoots that name theirs differently.
 */
export function causeOf(error: string | null): string {
  if (error === null) return 'no version to move to'
  for (const [pattern, words] of refusals) {
    const match = pattern.exec(error)
    if (match !== null) return words(match)
  }
  return 'refused by the API server'
}

const refusals: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /does not support kubelet version '[^']*', supported kubelet versions by this machine image version: '([^']*)'/,
    (match) => `image allows kubelet ${match[1] ?? ''}`,
  ],
  [/is currently undergoing an in-place update/, () => 'a pool is being updated in place'],
  [/at most three minor versions behind/, () => 'a pool is too many minors behind'],
  [/upgrade cannot skip a minor version/, () => 'a pool in place cannot skip a minor'],
  [/of machine type "([^"]*)" are not supported by machine image/, (match) => `image does not fit ${match[1] ?? ''}`],
  [/cannot be in-place updated from the current version/, () => 'no update in place to that image'],
  [
    /machine image version '([^']*)'[^[]*is expired/,
    (match) => `${(match[1] ?? '').replace(':', ' ')} is not available`,
  ],
  [/cannot change shoot spec during/, () => 'its control plane is moving'],
  [/feature is locked/, () => 'a feature gate is locked'],
  [/image is not supported/, () => 'image is not in the profile'],
]

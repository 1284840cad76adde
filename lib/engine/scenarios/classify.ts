import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edit'
import type { Instant } from '@/lib/engine/types'
import { compareVersions, minorOf } from '@/lib/engine/version'
import { deprecate, editText } from './add'
import { followUp, type Ground, higherTargets, inMinor, type Listed, supportedBeside } from './ground'
import { type Check, check, clustersText, type Guide, lifeText, must } from './guide'

/** "A preview version should be promoted to supported." */
export function promote(ground: Ground, target: Listed, until: Instant | null): Guide {
  const { version, parsed } = target
  const current = supportedBeside(ground, parsed, 'minor')
  const first = current === undefined ? [] : deprecate(current.version, ground.at, ground.way === 'hand' ? until : null)
  const second: Edit = { kind: 'classify', image: null, version, classification: 'supported', from: ground.at }
  const follow = followUp(ground, [...first, second])
  const date =
    ground.way === 'hand'
      ? 'Optionally with an expiration date.'
      : 'An expiration date is set automatically: the draft has it.'
  return {
    title: 'Promote a preview to supported',
    cases: [],
    steps: [
      {
        title: current === undefined ? 'Nothing is to be deprecated' : `Deprecate ${current.version}`,
        text: `Deprecate the currently supported version of the minor: there can be only one. ${date}`,
        checks: [
          must(target.stage === 'preview', `${version} is a preview`, lifeText(target)),
          check(
            'holds',
            `Supported in ${minorOf(parsed)} now`,
            current === undefined ? 'no version' : `${lifeText(current)}, on ${clustersText(current.clusters)}`,
          ),
          ...(current !== undefined && compareVersions(current.parsed, parsed) > 0
            ? [check('beware', 'It is the higher one', `${current.version} is higher, and clusters never go back`)]
            : []),
        ],
        edits: first,
      },
      {
        title: `Set ${version} to supported`,
        text: 'Afterwards change the classification from preview to supported. From then on it is a target of updates and the default for new clusters.',
        checks: [
          target.expires === null
            ? check('holds', `${version} has no expiration date`, 'none')
            : check('beware', `${version} has no expiration date`, lifeText(target)),
          ...policyChecks(follow),
        ],
        edits: [second, ...follow],
      },
    ],
  }
}

/** "The supported version should be deprecated." */
export function deprecateSupported(ground: Ground, target: Listed, until: Instant | null): Guide {
  const { version, parsed } = target
  const edits = deprecate(version, ground.at, until)
  const { value } = applyEdits(ground.profile, edits, applyEdit)
  const follow = followUp(ground, edits)
  const isReset = follow.some((edit) => edit.kind === 'classify' && edit.version === version)
  const patch = higherTargets(ground, parsed).find((one) => inMinor(ground, parsed).includes(one))
  const [higher] = higherTargets(ground, parsed).toReversed()
  const words = {
    hand: 'Set the classification to deprecated, optionally with an expiration date. Clusters with auto-update leave it for a newer version; the others once it has expired.',
    management:
      'Version Management enforces one supported version: just add a newer one without a classification, and this one is deprecated. Is there no higher version that is no preview, it is reset to supported without an expiration date.',
    maintenance:
      'Version Maintenance enforces one supported version per maintained minor: just add a newer patch without a classification, and this one is deprecated. Is there none, it is reset to supported.',
  }
  return {
    title: 'Deprecate the supported version',
    cases: [],
    steps: [
      {
        title: 'Make sure there is a version to move to',
        text: 'Using automatic updates does not guarantee that a cluster runs a version that is not deprecated: the latest version can be deprecated too.',
        checks: [
          must(target.stage === 'supported', `${version} is supported`, lifeText(target)),
          patch === undefined
            ? check(
                'beware',
                `A higher patch of ${minorOf(parsed)} that is no preview`,
                higher === undefined
                  ? 'none, and no higher minor: clusters stay on it'
                  : `none: once it expires, it leads to ${higher.version}, the next minor`,
              )
            : check('holds', `A higher patch of ${minorOf(parsed)} that is no preview`, lifeText(patch)),
          ...(until !== null && patch === undefined
            ? [check('beware', 'The date forces a minor update', `on ${clustersText(target.clusters)} that run it`)]
            : []),
        ],
        edits: [],
      },
      {
        title: `Deprecate ${version}`,
        text: words[ground.way],
        checks: [
          ...(isReset
            ? [check('fails', 'The policy leaves it deprecated', `it would set ${version} to supported again`)]
            : policyChecks(follow)),
          must(
            ground.listed.some((one) => one.version !== version && one.stage === 'supported') ||
              value === ground.profile,
            'Another version stays supported',
            ground.listed.find((one) => one.version !== version && one.stage === 'supported')?.version ?? 'none',
          ),
        ],
        edits: isReset ? edits : [...edits, ...follow],
      },
    ],
  }
}

export function policyChecks(follow: readonly Edit[]): Check[] {
  return follow.map((edit) => check('beware', 'The policy then', editText(edit)))
}

import type { Edit } from '@/lib/engine/edits'
import { compareVersions, minorOf, sameMinor } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { deprecate } from './add'
import { automated } from './automation'
import { forcedTarget, type Ground, higherTargets, inMinor, type Listed, nameIn, supportedBeside } from './ground'
import { check, clustersText, type Guide, lifeText, must, partsOf } from './guide'

/** "A preview version should be promoted to supported." */
export function promote(ground: Ground, target: Listed, until: Instant | null): Guide {
  const { image, at, way } = ground
  const { version, parsed } = target
  const current = supportedBeside(ground, parsed)
  const first = current === undefined ? [] : deprecate(ground, current.version, way === 'hand' ? until : null)
  const second: Edit = { kind: 'classify', image, version, classification: 'supported', from: at }
  const { edits, checks } = automated(ground, [...first, second])
  const scope = way === 'management' ? 'Supported now' : `Supported in ${minorOf(parsed)} now`
  const ofMinor = way === 'management' ? '' : ' of the minor'
  const date =
    way === 'hand'
      ? 'Optionally with an expiration date.'
      : 'An expiration date is set automatically: the draft has it.'
  return {
    title: 'Promote a preview to supported',
    cases: [],
    parts: partsOf([current?.version, 'supported now'], [version, 'promoted']),
    steps: [
      {
        title: current === undefined ? 'Nothing is to be deprecated' : `Deprecate ${nameIn(ground, current.version)}`,
        text:
          current === undefined
            ? `No version${ofMinor} is supported.`
            : `Deprecate the currently supported version${ofMinor}: there can be only one. ${date}`,
        checks: [
          must(target.stage === 'preview', `${version} is a preview`, lifeText(ground, target)),
          check(
            'holds',
            scope,
            current === undefined ? 'no version' : `${lifeText(ground, current)}, on ${clustersText(current.clusters)}`,
          ),
          ...(current !== undefined && compareVersions(current.parsed, parsed) > 0
            ? [check('beware', 'It is the higher one', `${current.version} is higher, and clusters never go back`)]
            : []),
        ],
        edits: first,
      },
      {
        title: `Set ${nameIn(ground, version)} to supported`,
        text: 'Afterwards change the classification from preview to supported. From then on it is a target of updates and the default for new clusters.',
        checks: [
          target.expires === null
            ? check('holds', `${version} has no expiration date`, 'none')
            : check('beware', `${version} has no expiration date`, lifeText(ground, target)),
          ...checks,
        ],
        edits: [second, ...edits],
      },
    ],
  }
}

/** "The supported version should be deprecated." */
export function deprecateSupported(ground: Ground, target: Listed, until: Instant | null): Guide {
  const { way } = ground
  const { version, parsed } = target
  const name = nameIn(ground, version)
  const own = deprecate(ground, version, until)
  const { edits, checks } = automated(ground, own)
  const patch = higherTargets(ground, parsed).find((one) => inMinor(ground, parsed).includes(one))
  const next = forcedTarget(ground, parsed)
  const words = {
    hand: 'Set the classification to deprecated, optionally with an expiration date. Clusters with auto-update leave it for a newer version; the others once it has expired.',
    management:
      'Version Management enforces one supported version: just add a newer one without a classification, and this one is deprecated. Is there no higher version that is no preview, it is reset to supported without an expiration date.',
    maintenance:
      'Version Maintenance enforces one supported version per maintained minor: just add a newer patch without a classification, and this one is deprecated. Is there none, it is reset to supported.',
  }
  // With an automation one is supported at any time: it says so itself.
  const other = ground.listed.find((one) => one.version !== version && one.stage === 'supported')
  return {
    title: 'Deprecate the supported version',
    cases: [],
    parts: partsOf([next?.version, 'where its clusters go'], [version, 'deprecated']),
    steps: [
      {
        title: 'Make sure there is a version to move to',
        text: 'Using automatic updates does not guarantee that a cluster runs a version that is not deprecated: the latest version can be deprecated too.',
        checks: [
          must(target.stage === 'supported', `${version} is supported`, lifeText(ground, target)),
          patch !== undefined
            ? check('holds', `A higher patch of ${minorOf(parsed)} that is no preview`, lifeText(ground, patch))
            : check(
                'beware',
                `A higher patch of ${minorOf(parsed)} that is no preview`,
                next === undefined
                  ? 'none, and nothing else to go to: clusters stay on it'
                  : `none: once it expires, it leads to ${next.version}, ${ground.image === null ? 'the next minor' : 'another minor'}`,
              ),
          ...(until !== null && next !== undefined && !sameMinor(next.parsed, parsed)
            ? [
                check(
                  'beware',
                  ground.image === null
                    ? 'The date forces a minor update'
                    : 'The date forces an update to another minor',
                  `on ${clustersText(target.clusters)} that run it`,
                ),
              ]
            : []),
        ],
        edits: [],
      },
      {
        title: `Deprecate ${name}`,
        text: words[way],
        checks: [
          ...checks,
          ...(way === 'hand'
            ? [
                other === undefined
                  ? check('beware', 'Another version stays supported', 'none')
                  : check('holds', 'Another version stays supported', other.version),
              ]
            : []),
        ],
        edits: [...own, ...edits],
      },
    ],
  }
}

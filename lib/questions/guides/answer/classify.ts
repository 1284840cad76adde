import type { Edit } from '@/lib/engine/edits'
import { compareVersions, minorOf, sameMinor } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { automated } from './automation'
import { deprecate, forcedTarget, type Ground, higherTargets, type Listed, nameIn, supportedBeside } from './ground'
import { check, clustersText, type Guide, lifeText, must } from './guide'

/** "A preview version should be promoted to supported." */
export function promote(ground: Ground, target: Listed, until: Instant | null): Guide {
  const { image, at, way } = ground
  const { version, parsed } = target
  const current = supportedBeside(ground, parsed)
  const first = current === undefined ? [] : deprecate(ground, current.version, way === 'hand' ? until : null)
  const second: Edit = { kind: 'classify', image, version, classification: 'supported', from: at }
  const { edits, checks } = automated(ground, [...first, second])
  const ofMinor = way === 'management' ? '' : ' of the minor'
  const date =
    way === 'hand'
      ? 'Optionally with an expiration date.'
      : 'An expiration date is set automatically: the draft has it.'
  return {
    cases: [],
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
            way === 'management' ? 'Supported now' : `Supported in ${minorOf(parsed)} now`,
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

const DEPRECATE_TEXTS: Readonly<Record<Ground['way'], string>> = {
  hand: 'Set the classification to deprecated, optionally with an expiration date. Clusters with auto-update leave it for a newer version; the others once it has expired.',
  management:
    'Version Management enforces one supported version: just add a newer one without a classification, and this one is deprecated. Is there no higher version that is no preview, it is reset to supported without an expiration date.',
  maintenance:
    'Version Maintenance enforces one supported version per maintained minor: just add a newer patch without a classification, and this one is deprecated. Is there none, it is reset to supported.',
}

/** "The supported version should be deprecated." */
export function deprecateSupported(ground: Ground, target: Listed, until: Instant | null): Guide {
  const { image, way } = ground
  const { version, parsed } = target
  const own = deprecate(ground, version, until)
  const { edits, checks } = automated(ground, own)
  const patch = higherTargets(ground, parsed).find((one) => sameMinor(one.parsed, parsed))
  const next = forcedTarget(ground, parsed)
  const [theNext, another] =
    image === null ? ['the next minor', 'a minor update'] : ['another minor', 'an update to another minor']
  const stays = ground.listed.find((one) => one.version !== version && one.stage === 'supported')
  return {
    cases: [],
    steps: [
      {
        title: 'Make sure there is a version to move to',
        text: 'Using automatic updates does not guarantee that a cluster runs a version that is not deprecated: the latest version can be deprecated too.',
        checks: [
          must(target.stage === 'supported', `${version} is supported`, lifeText(ground, target)),
          check(
            patch === undefined ? 'beware' : 'holds',
            `A higher patch of ${minorOf(parsed)} that is no preview`,
            patch !== undefined
              ? lifeText(ground, patch)
              : next === undefined
                ? 'none, and nothing else to go to: clusters stay on it'
                : `none: once it expires, it leads to ${next.version}, ${theNext}`,
          ),
          ...(until !== null && next !== undefined && !sameMinor(next.parsed, parsed)
            ? [check('beware', `The date forces ${another}`, `on ${clustersText(target.clusters)} that run it`)]
            : []),
        ],
        edits: [],
      },
      {
        title: `Deprecate ${nameIn(ground, version)}`,
        text: DEPRECATE_TEXTS[way],
        checks: [
          ...checks,
          // An automation sees to it by itself that one is supported at any time.
          ...(way === 'hand'
            ? [
                check(
                  stays === undefined ? 'beware' : 'holds',
                  'Another version stays supported',
                  stays?.version ?? 'none',
                ),
              ]
            : []),
        ],
        edits: [...own, ...edits],
      },
    ],
  }
}

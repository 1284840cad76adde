import type { Edit } from '@/lib/engine/edit'
import { MINUTE } from '@/lib/engine/time'
import { compareVersions, minorOf, sameMinor } from '@/lib/engine/version'
import { policyChecks } from './classify'
import { followUp, type Ground, higherTargets, type Listed } from './ground'
import { type Case, check, clustersText, type Guide, lifeText, must, type Step } from './guide'

/** "The current supported version has problems and should be replaced with the previous supported version." */
export function replaceErroneous(ground: Ground, erroneous: Listed, previous: Listed | undefined): Guide {
  const cases = casesOf(ground, erroneous)
  const chosen = cases.find(({ applies }) => applies)?.id ?? 'b'
  const steps = { a: notInUse, b: inUse, c: overallLatest }[chosen](ground, erroneous, previous)
  return { title: 'The supported version has problems: go back to the previous one', cases, steps }
}

function casesOf(ground: Ground, erroneous: Listed): Case[] {
  const { version, clusters } = erroneous
  const [higher] = higherTargets(ground, erroneous.parsed).toReversed()
  const used = clusters > 0
  const run = `${clustersText(clusters)} ${clusters === 1 ? 'runs' : 'run'} ${version}`
  return [
    {
      id: 'a',
      title: 'No cluster runs it',
      applies: !used && erroneous.overriddenBy.length === 0,
      found: used
        ? `${run}.`
        : erroneous.overriddenBy.length > 0
          ? `No cluster, but ${erroneous.overriddenBy.join(', ')} gives it another date.`
          : `No cluster runs ${version}.`,
    },
    {
      id: 'b',
      title: 'Clusters already run it',
      applies: (used || erroneous.overriddenBy.length > 0) && higher !== undefined,
      found:
        higher === undefined
          ? 'No higher version that is no preview is listed.'
          : `${run}, and ${higher.version} is higher.`,
    },
    {
      id: 'c',
      title: 'It is the overall latest',
      applies: (used || erroneous.overriddenBy.length > 0) && higher === undefined,
      found:
        higher === undefined
          ? `Nothing but previews is higher than ${version}.`
          : `${higher.version} is higher and no preview.`,
    },
  ]
}

function notInUse(ground: Ground, { version }: Listed, previous: Listed | undefined): Step[] {
  const remove: Edit = { kind: 'remove', image: null, version }
  const back = supportAgain(ground, previous)
  const follow = followUp(ground, [remove, ...back])
  return [
    {
      title: `Delete ${version} from the CloudProfile`,
      text: 'A version that is not in use can be deleted.',
      checks: [check('holds', 'It is not in use', 'by no cluster and no namespaced profile')],
      edits: [remove],
    },
    { ...againStep(ground, previous, follow), edits: [...back, ...follow] },
  ]
}

function inUse(ground: Ground, erroneous: Listed, previous: Listed | undefined): Step[] {
  const { version, parsed, clusters } = erroneous
  const targets = higherTargets(ground, parsed).toReversed()
  const [higher] = targets
  const patch = targets.find((one) => sameMinor(one.parsed, parsed))
  const parked = parkedAs(ground, erroneous, true)
  const back = supportAgain(ground, previous)
  const follow = followUp(ground, [...parked, ...back])
  const byHand = ground.way === 'hand'
  return [
    {
      title: 'Make sure there is a version to move to',
      text: `There is no way back: a downgrade is not supported. Clusters on ${version} can only go up.`,
      checks: [
        must(
          higher !== undefined,
          'A higher version that is no preview',
          higher === undefined ? 'none' : lifeText(higher),
        ),
        patch === undefined
          ? check('beware', 'In the same minor', `none: ${version} leads to the next minor, and all nodes roll`)
          : check('holds', 'In the same minor', lifeText(patch)),
      ],
      edits: [],
    },
    {
      title: `Expire ${version}`,
      text: byHand
        ? 'Change its classification to deprecated with an expiration date in the past. Gardener accepts that on an update. It is then no target, no default and not allowed for new clusters.'
        : 'Label it as preview with an expiration date in the past: as a deprecated version the automation would make it supported again. Clusters that run it are forcefully updated.',
      checks: [
        check('beware', 'Clusters that are forced', `${clustersText(clusters)}, in the next maintenance`),
        must(
          ground.listed[0] !== erroneous,
          'It is not the highest version listed, which may have no expiration date',
          lifeText(ground.listed[0] ?? erroneous),
        ),
      ],
      edits: parked,
    },
    { ...againStep(ground, previous, follow), edits: [...back, ...follow] },
    {
      title: 'Watch the clusters leave, then remove it',
      text: `Within 24 hours every cluster has had a maintenance. The guide "Remove an expired version" says who still holds ${version}, and why.`,
      checks: [],
      edits: [],
    },
  ]
}

function overallLatest(ground: Ground, erroneous: Listed, previous: Listed | undefined): Step[] {
  const { version, clusters } = erroneous
  // Gardener today takes no date on the highest version of all, previews included.
  const mayExpire = ground.listed[0] !== erroneous
  const parked = parkedAs(ground, erroneous, mayExpire)
  const back = supportAgain(ground, previous)
  const follow = followUp(ground, [...parked, ...back])
  return [
    {
      title: `Keep ${version} from spreading`,
      text: `Clusters that run it cannot go anywhere: there is no newer version, and a downgrade is not supported. To reduce the blast radius, ${
        ground.way === 'hand' && mayExpire
          ? 'label it as deprecated with an expiration date in the past: that prevents auto-updates, defaulting and new clusters with it.'
          : 'label it as preview: that prevents auto-updates and defaulting.'
      }`,
      checks: [
        check('beware', 'Clusters that stay on it', clustersText(clusters)),
        mayExpire
          ? check('holds', 'It may have an expiration date', `${ground.listed[0]?.version} is listed above it`)
          : check(
              'beware',
              'It may have an expiration date',
              'no: Gardener today refuses one on the highest version listed. It is parked as preview without one, so a new cluster may still ask for it by name',
            ),
      ],
      edits: parked,
    },
    { ...againStep(ground, previous, follow), edits: [...back, ...follow] },
    {
      title: 'Wait for a newer patch, or delete the clusters',
      text: `Add the newer patch of ${minorOf(erroneous.parsed)} as soon as it is released: clusters go there then. Only when no cluster runs ${version}, it can be deleted from the CloudProfile.`,
      checks: [],
      edits: [],
    },
  ]
}

/** By hand deprecated; for the automations, and where no date is allowed, a preview, which is left alone and never a target. */
function parkedAs({ at, way }: Ground, { version }: Listed, mayExpire: boolean): Edit[] {
  const on = { image: null, version } as const
  const classification = way === 'hand' && mayExpire ? 'deprecated' : 'preview'
  return [
    { kind: 'classify', ...on, classification, from: at },
    { kind: 'expire', ...on, expirationDate: mayExpire ? at - MINUTE : null },
  ]
}

/** The automations do it by themselves, if it is the one that they want. */
function supportAgain({ at, way }: Ground, previous: Listed | undefined): Edit[] {
  if (way !== 'hand' || previous === undefined || previous.stage === 'expired') return []
  const on = { image: null, version: previous.version } as const
  return [
    { kind: 'classify', ...on, classification: 'supported', from: at },
    ...(previous.expires === null ? [] : [{ kind: 'expire', ...on, expirationDate: null } as const]),
  ]
}

function againStep({ way }: Ground, previous: Listed | undefined, follow: readonly Edit[]): Omit<Step, 'edits'> {
  return {
    title: previous === undefined ? 'Support another version' : `Support ${previous.version} again`,
    text:
      way === 'hand'
        ? 'Change the version that was supported before to supported again, and take its expiration date away.'
        : 'Because one supported version is enforced, the latest that is no preview is classified as supported again by itself.',
    checks: [
      ...policyChecks(follow),
      previous === undefined
        ? check('fails', 'A lower version to return to', 'none is listed')
        : must(previous.stage !== 'expired', 'It is listed and not expired', lifeText(previous)),
    ],
  }
}

/** What it was before: the highest lower version of the same minor, else of all. */
export function previousOf({ listed }: Ground, { parsed }: Listed): Listed | undefined {
  const lower = listed.filter((one) => compareVersions(one.parsed, parsed) < 0 && one.stage !== 'preview')
  return lower.find((one) => sameMinor(one.parsed, parsed) && one.stage !== 'expired') ?? lower[0]
}

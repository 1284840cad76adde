/**
 * The words of the engine's answers, each list said once: types of the rooms are made of them, and so are the schemas of whatever
 * tells the answers to others. It imports nothing, so that the browser can have a list without the rules behind it.
 */

/** Lists one after the other. A call that is marked as pure is left out of scripts that do not need it, a spread is not. */
function joined<const L extends readonly (readonly string[])[]>(...lists: L): readonly L[number][number][] {
  return lists.flat()
}

/** What an operator may write into `classification` (legacy field) or into a lifecycle stage. */
export const CLASSIFICATIONS = ['preview', 'supported', 'deprecated', 'expired'] as const

/** What a version is at an instant. `unavailable` is derived: none of its lifecycle stages has begun. */
export const STAGES = /* @__PURE__ */ joined(['unavailable'], CLASSIFICATIONS)

/** How far an automatic image update may go (`machineImages[].updateStrategy`). */
export const IMAGE_STRATEGIES = ['patch', 'minor', 'major'] as const

export const WORKER_STRATEGIES = ['AutoRollingUpdate', 'AutoInPlaceUpdate', 'ManualInPlaceUpdate'] as const

/** What a maintenance decides about. */
export const COMPONENTS = ['controlPlane', 'poolKubernetes', 'poolImage'] as const

/** Why an update is made; everything but `auto` is what the owner cannot opt out of. */
export const UPDATE_REASONS = ['auto', 'expired', 'not-listed'] as const

/** What a maintenance is, as a whole. */
export const EVENT_KINDS = ['auto', 'forced', 'fails', 'other'] as const

export const MAINTENANCE_STATES = ['Processing', 'Succeeded', 'Failed'] as const

/**
 * How a version differs between two profiles, what matters most first. `only-a`, `only-b`: the other one does not list it. `expiry`:
 * when it ends; `stage`: what it is now; `course`: when it becomes something else before its end; `default`: whether a new cluster
 * that names no version gets it now. The others are of images: what they run on.
 */
export const VERSION_DIFFERENCES = [
  'only-a',
  'only-b',
  'expiry',
  'stage',
  'course',
  'default',
  'architectures',
  'capabilities',
  'cri',
  'kubelet',
  'in-place',
] as const

/** What a namespaced profile does with a version of the profile that it builds on; `adds`: it is not listed there. */
export const OWN_PARTS = ['inherits', 'overrides', 'adds'] as const

/** What happens to nodes. */
export const EFFECT_KINDS = ['rolling', 'inPlace', 'kubeletRestart', 'none'] as const

/** What happens to API server and controllers. */
export const CONTROL_PLANE_EFFECTS = ['restart', 'none'] as const

/** `asked`: by an annotation; `due`: an automatic rotation; `retry`: the last operation failed and is marked for a retry. */
export const OPERATION_REASONS = ['asked', 'due', 'retry'] as const

/** Why an image version does not fit a worker pool, in the order in which Gardener looks. */
export const MISFITS = ['architecture', 'capability', 'cri', 'kubelet', 'in-place'] as const

/** Why a version is no target of a step. */
export const REMOVALS = ['preview', 'expired', 'not-higher', 'other-minor', 'other-major', 'not-next-minor'] as const

/**
 * Why a listed version is or is not the target. It does not fit the pool; it is no target of the step; or it would do, but
 * `deprecated`: a supported (or not yet available) one comes first; `lower`: a higher one is taken; `same`: an equal one is listed
 * before it; `farther`: a nearer minor or major comes first.
 */
export const CANDIDATE_RULES = /* @__PURE__ */ joined(['chosen'], MISFITS, REMOVALS, [
  'deprecated',
  'lower',
  'same',
  'farther',
])

/** How far an automatic step may go: within the minor, within the major, or anywhere. */
export const AUTOMATIC_RANGES = ['same-minor', 'same-major', 'any'] as const

/** How far a step reaches. `fitting`: the filters before the first step. */
export const REACHES = /* @__PURE__ */ joined(['fitting'], AUTOMATIC_RANGES, [
  'next-minor',
  'next-higher-minor',
  'next-higher-major',
])

export const STEP_KINDS = ['filter', 'automatic', 'forced'] as const

/**
 * Why the versions of a profile lead nowhere. `minor-gap`: the next minor is not listed, but later ones are; `only-previews`: of the
 * next minor; `last-minor`: none higher is listed; `image-end-of-life`: no version of the image is left to go to.
 */
export const PROFILE_DEAD_END_KINDS = ['minor-gap', 'only-previews', 'last-minor', 'image-end-of-life'] as const

/**
 * The same for a cluster. `no-fitting-image`: there are higher ones, but none fits the pool; `unreadable`: the version cannot be
 * read; `machine-type-unknown`, `image-unknown`: the profile does not know it, so images of the pool and of those after it are left
 * alone; `refused`: the API server refuses the whole maintenance.
 */
export const DEAD_END_KINDS = /* @__PURE__ */ joined(PROFILE_DEAD_END_KINDS, [
  'no-fitting-image',
  'unreadable',
  'machine-type-unknown',
  'image-unknown',
  'refused',
])

/** What is wrong with a maintenance window that the API server would refuse. */
export const WINDOW_TROUBLES = ['unreadable', 'too-short', 'too-long'] as const

export const SEVERITIES = ['info', 'warning', 'bad'] as const

/**
 * What the owner of a shoot can do. `do`: an update at a time of one's own; `helps`: changes what is ahead for the better;
 * `no-help`: one might think so, but it does not, and why; `warning`: only others can help.
 */
export const REMEDY_KINDS = ['do', 'helps', 'choice', 'done', 'no-help', 'warning'] as const

/** The values of `kubectl patch --type`. */
export const PATCH_TYPES = ['merge', 'json'] as const

/** Why an edit cannot be made. */
export const EDIT_PROBLEMS = [
  'unknown-image',
  'unknown-version',
  'already-listed',
  'not-a-version',
  'unknown-entry',
  'not-empty',
  'not-in-namespaced',
] as const

/** What operators want to know before they apply an edit that the API server would accept. */
export const WHAT_IF_WARNINGS = [
  'forces-minor',
  'forces-update',
  'no-next-minor',
  'strands-clusters',
  'removes-default',
  'changes-default',
  'loses-supported',
  'expires-at-once',
  'expires-on-weekend',
  'expires-in-freeze',
  'minor-unsupported',
  'image-without-mapping',
] as const

/**
 * Why a policy wants a version as it wants it.
 *
 * - `preview`: left alone; promoting it is the operator's. `stages`: it has a `lifecycle` of its own, left alone.
 * - `latest`: the latest of its group that is no preview; supported, without a date.
 * - `outranked`: not the latest of its group; deprecated.
 * - `unmaintained`: its minor is no longer maintained; deprecated. `unmaintainedLatest`: the latest of such a minor gets no date.
 */
export const POLICY_RULES = ['preview', 'stages', 'latest', 'outranked', 'unmaintained', 'unmaintainedLatest'] as const

/** What an expected release is classified as. */
export const RELEASE_STAGES = ['preview', 'supported', 'deprecated'] as const

/**
 * How a scenario is done: by hand, or with the automations of a proposal (docs/rules.md#guides), which Almanac has as
 * policies.
 */
export const WAYS = ['hand', 'management', 'maintenance'] as const

/** A precondition. `beware`: it goes on, with a consequence. `fails`: the step cannot be done now. */
export const CHECK_STATES = ['holds', 'beware', 'fails'] as const

/** What may own a project or be a member of it. */
export const SUBJECT_KINDS = ['User', 'Group', 'ServiceAccount'] as const

/**
 * What becomes of a maintenance. `never`: the cluster is being deleted; `unknown`: its profile is; `refused`: by the API server, as a
 * whole; `fails`: a part has no version to go to; `nothing-due`: it only reconciles.
 */
export const MAINTENANCE_OUTCOMES = ['changes', 'nothing-due', 'fails', 'refused', 'never', 'unknown'] as const

/**
 * Why a forecast was not right, in the order in which reasons are looked for. `almanac-wrong`: nothing else explains it.
 */
export const DEVIATION_REASONS = [
  'owner-acted',
  'profile-edited',
  'window-moved',
  'gardener-failed',
  'almanac-wrong',
] as const

/** The parts of a maintenance: see `MaintenancePart` of the room `maintenance`. */
export const TASK_KINDS = [
  'change',
  'rotation',
  'setting',
  'operation',
  'roll-out',
  'reconciliation',
  'infrastructure',
  'restarts',
] as const

/** What becomes of one. `waits`: for a later maintenance, or until the owner acts; `idle`: nothing is left to do for it. */
export const TASK_STATES = ['runs', 'fails', 'refused', 'waits', 'idle', 'unknown'] as const

/** What is looked at before a maintenance. `beware`: it has a consequence; `no-matter`: it decides nothing. */
export const CHECK_VERDICTS = ['holds', 'beware', 'fails', 'no-matter'] as const

/**
 * How shoots fare with edits compared to without; the first that applies.
 *
 * `stuck`: an update fails, and without the edits none would; `freed`: the other way round; `stuckSooner`, `stuckLater`: on another day.
 * Else what decides is how single parts fare: one has a forced update that it would not have, of a shoot that nothing else forces
 * (`forced`); has it `earlier`; has one that it would not have, of a shoot that is forced anyway (`more`); has it `later`, or no longer
 * (`unforced` where nothing forces the shoot any more); or at the same time to another version (`target`; also where an update fails, or
 * no longer does, of shoots of which another fails anyway).
 * `auto`: only automatic updates, settings or the words of a refusal differ.
 */
export const WHAT_IF_CHANGES = [
  'stuck',
  'stuckSooner',
  'stuckLater',
  'freed',
  'forced',
  'earlier',
  'later',
  'unforced',
  'target',
  'auto',
  'unchanged',
] as const

/**
 * What a figure of a draft counts: clusters that are forced, stuck (also from another day on) or updated automatically tonight,
 * and clusters whose nodes roll.
 */
export const COUNTED = ['forced', 'stuck', 'auto', 'nodes'] as const

/** Why the image step of a maintenance ends at a pool. */
export const IMAGE_STOPS = ['machine-type-unknown', 'image-unknown', 'version-unreadable'] as const

/**
 * How often releases are expected, in months: Kubernetes has about three minors a year, and patches monthly; not every patch is taken
 * over.
 */
export const USUAL_CADENCE = { minors: 4, patches: 2, images: 3 } as const

/** Days from the deprecation of a version to its expiry, where nothing else is said (docs/rules.md#version-management). */
export const USUAL_EXPIRATION_DAYS = 120

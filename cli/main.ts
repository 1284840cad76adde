import { isDeepEqual } from '@/lib/engine/json'
import type { Snapshot } from '@/lib/garden'
import { isCoded } from '@/lib/process/errors'
import { problemLine } from '@/lib/words/faults'
import { listed, plain, plural } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import { listText, shootText } from './clusters'
import { comment } from './comment'
import { markdownOf } from './diff/markdown'
import { type DiffReport, reportOf } from './diff/report'
import { diffReportText } from './diff/text'
import { diffWords } from './diff/words'
import { CommandFailure } from './layout'
import { type Command, HELP, readCommand } from './options'
import { beforeAndAfter, type ManifestSource, readGarden, readManifests, writtenProfiles } from './sources'

/** The environment in which the program runs. */
export interface ProgramEnvironment {
  /** Relative paths and revisions are looked for from there. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
}

/** Runs a command. Resolves with its exit code: 0 all is well, 1 a limit is exceeded, 2 something cannot be read, or was not meant. */
export async function main(args: readonly string[], around: ProgramEnvironment): Promise<number> {
  try {
    const command = readCommand(args)
    switch (command.command) {
      case 'help':
        around.out(HELP)
        return 0
      case 'comment':
        around.out(`${await comment(command.file, around.folder, around.env)}\n`)
        return 0
      case 'diff':
        return await diff(command, around)
      case 'shoot':
      case 'list': {
        const garden = await readGarden(command.garden ?? 'kubernetes', around.folder, around.env)
        for (const note of garden.notes) around.err(`${note}\n`)
        const read = { snapshot: garden.snapshot, now: Date.now() }
        around.out(await (command.command === 'shoot' ? shootText(read, command) : listText(read, command)))
        return 0
      }
    }
  } catch (error) {
    const text = failureOf(error)
    if (text === null) throw error
    around.err(`${text}\n`)
    return 2
  }
}

/** What may be told of what was thrown; null: it is a mistake of the program. */
function failureOf(error: unknown): string | null {
  if (isCoded(error)) {
    const { near = [] } = error.details
    return `${error.message}${near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`}`
  }
  const isTold = error instanceof CommandFailure || (error instanceof Error && error.name === 'GardenSettingError')
  return isTold ? error.message : null
}

const FORMS = { text: diffReportText, markdown: markdownOf, json: jsonOf } as const satisfies Record<
  string,
  (report: DiffReport) => string
>

/** A report for programs: facts as `POST /api/what-if` has them, with the sentences that were made of them. */
function jsonOf(report: DiffReport): string {
  const { effect, groups, ...rest } = report
  const { headline, failure } = diffWords(report)
  return `${JSON.stringify(
    {
      ...rest,
      headline: plain(headline),
      failure,
      figures: effect?.figures ?? null,
      defaults: effect?.defaults ?? [],
      groups: groups.map(({ group, ...rest }) => ({ ...group, ...rest })),
    },
    null,
    2,
  )}\n`
}

async function diff(
  command: Extract<Command, { command: 'diff' }>,
  { folder, env, out }: ProgramEnvironment,
): Promise<number> {
  const before = await readManifests(command.before, folder)
  const after = await readManifests(command.after, folder)
  refuseBroken(before, after)
  const garden = command.garden === null ? null : await readGarden(command.garden, folder, env)
  const { zone, url, limits, name } = command
  const both = beforeAndAfter(before, after, garden?.snapshot ?? null)
  if (both.before.profiles.size === 0 && both.after.size === 0)
    throw new CommandFailure(
      `Neither ${before.name} nor ${after.name} holds a CloudProfile or NamespacedCloudProfile that can be read. Name the folder in which they lie.`,
    )
  const now = Date.now()
  const report = await reportOf({
    ...both,
    names: {
      before: before.name,
      after: after.name,
      commit: after.commit,
      landscape: name,
      clusters: name ?? command.garden ?? before.name,
    },
    versions: garden?.versions ?? new Map(),
    at: command.at ?? now,
    now: Math.max(now, both.before.observedAt),
    zone,
    url,
    limits,
    notes: [...notesOn(before, after, garden?.snapshot ?? null, both.before), ...(garden?.notes ?? [])],
  })
  out(FORMS[command.format](report))
  return report.limits.some(({ isOver }) => isOver) ? 1 : 0
}

/** Problems of AFTER that BEFORE has not, of an object wherever it lies. */
function newProblems(before: ManifestSource, after: ManifestSource): ManifestSource['problems'] {
  const keyOf = ({ source, object, path, fault }: ManifestSource['problems'][number]) =>
    JSON.stringify([object ?? source, path, fault])
  const known = new Set(before.problems.map(keyOf))
  return after.problems.filter((one) => !known.has(keyOf(one)))
}

/** What cannot be read in AFTER, and could in BEFORE: nothing can be said of the change. Of a profile that is read the API server is asked. */
function refuseBroken(before: ManifestSource, after: ManifestSource): void {
  const read = writtenProfiles(after)
  const broken = newProblems(before, after).filter(({ object }) => object === undefined || !read.has(object))
  if (broken.length === 0) return
  throw new CommandFailure(
    [
      `${after.name} cannot be read:`,
      ...broken.map((one) => `- ${problemLine(one)}`),
      'Correct it, and run this again.',
    ].join('\n'),
  )
}

/** What a reader should know of what was compared. */
function notesOn(
  before: ManifestSource,
  after: ManifestSource,
  garden: Snapshot | null,
  { profiles }: Snapshot,
): string[] {
  const [problem, ...more] = before.problems
  const others = garden === null ? otherClusters(before, after) : 0
  const drifted = [...(garden?.profiles ?? [])].flatMap(([key, { profile }]) => {
    const here = profiles.get(key)?.profile
    return here === undefined || isDeepEqual(here, profile) ? [] : [key]
  })
  return [
    ...newProblems(before, after).map(problemLine),
    ...[before, after].flatMap(({ name, leadingOut }) =>
      leadingOut.length === 0
        ? []
        : [
            `${listed(leadingOut)} of ${name} ${plural(leadingOut.length, 'is a link that leads', 'are links that lead')} out of it: what is there was not read.`,
          ],
    ),
    ...(problem === undefined
      ? []
      : [
          `${before.name} has ${countOf(more.length + 1, 'problem')} that the change leaves as ${plural(more.length + 1, 'it is', 'they are, the first')}: ${problemLine(problem)}`,
        ]),
    ...(others === 0
      ? []
      : [
          `${countOf(others, 'cluster')} ${plural(others, 'differs', 'differ')} between the two: here ${before.name} counts.`,
        ]),
    ...(drifted.length === 0
      ? []
      : [
          `${listed(drifted)} ${plural(drifted.length, 'says', 'say')} something else in the garden: here ${before.name} counts.`,
        ]),
  ]
}

function otherClusters(before: ManifestSource, after: ManifestSource): number {
  const shoots = (of: ManifestSource) =>
    new Map(
      of.objects.flatMap(({ object }) =>
        object.kind === 'Shoot' ? [[object.label, JSON.stringify(object.value)]] : [],
      ),
    )
  const [was, is] = [shoots(before), shoots(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((label) => was.get(label) !== is.get(label)).length
}

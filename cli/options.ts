import { parseArgs } from 'node:util'
import { WITHIN_DAYS } from '@/lib/contract/words'
import { isZone } from '@/lib/contract/zone'
import type { Instant } from '@/lib/engine/types'
import { momentOf } from '@/lib/landscape/clock'
import { isCoded } from '@/lib/process/errors'
import { type FailOnLimit, readLimits } from './diff/limits'
import { CommandFailure } from './layout'

export const HELP = `almanac: which version every cluster of a Gardener landscape will run, when, and why

  almanac diff BEFORE AFTER     what a change of profiles does to clusters
  almanac shoot [PROJECT/]NAME  what is ahead of one cluster
  almanac list                  clusters, what needs attention first
  almanac comment FILE          posts a diff as the one comment on a pull request, or updates it: in
                                GitHub Actions and GitLab CI, as docs/pull-requests.md shows

BEFORE and AFTER are files or folders of manifests, or revisions of the Git checkout here (main, HEAD~1,
main:profiles). Clusters are those that lie there, or those of the garden:

  --garden DUMP    a dump or a folder of manifests; "kubernetes": the kubeconfig at hand; "demo".
                   diff takes the clusters of BEFORE without it, shoot and list the kubeconfig
  --at INSTANT     as if it were then, e.g. 2026-12-24T18:00:00Z
  --zone ZONE      days and hours of this zone, e.g. Europe/Berlin; by default that of this machine
  --url URL        of a running Almanac, for links

diff:
  --format FORMAT  text (default), markdown or json
  --fail-on LIMITS ends with 1 where a limit is exceeded: refused,stuck,forced>10,notice<30d
                   refused: the API server would refuse a profile; stuck, forced: more clusters
                   than so many are newly stuck or forced; notice: less time until then
  --name NAME      how the landscape is called, e.g. live

list:
  --forced         what is forced, or fails
  --within 30d     within 1, 7, 30, 90 or 365 days
  --project NAME   clusters of a project, --profile NAME on a profile
  --format FORMAT  text (default) or json

Ends with 0 where all is well, 1 where a limit is exceeded, 2 where something cannot be read.
`

export type Command =
  | { readonly command: 'help' }
  | ({ readonly command: 'diff' } & CommonOptions & DiffOptions)
  | ({ readonly command: 'shoot'; readonly cluster: string } & CommonOptions)
  | ({ readonly command: 'list' } & CommonOptions & ListOptions)
  | { readonly command: 'comment'; readonly file: string }

interface CommonOptions {
  readonly garden: string | null
  readonly at: Instant | null
  readonly zone: string
  readonly url: string | null
}

interface DiffOptions {
  readonly before: string
  readonly after: string
  readonly format: 'text' | 'markdown' | 'json'
  readonly limits: readonly FailOnLimit[]
  readonly name: string | null
}

interface ListOptions {
  readonly forced: boolean
  /** Days. */
  readonly within: (typeof WITHIN_DAYS)[number] | null
  readonly project: string | null
  readonly profile: string | null
  readonly format: 'text' | 'json'
}

/** The limits of lists that are counted in days. */
const DAYS = WITHIN_DAYS.filter((one) => /^\d+$/.test(one))

const text = { type: 'string' } as const
const COMMON = { garden: text, at: text, zone: text, url: text, help: { type: 'boolean', short: 'h' } } as const
const OF = {
  diff: { ...COMMON, format: text, 'fail-on': text, name: text },
  shoot: COMMON,
  comment: { help: COMMON.help },
  list: { ...COMMON, format: text, forced: { type: 'boolean' }, within: text, project: text, profile: text },
} as const

/** Throws a `CommandFailure` for what cannot be meant. */
export function readCommand(args: readonly string[]): Command {
  const [command, ...rest] = args
  if (command === undefined || command === 'help' || command === '--help' || command === '-h')
    return { command: 'help' }
  if (!isCommand(command))
    throw new CommandFailure(
      `There is no command ${command}. Commands are diff, shoot, list and comment; "almanac help" says more.`,
    )
  const { values, positionals } = parsed(command, rest)
  if (values.help === true) return { command: 'help' }
  const of = (name: string) => {
    const value = (values as Readonly<Record<string, string | boolean | undefined>>)[name]
    return typeof value === 'string' ? value : null
  }
  if (command === 'comment') {
    const [file] = named(command, positionals, ['FILE'])
    return { command, file }
  }
  const common = { garden: of('garden'), at: instantOf(of('at')), zone: zoneOf(of('zone')), url: urlOf(of('url')) }
  switch (command) {
    case 'diff': {
      const [before, after] = named(command, positionals, ['BEFORE', 'AFTER'])
      const limits = of('fail-on')
      return {
        command,
        ...common,
        before,
        after,
        format: oneOf('format', of('format') ?? 'text', ['text', 'markdown', 'json']),
        limits: limits === null ? [] : readLimits(limits),
        name: nameOf(of('name')),
      }
    }
    case 'shoot': {
      const [cluster] = named(command, positionals, ['[PROJECT/]NAME'])
      return { command, ...common, cluster }
    }
    case 'list': {
      named(command, positionals, [])
      const within = of('within')
      return {
        command,
        ...common,
        forced: 'forced' in values && values.forced === true,
        within: within === null ? null : oneOf('within', within.replace(/d$/, ''), DAYS),
        project: of('project'),
        profile: of('profile'),
        format: oneOf('format', of('format') ?? 'text', ['text', 'json']),
      }
    }
  }
}

function isCommand(text: string): text is keyof typeof OF {
  return Object.hasOwn(OF, text)
}

function parsed(command: keyof typeof OF, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OF[command], allowPositionals: true })
  } catch (error) {
    throw new CommandFailure(
      `almanac ${command}: ${error instanceof Error ? error.message : error} "almanac help" lists all.`,
    )
  }
}

function named<const N extends readonly string[]>(
  command: string,
  given: readonly string[],
  names: N,
): { readonly [K in keyof N]: string } {
  if (given.length === names.length) return given as unknown as { readonly [K in keyof N]: string }
  const wanted = names.length === 0 ? 'nothing' : names.join(' ')
  throw new CommandFailure(
    `almanac ${command} takes ${wanted} beside options, and got ${given.join(' ') || 'nothing'}.`,
  )
}

function oneOf<const T extends string>(option: string, value: string, of: readonly T[]): T {
  const found = of.find((one) => one === value)
  if (found === undefined) throw new CommandFailure(`--${option} ${value}: it is one of ${of.join(', ')}.`)
  return found
}

function instantOf(given: string | null): Instant | null {
  if (given === null) return null
  try {
    return momentOf(given).at
  } catch (error) {
    if (!isCoded(error)) throw error
    throw new CommandFailure(`--at ${given}: write an instant as 2026-12-24T18:00:00Z, in the years 2000 to 2199.`)
  }
}

function zoneOf(given: string | null): string {
  const zone = given ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (isZone(zone)) return zone
  throw new CommandFailure(`--zone ${zone}: that is no time zone known here. Write one as Europe/Berlin or UTC.`)
}

function urlOf(given: string | null): string | null {
  if (given === null || (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))) return given
  throw new CommandFailure(`--url ${given}: give the address of a running Almanac, e.g. https://almanac.example.com.`)
}

/** The name of a landscape. It stands in a comment of Markdown, which a dash may end. */
function nameOf(given: string | null): string | null {
  if (given === null || /^[a-z\d](?:[\w.]|-(?!-)){0,62}$/i.test(given)) return given
  throw new CommandFailure(
    `--name ${given}: a name has letters, digits, dots and single dashes, e.g. live or canary-eu.`,
  )
}

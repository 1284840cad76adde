import type { ProblemBody } from '@/lib/contract/common'
import { shortened } from '@/lib/engine/bounds'
import type { FieldProblem, Problem, ProblemFault, UnplacedReason } from '@/lib/engine/faults'
import { type SaidBy, said } from './by-code'
import { given, plural } from './phrases'
import { countOf, namesText } from './time-text'

/** How many characters of a path, of what has a problem, and of a whole problem are shown. */
const PATH = 200
const NAME = 200
const WHOLE = 500

/** A problem as answers carry it: what is wrong, and behind it what can be done or what counts meanwhile. */
export function problemBody(problem: Problem): ProblemBody {
  const { source, line, object } = problem
  const help = helpOf(problem)
  return {
    source: shortened(source, NAME),
    line: line ?? null,
    object: object === undefined ? null : shortened(object, NAME),
    reason: fieldProblemText(problem) + (help === '' ? '' : `. ${help}`),
  }
}

/** The problem in one line: `a.yaml, line 3: Shoot garden-a/one spec.region: must be text.` */
export function problemLine(problem: Problem): string {
  const object = problem.object === undefined ? '' : `${problem.object} `
  return given(`${placeOf(problem)}: ${object}${fieldProblemText(problem)}.`, helpOf(problem)).join(' ')
}

/** E.g. `spec.region: must be text`, without a full stop at the end. */
export function fieldProblemText({ path, fault }: FieldProblem): string {
  const reason = faultText(fault)
  return shortened(path === '' ? reason : `${shortened(path, PATH)}: ${reason}`, WHOLE)
}

/** Why nothing is known of a garden that lies in files. The first problem stands for all: they are listed apart. */
export function nothingReadText([first, ...others]: readonly Problem[]): string | null {
  if (first === undefined) return null
  const count = others.length
  return given(
    `${placeOf(first)} ${fieldProblemText(first)}.`,
    helpOf(first),
    count > 0 && `There ${plural(count, 'is', 'are')} ${countOf(count, 'more problem')}.`,
  ).join(' ')
}

function placeOf({ source, line }: Problem): string {
  return line === undefined ? source : `${source}, line ${line}`
}

function helpOf({ fault, isOutdated }: Problem): string {
  return given(helpText(fault), isOutdated && 'What was read before still counts.').join(' ')
}

/** What is wrong, without a full stop at the end: `must be a list`. */
export function faultText(fault: ProblemFault): string {
  return said(FAULTS, 'code', fault)
}

const FAULTS: SaidBy<'code', ProblemFault> = {
  missing: 'is missing',
  incomplete: 'is incomplete',
  'no-object': 'must be an object',
  'no-list': 'must be a list',
  'no-text': 'must be text',
  'no-number': 'must be a number',
  'no-flag': 'must be true or false',
  'too-many-entries': ({ count, most }) => `has ${count} entries; only the first ${most} are read`,
  'too-long': ({ length, most }) => `has ${length} characters; at most ${most} can be told`,
  'no-line': ({ value }) => `${quoted(value)} has characters that are none of a line of text`,
  'no-name': ({ value }) => `${quoted(value)} is no name of a Kubernetes object`,
  'no-share': ({ value }) => `must be a number or a percentage, not ${quoted(value)}`,
  'no-instant': ({ value }) => `${quoted(value)} is not a time like 2026-01-31T00:00:00Z`,
  'no-duration': ({ value }) => `${quoted(value)} is not a duration like 24h`,
  'duration-range': ({ value }) => `must be from 0 to 2562047h, not ${quoted(value)}`,
  'no-version': ({ value }) => `${quoted(value)} is not a version`,
  'no-version-to-choose': ({ value }) => `${quoted(value)} is not a version; it is never chosen`,
  'no-count': ({ most, value }) => `must be a whole number from 0 to ${most}, not ${value}`,
  'none-of': ({ value, allowed }) => `${quoted(value)} is none of ${allowed.join(', ')}`,
  'no-constraint': ({ value }) => `${quoted(value)} is not a version constraint; no kubelet version meets it`,
  'constraint-too-long': ({ length, most }) =>
    `has ${length} characters; Gardener reads constraints of at most ${most}; no kubelet version meets it`,
  unmapped: ({ count, first }) => {
    const which = count === 1 ? 'has' : `and ${count - 1} more have`
    return `${quoted(first)} ${which} no image of the provider: no node can be made of it`
  },
  'parent-unknown': ({ parent }) => `the CloudProfile ${parent} is not known`,
  'api-version': (fault) => `${apiVersionText(fault)}; it must be ${fault.expected}`,
  more: ({ count }) => `has ${count} more problems`,
  said: ({ text }) => text,
  'other-kind': ({ kind }) => `is no ${kind}`,
  unversioned: ({ refusals }) => {
    const why =
      refusals === null
        ? 'its profile, which would give it one, is not there'
        : `its creation would be refused: ${refusals.join('; ')}`
    return `names no whole Kubernetes version, and ${why}`
  },
  'profile-missing': (fault) => unknownProfile('is missing', fault),
  'profile-unreadable': (fault) => unknownProfile('could not be read', fault),
  'too-deep': ({ most }) => `is nested more than ${most} levels deep`,
  'list-cut': 'has items and no kind: its end is missing, as kubectl writes "kind: List" last. Take the dump again',
  twice: (fault) => {
    const line = fault.line === null ? '' : `line ${fault.line}`
    const place = fault.source === null ? line || 'the same file' : given(fault.source, line).join(', ')
    return `is there twice${fault.isSame ? '' : ', and not the same'}: also in ${place}, and that one counts`
  },
  'key-twice': ({ key }) => `the key "${key}" is there twice`,
  'too-many-aliases': ({ most }) => `repeats itself by aliases more than ${most} times`,
  'no-json': ({ from }) =>
    from === null ? 'is not JSON: it ends too early' : `is not JSON from ${JSON.stringify(from)} on`,
  'utf-16':
    'is text in UTF-16, as PowerShell writes it with ">"; only UTF-8 can be read. Write it with "| Out-File -Encoding utf8" instead, or convert it with "iconv -f UTF-16 -t UTF-8"',
  'zero-bytes': 'is no text: it has zero bytes, as binary files and UTF-16 have',
  'no-utf-8': 'is no text in UTF-8',
  empty: 'is empty',
  'only-comments': 'holds nothing but comments',
  'no-objects': 'holds no CloudProfile, NamespacedCloudProfile, Project or Shoot',
  patch: 'changes objects that stand elsewhere',
  template: 'is a template, not a manifest',
  kustomize:
    'is for kustomize, and what it changes in manifests is not applied here: they are shown as they stand in their files',
  'file-too-large': ({ bytes, most }) => `is ${bytesText(bytes)} large; up to ${bytesText(most)} can be read`,
  unread: ({ reason }) => `cannot be read: ${reason}`,
  'folder-too-large': (fault) => {
    const most = 'files' in fault.most ? `${fault.most.files} files` : bytesText(fault.most.bytes)
    return `holds more than ${most}: those from here on are not read`
  },
  'too-many-objects': ({ beyond, most }) => `${beyond} objects beyond the first ${most} are not shown`,
}

function unknownProfile(
  what: string,
  { count, first }: { readonly count: number; readonly first: readonly string[] },
): string {
  return `${what}, and ${countOf(count, 'cluster')} ${plural(count, 'uses', 'use')} it: ${namesText(first, first.length, count)}`
}

/** What can be done about it, or what is not known for it: a sentence; empty where there is none. */
function helpText(fault: ProblemFault): string {
  switch (fault.code) {
    case 'profile-missing':
    case 'profile-unreadable':
      return `What happens to ${plural(fault.count, 'it', 'them')} is not known.`
    case 'template':
      return `Render it first, and give what comes out: "${fault.render} > garden.yaml".`
    case 'kustomize': {
      const [first = '', ...others] = fault.folders
      const alike = others.length === 0 ? '' : `, and likewise ${others.join(', ')}`
      const more = fault.more === 0 ? '' : ` and ${fault.more} more`
      return `Render it, and give what comes out: "kubectl kustomize ${first} > garden.yaml"${alike}${more}.`
    }
    case 'file-too-large':
      return 'Split it.'
    case 'folder-too-large':
      return 'Name a smaller folder.'
    default:
      return ''
  }
}

function apiVersionText({ value, isFormerGroup }: Extract<ProblemFault, { code: 'api-version' }>): string {
  if (value === undefined) return 'is missing'
  if (value === null) return 'what is there cannot be read'
  return isFormerGroup ? `${quoted(value)} is of the former group of Gardener's API` : `${quoted(value)} cannot be read`
}

const quoted = (value: string): string => JSON.stringify(value)

/** `480 MiB`, `12 KiB`, `7 bytes`. */
function bytesText(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Math.round(bytes / 1024 / 1024)} MiB`
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : `${bytes} bytes`
}

/** Why a new object is not written into manifests, and what to do. */
export function unplacedText(why: UnplacedReason): string {
  return said(UNPLACED, 'code', why)
}

const BY_HAND = 'Copy what is written, and put it where it belongs.'

const UNPLACED: SaidBy<'code', UnplacedReason> = {
  'no-list': ({ name }) => `${name} is no list of objects of all kinds, and takes no other one. ${BY_HAND}`,
  'namespace-given': ({ beside }) => `A kustomization gives the objects of ${beside} their namespace. ${BY_HAND}`,
  'listed-often': ({ beside }) => `Several kustomizations list ${beside}. ${BY_HAND}`,
  'file-is-there': ({ name }) => `${name} is there already, and holds something else. ${BY_HAND}`,
  'not-listable': ({ name, kustomization }) => `${name} cannot be listed in ${kustomization}. ${BY_HAND}`,
  'left-unlisted': ({ name, kustomization }) =>
    `${name} was written, but ${kustomization} has changed meanwhile: list it there.`,
}

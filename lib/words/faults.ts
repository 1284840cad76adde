import type { ProblemBody } from '@/lib/contract/common'
import { shortened } from '@/lib/engine/bounds'
import type { FieldProblem, Problem, ProblemFault, UnplacedReason } from '@/lib/engine/faults'
import { plural } from './phrases'
import { countOf } from './time-text'

/** As many characters of a path, of what has a problem, and of a whole problem are shown. */
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

/** The same in one line: `a.yaml, line 3: Shoot garden-a/one spec.region: must be text.` */
export function problemLine(problem: Problem): string {
  const object = problem.object === undefined ? '' : `${problem.object} `
  return [`${placeOf(problem)}: ${object}${fieldProblemText(problem)}.`, helpOf(problem)].filter(Boolean).join(' ')
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
  const more = count === 0 ? '' : `There ${plural(count, 'is', 'are')} ${countOf(count, 'more problem')}.`
  return [`${placeOf(first)} ${fieldProblemText(first)}.`, helpOf(first), more].filter(Boolean).join(' ')
}

function placeOf({ source, line }: Problem): string {
  return line === undefined ? source : `${source}, line ${line}`
}

function helpOf({ fault, isOutdated }: Problem): string {
  return [helpText(fault), isOutdated ? 'What was read before still counts.' : ''].filter(Boolean).join(' ')
}

/** What is wrong, without a full stop at the end: `must be a list`. */
export function faultText(fault: ProblemFault): string {
  switch (fault.code) {
    case 'missing':
      return 'is missing'
    case 'incomplete':
      return 'is incomplete'
    case 'no-object':
      return 'must be an object'
    case 'no-list':
      return 'must be a list'
    case 'no-text':
      return 'must be text'
    case 'no-number':
      return 'must be a number'
    case 'no-flag':
      return 'must be true or false'
    case 'too-many-entries':
      return `has ${fault.count} entries; only the first ${fault.most} are read`
    case 'too-long':
      return `has ${fault.length} characters; at most ${fault.most} can be told`
    case 'no-line':
      return `${quoted(fault.value)} has characters that are none of a line of text`
    case 'no-name':
      return `${quoted(fault.value)} is no name of a Kubernetes object`
    case 'no-share':
      return `must be a number or a percentage, not ${quoted(fault.value)}`
    case 'no-instant':
      return `${quoted(fault.value)} is not a time like 2026-01-31T00:00:00Z`
    case 'no-duration':
      return `${quoted(fault.value)} is not a duration like 24h`
    case 'duration-range':
      return `must be from 0 to 2562047h, not ${quoted(fault.value)}`
    case 'no-version':
      return `${quoted(fault.value)} is not a version`
    case 'no-version-to-choose':
      return `${quoted(fault.value)} is not a version; it is never chosen`
    case 'no-count':
      return `must be a whole number from 0 to ${fault.most}, not ${fault.value}`
    case 'none-of':
      return `${quoted(fault.value)} is none of ${fault.allowed.join(', ')}`
    case 'no-constraint':
      return `${quoted(fault.value)} is not a version constraint; no kubelet version meets it`
    case 'constraint-too-long':
      return `has ${fault.length} characters; Gardener reads constraints of at most ${fault.most}; no kubelet version meets it`
    case 'unmapped': {
      const which = fault.count === 1 ? 'has' : `and ${fault.count - 1} more have`
      return `${quoted(fault.first)} ${which} no image of the provider: no node can be made of it`
    }
    case 'parent-unknown':
      return `the CloudProfile ${fault.parent} is not known`
    case 'api-version':
      return `${apiVersionText(fault)}; it must be ${fault.expected}`
    case 'more':
      return `has ${fault.count} more problems`
    case 'said':
      return fault.text
    case 'other-kind':
      return `is no ${fault.kind}`
    case 'unversioned': {
      const why =
        fault.refusals === null
          ? 'its profile, which would give it one, is not there'
          : `its creation would be refused: ${fault.refusals.join('; ')}`
      return `names no whole Kubernetes version, and ${why}`
    }
    case 'profile-missing':
    case 'profile-unreadable': {
      const what = fault.code === 'profile-missing' ? 'is missing' : 'could not be read'
      const rest = fault.count > fault.first.length ? ` and ${fault.count - fault.first.length} more` : ''
      return `${what}, and ${countOf(fault.count, 'cluster')} ${plural(fault.count, 'uses', 'use')} it: ${fault.first.join(', ')}${rest}`
    }
    case 'too-deep':
      return `is nested more than ${fault.most} levels deep`
    case 'list-cut':
      return 'has items and no kind: its end is missing, as kubectl writes "kind: List" last. Take the dump again'
    case 'twice': {
      const line = fault.line === null ? '' : `line ${fault.line}`
      const place = fault.source === null ? line || 'the same file' : [fault.source, line].filter(Boolean).join(', ')
      return `is there twice${fault.isSame ? '' : ', and not the same'}: also in ${place}, and that one counts`
    }
    case 'key-twice':
      return `the key "${fault.key}" is there twice`
    case 'too-many-aliases':
      return `repeats itself by aliases more than ${fault.most} times`
    case 'no-json':
      return fault.from === null
        ? 'is not JSON: it ends too early'
        : `is not JSON from ${JSON.stringify(fault.from)} on`
    case 'utf-16':
      return 'is text in UTF-16, as PowerShell writes it with ">"; only UTF-8 can be read. Write it with "| Out-File -Encoding utf8" instead, or convert it with "iconv -f UTF-16 -t UTF-8"'
    case 'zero-bytes':
      return 'is no text: it has zero bytes, as binary files and UTF-16 have'
    case 'no-utf-8':
      return 'is no text in UTF-8'
    case 'empty':
      return 'is empty'
    case 'only-comments':
      return 'holds nothing but comments'
    case 'no-objects':
      return 'holds no CloudProfile, NamespacedCloudProfile, Project or Shoot'
    case 'patch':
      return 'changes objects that stand elsewhere'
    case 'template':
      return 'is a template, not a manifest'
    case 'kustomize':
      return 'is for kustomize, and what it changes in manifests is not applied here: they are shown as they stand in their files'
    case 'file-too-large':
      return `is ${bytesText(fault.bytes)} large; up to ${bytesText(fault.most)} can be read`
    case 'unread':
      return `cannot be read: ${fault.reason}`
    case 'folder-too-large': {
      const most = 'files' in fault.most ? `${fault.most.files} files` : bytesText(fault.most.bytes)
      return `holds more than ${most}: those from here on are not read`
    }
    case 'too-many-objects':
      return `${fault.beyond} objects beyond the first ${fault.most} are not shown`
  }
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
  const byHand = 'Copy what is written, and put it where it belongs.'
  switch (why.code) {
    case 'no-list':
      return `${why.name} is no list of objects of all kinds, and takes no other one. ${byHand}`
    case 'namespace-given':
      return `A kustomization gives the objects of ${why.beside} their namespace. ${byHand}`
    case 'listed-often':
      return `Several kustomizations list ${why.beside}. ${byHand}`
    case 'file-is-there':
      return `${why.name} is there already, and holds something else. ${byHand}`
    case 'not-listable':
      return `${why.name} cannot be listed in ${why.kustomization}. ${byHand}`
    case 'left-unlisted':
      return `${why.name} was written, but ${why.kustomization} has changed meanwhile: list it there.`
  }
}

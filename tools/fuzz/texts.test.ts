import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { z } from 'zod'
import { filtersPatch, readShootsUrl, shootsViewPatch } from '@/app/shoots/search-params'
import { momentIn, withMoment } from '@/lib/browser/at'
import { packText, unpackText } from '@/lib/browser/packed-text'
import { readPinned } from '@/lib/browser/preferences'
import { instant, policyProblem } from '@/lib/contract/common'
import { edits } from '@/lib/contract/edits'
import { planQuery } from '@/lib/contract/plan'
import { shootsQuery } from '@/lib/contract/selection'
import { EXAMPLE, readPolicyText } from '@/lib/landscape/policy'
import { decodePlan, encodePlan } from '@/lib/questions/cluster/browser/plan-address'
import { decodeDraft, encodeDraft } from '@/lib/questions/draft/browser/draft'
import { readGiven } from '@/lib/questions/policy/browser/policy-address'
import { readCalendar } from '@/lib/questions/policy/browser/release-calendar'
import { release } from '@/lib/questions/policy/contract'
import { draftProblemText } from '@/lib/words/new-edits'
import { policyProblemBody } from '@/lib/words/policy'
import { fuzz } from './testdata/fuzz'
import { nearly, textChange, withDepth, withTextChanges } from './testdata/odd'

type Input =
  /** Of these parts, which are packed as they are. */
  | { readonly what: 'draft' | 'plan' | 'policy'; readonly parts: unknown; readonly changes: Changes }
  /** Of an address behind its question mark. */
  | { readonly what: 'search'; readonly search: string }
type Changes = readonly { readonly from: number; readonly length: number; readonly by: string }[]

const changes = fc.oneof(fc.constant([]), fc.array(textChange, { minLength: 1, maxLength: 3 }))
const draft = fc.tuple(
  fc.constantFrom('aws', 'garden-core/aws-ext', '', 'x'.repeat(508)),
  fc.constantFrom(null, '1', '48812907', 'x'.repeat(129)),
  nearly(edits),
)
const plan = fc.tuple(nearly(planQuery.shape.edits), fc.constantFrom(null, '2026-12-15T21:00:00Z', 'soon'))

const search = fc
  .tuple(nearly(shootsQuery), fc.array(textChange, { maxLength: 2 }))
  .map(([asked, made]) => withTextChanges(searchText(asked), made))

/**
 * What addresses carry. Reading never throws, whatever was cut or made up; what is read is what the server takes, and written
 * again it is the same.
 */
fuzz<Input>('addresses', {
  inputs: fc.oneof(
    fc.record({ what: fc.constant('draft' as const), parts: draft, changes }),
    fc.record({ what: fc.constant('plan' as const), parts: plan, changes }),
    fc.record({ what: fc.constant('policy' as const), parts: nearly(z.array(release)), changes }),
    fc.record({ what: fc.constant('search' as const), search }),
  ),
  async check(input) {
    if (input.what === 'search') return checkSearch(input.search)
    const plain = JSON.stringify(input.parts)
    // What is changed is either what was packed, or the letters of the address.
    const inside = await packText(withTextChanges(withDepth(plain), input.changes))
    const outside = withTextChanges(await packText(withDepth(plain)), input.changes)
    for (const text of [inside, outside]) {
      if (input.what === 'draft') await checkDraft(text, input.parts)
      else if (input.what === 'plan') await checkPlan(text)
      else await checkPolicy(text)
    }
    if (input.changes.length === 0 && (await unpackText(inside)) !== withDepth(plain))
      throw new Error('What was packed differs.')
  },
})

async function checkDraft(text: string, parts: unknown): Promise<void> {
  const [profile] = Array.isArray(parts) ? (parts as unknown[]) : []
  const page = String(profile)
  const reading = await decodeDraft(text, page)
  if (reading.kind === 'problem') return expectFew(draftProblemText(reading.problem))
  edits.parse(reading.draft.edits)
  const again = await decodeDraft(await encodeDraft(reading.draft), page)
  if (!isDeepStrictEqual(again, reading)) throw new Error('A draft comes back as another one.')
}

async function checkPlan(text: string): Promise<void> {
  const reading = await decodePlan(text)
  if (reading.kind === 'problem') return expectFew(reading.reason)
  planQuery.shape.edits.parse(reading.plan.edits)
  const again = await decodePlan((await encodePlan(reading.plan)) ?? null)
  if (!isDeepStrictEqual(again, reading)) throw new Error('A plan comes back as another one.')
}

async function checkPolicy(text: string): Promise<void> {
  const { releases, text: policy } = await readGiven(new URLSearchParams({ policy: text, releases: text }))
  if (releases !== undefined) z.array(release).parse(releases)
  const again = new URLSearchParams({ policy: await packText(policy ?? '') })
  if (policy !== undefined && (await readGiven(again)).text !== policy) {
    throw new Error('A policy comes back as another one.')
  }
}

function checkSearch(text: string): void {
  const search = new URLSearchParams(text)
  const moment = momentIn(search)
  for (const one of [moment.at, moment.seen]) instant.optional().parse(one)
  const address = withMoment('/shoots', moment)
  if (!isDeepStrictEqual(momentIn(new URLSearchParams(address.split('?')[1])), moment)) {
    throw new Error('A moment comes back as another one.')
  }
  readPinned(text)
  const read = readShootsUrl(search)
  // The patch of the filters closes the open row.
  const written = { ...filtersPatch(read.filters), ...shootsViewPatch(read.view) }
  const again = readShootsUrl(new URLSearchParams(searchText(written)))
  if (!isDeepStrictEqual(again, read)) throw new Error('Filters and view come back as others.')
}

function expectFew(reason: string): void {
  // Names of two profiles, and a sentence.
  if (reason.length > 1200) throw new Error(`A problem has ${reason.length} characters.`)
}

function searchText(asked: unknown): string {
  const search = new URLSearchParams()
  const fields = typeof asked === 'object' && asked !== null ? Object.entries(asked) : []
  for (const [name, value] of fields) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.toString()
}

const LINES =
  '2027-01-12 1.36.0 preview\n# a comment\n2027-02-01, gardenlinux 2150.2.0 supported\n\nKubernetes 1.37 comes 2027-04-20\n'
const EVENTS = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270112\r\nSUMMARY:Kubernetes v1.36.0 is\r\n  added\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nDTSTART:20270201T090000Z\r\nSUMMARY:gardenlinux 2150.2.0\\, supported\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

/** Texts that nearly are a calendar: every row that says something is a release that may be asked about, or has a problem. */
fuzz<string>('calendars', {
  inputs: fc
    .tuple(fc.constantFrom(LINES, EVENTS), fc.array(textChange, { minLength: 1, maxLength: 5 }))
    .map(([text, changes]) => withTextChanges(text, changes)),
  check(text: string) {
    const { releases, problems } = readCalendar(text, ['gardenlinux', 'suse'])
    z.array(release).max(500).parse(releases)
    const long = problems.find((problem) => problem.length > 200)
    if (long !== undefined) throw new Error(`A problem has ${long.length} characters.`)
    if (/^BEGIN:VCALENDAR/im.test(text)) return
    const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '' && !row.trim().startsWith('#'))
    if (releases.length + problems.length < rows.length) throw new Error('A row is neither a release nor a problem.')
  },
})

/** Texts that nearly are a policy: they are one, or have problems, few and in few words. */
fuzz<string>('policies', {
  inputs: fc.array(textChange, { minLength: 1, maxLength: 4 }).map((changes) => withTextChanges(EXAMPLE, changes)),
  check(text: string) {
    const reading = readPolicyText(text)
    if (reading.kind === 'ok') return
    const problems = z.array(policyProblem).min(1).max(51).parse(reading.problems.map(policyProblemBody))
    for (const { path, reason } of problems) {
      if (path.length + reason.length > 3000)
        throw new Error(`A problem has ${path.length + reason.length} characters.`)
    }
  },
})

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ApplyInput,
  applyAnswer,
  applyQuery,
  type DraftTextsInput,
  draftTextsAnswer,
  draftTextsQuery,
} from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import type { PromotionRule } from '@/lib/engine/promotion-rule'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { AccessError, type Garden } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory } from '@/lib/history'
import { buildLandscape } from '@/lib/landscape/landscape'
import { CodedError } from '@/lib/process/errors'
import { appliedBody } from '@/lib/questions/draft/answer/apply'
import { journalView } from '@/lib/questions/journal/answer'
import { journalAnswer } from '@/lib/questions/journal/contract'
import { openStore, type Store } from '@/lib/store'
import { StoreError } from '@/lib/store/store'
import { apply } from './apply'
import type { ApplyContext } from './context'
import { Journal } from './journal'
import { draftTextsView } from './texts'

vi.mock('server-only', () => ({}))

const garden: Garden = openGarden({ GARDEN: 'demo:2026-11-21' })
const forecaster = new Forecaster()
const at = Date.parse('2026-11-21T18:00:00Z')
const context: ApplyContext = {
  garden,
  identity: { kind: 'process' },
  user: null,
  sight: '',
  journal: new Journal(openStore({})),
  landscape: () => buildLandscape(garden.snapshot(), at, { forecaster }),
  uncut: async () => null,
  promoting: { rule: null, history: new InMemoryHistory() },
}

// Waiting for a state that never comes is over at once.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.setTimerTickMode('nextTimerAsync')
})
beforeEach(async () => {
  await garden.ready()
  await garden.reset?.()
})
afterAll(async () => {
  vi.useRealTimers()
  await garden.close()
})

const told = { zone: 'UTC', now: '2026-11-21T18:00:00Z' }

const answerApply = async (input: ApplyInput) =>
  appliedBody(await apply(context, applyQuery.parse(input)), input.profile, told)
const answerDraftTexts = (input: DraftTextsInput) => draftTextsView(context, draftTextsQuery.parse(input))
const answerJournal = () => journalView(context)
const base = (profile = 'aws') => garden.snapshot().profiles.get(profile)?.resourceVersion ?? ''
const applyEdits = async (edits: readonly EditBody[], more: Partial<ApplyInput> = {}) =>
  applyAnswer.parse(await answerApply({ profile: 'aws', base: base(), edits: [...edits], ...more }))

const fresh: EditBody = { kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' }, index: 0 }
/** Most clusters of aws run it, and it has no expiry. */
const harsh: EditBody = { kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-11-22T00:00:00Z' }

describe('applying a draft', () => {
  it('changes the garden, and is in the journal with who, what, effect and the way back', async () => {
    const before = base()
    const answer = await applyEdits([fresh])
    if (answer.outcome !== 'applied') throw new Error(JSON.stringify(answer))
    expect(answer.resourceVersion).toBe(base())
    const journal = journalAnswer.parse(await answerJournal())
    expect(journal).toMatchObject({ kept: 'process', unreadable: 0, problem: null, canReset: true })
    expect(journal.entries[0]).toEqual(answer.entry)
    expect(answer.entry).toMatchObject({
      base: before,
      resourceVersion: base(),
      profile: { kind: 'CloudProfile', name: 'aws' },
      edits: [fresh],
      inverse: [{ kind: 'remove', image: null, version: '1.36.0' }],
      effect: { changes: { forced: 0, stuck: 0 } },
    })
    expect(answer.entry.who).not.toBe('')
    expect(await applyEdits(answer.entry.inverse)).toMatchObject({ outcome: 'applied' })
    expect(base()).toBe(before)
  })

  it('says in the answer where it is not in the journal, and says nothing where it is', async () => {
    const lost = () => Promise.reject(new StoreError('The database does not answer.'))
    const store: Store = { kept: 'database', rows: lost, together: lost, lead: lost, close: async () => {} }
    const asked = applyQuery.parse({ profile: 'aws', base: base(), edits: [fresh] })
    const applied = await apply({ ...context, journal: new Journal(store) }, asked)
    const answer = applyAnswer.parse(appliedBody(applied, 'aws', told))
    if (answer.outcome !== 'applied') throw new Error(JSON.stringify(answer))
    expect(answer.unwritten).toMatch(
      /^It is not in the journal yet: The database does not answer\. It is kept in memory/,
    )
    expect(await applyEdits(answer.entry.inverse)).toMatchObject({ outcome: 'applied', unwritten: null })
  })

  it('is in the journal with why, where that was said', async () => {
    const answer = await applyEdits([fresh], { reason: ' The failure was the webhook of its owner. ' })
    expect(answer).toMatchObject({ outcome: 'applied', entry: { reason: 'The failure was the webhook of its owner.' } })
    expect((await answerJournal()).entries[0]).toMatchObject({ reason: 'The failure was the webhook of its owner.' })
    expect((await applyEdits([harsh], { dryRun: true })).outcome).toBe('accepted')
  })

  it.each([
    ['that was made all the same', true, 'all', 'The profile holds the edit now.'],
    ['that was not made', false, 'none', 'The profile does not hold the edit now.'],
  ] as const)('without an answer, %s, is told as what was begun', async (_, isMade, holds, found) => {
    const silent: Garden = Object.assign(Object.create(garden) as Garden, {
      apply: async (...asked: Parameters<Garden['apply']>) => {
        if (asked[3].dryRun) return garden.apply(...asked)
        if (isMade) await garden.apply(...asked)
        return { kind: 'unavailable', message: 'No answer.', uncertain: true }
      },
    })
    const theirs = { ...context, garden: silent, journal: new Journal(openStore({})) }
    const query = applyQuery.parse({ profile: 'aws', base: base(), edits: [fresh] })
    expect(await apply(theirs, query)).toMatchObject({ outcome: 'unavailable', uncertain: true })
    const { entries, begun } = journalAnswer.parse(await journalView(theirs))
    expect([entries, begun]).toMatchObject([
      [],
      [{ isOpen: false, holds, begun: { base: query.base, edits: [fresh] } }],
    ])
    expect(begun[0]?.sentence).toBe(`Begun, outcome not known: no answer of the garden could be read. ${found}`)
  })

  const mistake = new Error('A mistake of ours.')
  const refused = new AccessError('refused', 'Sign in again.')
  it.each([
    ['that goes wrong before it can have been sent leaves nothing begun', mistake, false, []],
    ['whose user is not let in leaves nothing begun', refused, true, []],
    ['that goes wrong once it may have been sent is told as what was begun', mistake, true, [{ holds: 'none' }]],
  ] as const)('%s', async (_, error, isMade, begun) => {
    const failing: Garden = Object.assign(Object.create(garden) as Garden, {
      apply: async (...[identity, ref, edit, options]: Parameters<Garden['apply']>) => {
        if (options.dryRun || isMade) await garden.apply(identity, ref, edit, { ...options, dryRun: true })
        if (options.dryRun) return { kind: 'applied', resourceVersion: '' }
        throw error
      },
    })
    const theirs = { ...context, garden: failing, journal: new Journal(openStore({})) }
    const query = applyQuery.parse({ profile: 'aws', base: base(), edits: [fresh] })
    await expect(apply(theirs, query)).rejects.toBe(error)
    expect(await journalView(theirs)).toMatchObject({ entries: [], begun })
  })

  it('that is refused leaves nothing begun', async () => {
    const refusing: Garden = Object.assign(Object.create(garden) as Garden, {
      apply: async (...asked: Parameters<Garden['apply']>) =>
        asked[3].dryRun ? garden.apply(...asked) : { kind: 'forbidden', message: 'No.', causes: [] },
    })
    const theirs = { ...context, garden: refusing, journal: new Journal(openStore({})) }
    const query = applyQuery.parse({ profile: 'aws', base: base(), edits: [fresh] })
    expect(await apply(theirs, query)).toMatchObject({ outcome: 'forbidden' })
    expect(await journalView(theirs)).toMatchObject({ entries: [], begun: [] })
  })

  describe('that promotes a preview', () => {
    const rule: PromotionRule = { clusters: 3, days: 14, failures: 0, clustersHere: null, landscapes: ['canary'] }
    const promote: EditBody = { kind: 'classify', image: null, version: '1.36.2', classification: 'supported' }
    /** Every cluster of aws runs it from so many days ago on. */
    const historyOf = (days: number) => {
      const history = new InMemoryHistory()
      const snapshot = garden.snapshot()
      const onIt = (shoot: Shoot) =>
        shoot.profile.name === 'aws' ? { ...shoot, kubernetesVersion: '1.36.2', workers: [] } : shoot
      history.record({ ...snapshot, shoots: ChunkedList.of(snapshot.shoots.map(onIt)) }, at - days * DAY)
      history.record(snapshot, at, true)
      return history
    }
    const promoteWith = async (promoting: ApplyContext['promoting'], more: Partial<ApplyInput> = {}) => {
      const query = { profile: 'aws', base: base(), edits: [promote], confirm: 'aws', ...more }
      return applyAnswer.parse(
        appliedBody(await apply({ ...context, promoting }, applyQuery.parse(query)), 'aws', told),
      )
    }

    it('wants a reason where the rule of the team is not met, and does nothing without', async () => {
      const before = base()
      const promoting = { rule, history: historyOf(7) }
      expect(await promoteWith(promoting)).toEqual({
        outcome: 'unexplained',
        message:
          '1.36.2 does not meet the team’s rule: 7 days 0 h (at least 14, since the first cluster). To promote all the same, say why.',
        promotions: [{ image: null, version: '1.36.2', unmet: [{ part: 'days', value: 7, limit: 14 }] }],
      })
      expect(base()).toBe(before)
      expect(await promoteWith(promoting, { dryRun: true })).toMatchObject({ outcome: 'accepted' })
      expect(await promoteWith(promoting, { reason: 'Its webhook was the cause.' })).toMatchObject({
        outcome: 'applied',
        entry: { reason: 'Its webhook was the cause.' },
      })
    })

    it('counts what whoever applies it read in the landscapes that the rule names, and keeps that', async () => {
      const canary = { landscape: 'canary', image: null, version: '1.36.2', clusters: 41, days: 30, failures: 0 }
      const promoting = { rule, history: historyOf(7) }
      const unexplained = { outcome: 'unexplained' }
      expect(await promoteWith(promoting, { beside: [{ ...canary, landscape: 'dev' }] })).toMatchObject(unexplained)
      expect(await promoteWith(promoting, { beside: [{ ...canary, version: '1.36.1' }] })).toMatchObject(unexplained)
      expect(await promoteWith(promoting, { beside: [{ ...canary, failures: 1 }] })).toMatchObject({
        promotions: [{ unmet: [{ part: 'failures', value: 1, limit: 0 }] }],
      })
      expect(await promoteWith(promoting, { beside: [canary, { ...canary, landscape: 'dev' }] })).toMatchObject({
        outcome: 'applied',
        entry: { beside: [canary] },
      })
      await garden.reset?.()
    })

    it('wants none where it is met, where there is none, and for other edits', async () => {
      expect(await promoteWith({ rule, history: historyOf(15) })).toMatchObject({ outcome: 'applied' })
      await garden.reset?.()
      expect(await promoteWith({ rule: null, history: historyOf(7) })).toMatchObject({ outcome: 'applied' })
      await garden.reset?.()
      const edits = [fresh]
      expect(await promoteWith({ rule, history: historyOf(7) }, { edits })).toMatchObject({ outcome: 'applied' })
    })

    it('wants one where nobody can tell', async () => {
      const history = historyOf(15)
      const unread = new CodedError('not-ready', 'The database is away.')
      const away = Object.create(history, { statesOf: { value: () => Promise.reject(unread) } })
      const answer = await promoteWith({ rule, history: away })
      expect(answer).toMatchObject({ outcome: 'unexplained', promotions: [{ version: '1.36.2', unmet: null }] })
    })
  })

  it('that is only tried tells what to confirm, and changes nothing', async () => {
    const before = garden.snapshot()
    const { entries } = await answerJournal()
    const answer = await applyEdits([fresh], { dryRun: true })
    expect(answer).toMatchObject({
      outcome: 'accepted',
      resourceVersion: base(),
      confirmation: { sentence: 'Nothing changes for any cluster.', typing: null },
    })
    expect(garden.snapshot()).toBe(before)
    expect((await answerJournal()).entries).toEqual(entries)
  })

  it('that forces many clusters wants the name of the profile, and does nothing without', async () => {
    const before = base()
    for (const confirm of [undefined, '', 'AWS', 'azure']) {
      const answer = await applyEdits([harsh], confirm === undefined ? {} : { confirm })
      expect(answer).toMatchObject({ outcome: 'unconfirmed', confirmation: { typing: 'aws' } })
    }
    expect(base()).toBe(before)
    expect(await applyEdits([harsh], { confirm: 'aws' })).toMatchObject({ outcome: 'applied' })
  })

  it('that was made for another version is a conflict, and tells the difference where it is known', async () => {
    const first = base()
    await answerDraftTexts({ profile: 'aws', edits: [harsh] })
    await applyEdits([fresh])
    const answer = await applyEdits([harsh], { base: first, confirm: 'aws' })
    expect(answer).toMatchObject({ outcome: 'conflict', base: first, resourceVersion: base() })
    if (answer.outcome !== 'conflict') return
    expect(answer.difference?.filter(({ kind }) => kind === 'new').map(({ text }) => text.trim())).toEqual([
      '- version: 1.36.0',
      'classification: preview',
    ])
    expect(await applyEdits([harsh], { base: 'never', dryRun: true })).toMatchObject({
      outcome: 'conflict',
      difference: null,
    })
  })

  it('is told the difference too where another process has shown the version before', async () => {
    const first = base()
    const shown = await garden.preview(context.identity, { kind: 'CloudProfile', name: 'gcp' }, (object) => object)
    if (shown.kind !== 'ok') throw new Error(shown.kind)
    const { apiVersion: _, kind: __, ...then } = shown.object
    const objectAt = vi.fn(async () => then)
    const elsewhere: Garden = Object.create(garden, { objectAt: { value: objectAt } })
    const gcp = { profile: 'gcp', base: 'of-old', dryRun: true }
    const version = garden.snapshot().profiles.get('gcp')?.profile.kubernetes[0]?.version ?? ''
    const edits: EditBody[] = [{ kind: 'expire', image: null, version, expirationDate: null }]
    const answer = await apply({ ...context, garden: elsewhere }, applyQuery.parse({ ...gcp, edits }))
    // Nothing but the version is another one.
    expect(answer).toMatchObject({ outcome: 'conflict', difference: [] })
    expect(objectAt).toHaveBeenCalledWith(context.identity, { kind: 'CloudProfile', name: 'gcp' }, 'of-old')
    expect(base()).toBe(first)
  })

  it('is a conflict first, also when its edits cannot be made any more', async () => {
    const first = base()
    await applyEdits([fresh])
    expect(await applyEdits([fresh], { base: first })).toMatchObject({ outcome: 'conflict' })
    expect(await applyEdits([fresh])).toMatchObject({ outcome: 'impossible', problems: [{ code: 'already-listed' }] })
  })

  it('that the API server would refuse is refused with its words', async () => {
    const edit: EditBody = { kind: 'add', image: null, entry: { version: '1.35.99', classification: 'supported' } }
    const answer = await applyEdits([edit], { dryRun: true })
    expect(answer).toMatchObject({ outcome: 'refused' })
    expect(JSON.stringify(answer)).toContain('spec.kubernetes.versions[')
    expect(await applyEdits([{ kind: 'remove', image: null, version: '1.34.6' }])).toMatchObject({
      outcome: 'forbidden',
    })
  })

  it('of a namespaced profile changes that one alone', async () => {
    const profile = 'garden-payments/aws-extended'
    const edit: EditBody = { ...harsh, version: '1.32.13', expirationDate: '2027-06-01T00:00:00Z' }
    const before = base()
    const answer = await applyEdits([edit], { profile, base: base(profile), confirm: profile })
    expect(answer).toMatchObject({ outcome: 'applied', entry: { profile: { namespace: 'garden-payments' } } })
    expect(base()).toBe(before)
  })

  it('of a profile that is not there is not found', async () => {
    await expect(applyEdits([fresh], { profile: 'nobody', base: '1' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the texts of a draft', () => {
  it('are a diff, a JSON patch and a command, where the garden gives no resourceVersion', async () => {
    const texts = draftTextsAnswer
      .omit({ notices: true })
      .parse(await answerDraftTexts({ profile: 'aws', edits: [fresh] }))
    expect(texts).toMatchObject({ file: null, resourceVersion: base(), apiPatch: { type: 'json' } })
    expect(texts.patch).toContain('--- a/aws.yaml\n+++ b/aws.yaml\n@@ ')
    expect(texts.patch).toContain('+    - version: 1.36.0\n+      classification: preview\n')
    const operations = JSON.parse(texts.apiPatch.text)
    expect(operations).toContainEqual({
      op: 'add',
      path: '/spec/kubernetes/versions/0',
      value: fresh.kind === 'add' && fresh.entry,
    })
    expect(texts.kubectl).toMatch(/^kubectl patch cloudprofile aws --type=json -p '\[\{"op":"/)
    expect(JSON.stringify(texts)).not.toContain('"metadata"')
  })
})

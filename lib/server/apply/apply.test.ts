import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApplyInput, applyAnswer, type DraftTextsInput, type EditBody, journalAnswer } from '@/lib/contract'
import { applyQuery, draftTextsAnswer, draftTextsQuery } from '@/lib/contract/apply'
import { FleetForecaster } from '@/lib/engine/fleet/fleet-forecaster'
import { type Garden, openGarden } from '@/lib/garden'
import { buildIndex } from '../fleet-index'
import { Journal } from '../journal'
import { openStore } from '../store'
import { apply as applyAt } from './apply'
import { journalView } from './journal-view'
import type { Desk } from './send'
import { draftTextsView } from './texts'

const garden: Garden = openGarden({ GARDEN: 'demo:2026-11-21' })
const forecaster = new FleetForecaster()
const desk: Desk = {
  garden,
  identity: { kind: 'process' },
  user: null,
  sight: '',
  journal: new Journal(openStore({}), null),
  index: () => buildIndex(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'), { forecaster }),
  uncut: async () => null,
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

const answerApply = (input: ApplyInput) => applyAt(desk, applyQuery.parse(input))
const answerDraftTexts = (input: DraftTextsInput) => draftTextsView(desk, draftTextsQuery.parse(input))
const answerJournal = () => journalView(desk)
const base = (profile = 'aws') => garden.snapshot().profiles.get(profile)?.resourceVersion ?? ''
const apply = async (edits: readonly EditBody[], more: Partial<ApplyInput> = {}) =>
  applyAnswer.parse(await answerApply({ profile: 'aws', base: base(), edits: [...edits], ...more }))

const fresh: EditBody = { kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' }, index: 0 }
/** Most clusters of aws run it, and it has no expiry. */
const harsh: EditBody = { kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-11-22T00:00:00Z' }

describe('applying a draft', () => {
  it('changes the garden, and is in the journal with who, what, effect and the way back', async () => {
    const before = base()
    const answer = await apply([fresh])
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
    expect(await apply(answer.entry.inverse)).toMatchObject({ outcome: 'applied' })
    expect(base()).toBe(before)
  })

  it('is in the journal with why, where that was said', async () => {
    const answer = await apply([fresh], { reason: ' The failure was the webhook of its owner. ' })
    expect(answer).toMatchObject({ outcome: 'applied', entry: { reason: 'The failure was the webhook of its owner.' } })
    expect((await answerJournal()).entries[0]).toMatchObject({ reason: 'The failure was the webhook of its owner.' })
    expect((await apply([harsh], { dryRun: true })).outcome).toBe('accepted')
  })

  it('that is only tried tells what to confirm, and changes nothing', async () => {
    const before = garden.snapshot()
    const { entries } = await answerJournal()
    const answer = await apply([fresh], { dryRun: true })
    expect(answer).toMatchObject({
      outcome: 'accepted',
      resourceVersion: base(),
      confirmation: { sentence: 'No cluster is forced, stranded or moved by it.', typing: null },
    })
    expect(garden.snapshot()).toBe(before)
    expect((await answerJournal()).entries).toEqual(entries)
  })

  it('that forces many clusters wants the name of the profile, and does nothing without', async () => {
    const before = base()
    for (const confirm of [undefined, '', 'AWS', 'azure']) {
      const answer = await apply([harsh], confirm === undefined ? {} : { confirm })
      expect(answer).toMatchObject({ outcome: 'unconfirmed', confirmation: { typing: 'aws' } })
    }
    expect(base()).toBe(before)
    expect(await apply([harsh], { confirm: 'aws' })).toMatchObject({ outcome: 'applied' })
  })

  it('that was made for another version is a conflict, and tells the difference where it is known', async () => {
    const first = base()
    await answerDraftTexts({ profile: 'aws', edits: [harsh] })
    await apply([fresh])
    const answer = await apply([harsh], { base: first, confirm: 'aws' })
    expect(answer).toMatchObject({ outcome: 'conflict', base: first, resourceVersion: base() })
    if (answer.outcome !== 'conflict') return
    expect(answer.difference?.filter(({ kind }) => kind === 'new').map(({ text }) => text.trim())).toEqual([
      '- version: 1.36.0',
      'classification: preview',
    ])
    expect(await apply([harsh], { base: 'never', dryRun: true })).toMatchObject({
      outcome: 'conflict',
      difference: null,
    })
  })

  it('is told the difference too where another process has shown the version before', async () => {
    const first = base()
    const shown = await garden.preview(desk.identity, { kind: 'CloudProfile', name: 'gcp' }, (object) => object)
    if (shown.kind !== 'ok') throw new Error(shown.kind)
    const { apiVersion: _, kind: __, ...then } = shown.object
    const objectAt = vi.fn(async () => then)
    const elsewhere: Garden = Object.create(garden, { objectAt: { value: objectAt } })
    const gcp = { profile: 'gcp', base: 'of-old', dryRun: true }
    const version = garden.snapshot().profiles.get('gcp')?.profile.kubernetes[0]?.version ?? ''
    const edits: EditBody[] = [{ kind: 'expire', image: null, version, expirationDate: null }]
    const answer = await applyAt({ ...desk, garden: elsewhere }, applyQuery.parse({ ...gcp, edits }))
    // Nothing but the version is another one.
    expect(answer).toMatchObject({ outcome: 'conflict', difference: [] })
    expect(objectAt).toHaveBeenCalledWith(desk.identity, { kind: 'CloudProfile', name: 'gcp' }, 'of-old')
    expect(base()).toBe(first)
  })

  it('is a conflict first, also when its edits cannot be made any more', async () => {
    const first = base()
    await apply([fresh])
    expect(await apply([fresh], { base: first })).toMatchObject({ outcome: 'conflict' })
    expect(await apply([fresh])).toMatchObject({ outcome: 'impossible', problems: [{ code: 'already-listed' }] })
  })

  it('that the API server would refuse is refused with its words', async () => {
    const edit: EditBody = { kind: 'add', image: null, entry: { version: '1.35.99', classification: 'supported' } }
    const answer = await apply([edit], { dryRun: true })
    expect(answer).toMatchObject({ outcome: 'refused' })
    expect(JSON.stringify(answer)).toContain('spec.kubernetes.versions[')
    expect(await apply([{ kind: 'remove', image: null, version: '1.34.6' }])).toMatchObject({ outcome: 'forbidden' })
  })

  it('of a namespaced profile changes that one alone', async () => {
    const profile = 'garden-payments/aws-extended'
    const edit: EditBody = { ...harsh, version: '1.32.13', expirationDate: '2027-06-01T00:00:00Z' }
    const before = base()
    const answer = await apply([edit], { profile, base: base(profile), confirm: profile })
    expect(answer).toMatchObject({ outcome: 'applied', entry: { profile: { namespace: 'garden-payments' } } })
    expect(base()).toBe(before)
  })

  it('of a profile that is not there is not found', async () => {
    await expect(apply([fresh], { profile: 'nobody', base: '1' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the texts of a draft', () => {
  it('are a diff, a merge patch and a command', async () => {
    const texts = draftTextsAnswer.parse(await answerDraftTexts({ profile: 'aws', edits: [fresh] }))
    expect(texts).toMatchObject({ file: null, resourceVersion: base() })
    expect(texts.patch).toContain('--- a/aws.yaml\n+++ b/aws.yaml\n@@ ')
    expect(texts.patch).toContain('+    - version: 1.36.0\n+      classification: preview\n')
    expect(JSON.parse(texts.mergePatch).spec.kubernetes.versions[0]).toEqual(fresh.kind === 'add' && fresh.entry)
    expect(texts.kubectl).toMatch(/^kubectl patch cloudprofile aws --type=merge -p '\{"spec":\{"kubernetes":/)
  })
})

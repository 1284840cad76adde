import type { z } from 'zod'
import type { ApplyEffect, applyQuery, ProfileJournalEntry } from '@/lib/contract/apply'
import { typingReasons } from '@/lib/contract/confirmation'
import { editBody } from '@/lib/contract/edit-codec'
import { whatIfQuery } from '@/lib/contract/what-if'
import type { Edit } from '@/lib/engine/edits'
import type { Garden } from '@/lib/garden'
import { yamlOf } from '@/lib/garden/preview'
import { changeFiguresOf, draftOf, effectOnOthers, gainedOf, objectOfDraft } from '@/lib/landscape/draft'
import type { Landscape } from '@/lib/landscape/landscape'
import { findProfile } from '@/lib/landscape/lookup'
import type { ObjectReader } from '@/lib/landscape/offers'
import { type ApplyContext, countedBeside, type UnexplainedPromotions, unexplainedPromotions } from './context'
import { differenceFrom, recall, remember } from './remembered'
import { type SendOutcome, send } from './send'
import { editedOf, type ImpossibleEdit, targetOf } from './target'

/** How long it waits for a state that the user has seen already but this process has not, in milliseconds. */
const patience = 1500

type ApplyQuery = z.output<typeof applyQuery>

/** What has to be confirmed: what the edits do, also to clusters that the user who confirms may not see (null: there are none). */
interface DraftEffects {
  readonly effect: ApplyEffect
  readonly others: ApplyEffect | null
  /** What must be typed; null: nothing. */
  readonly typing: string | null
}

/** What became of a draft, as facts: why edits cannot be made as the engine has it, what is confirmed as numbers. */
export type AppliedDraft = SendOutcome<DraftEffects, ProfileJournalEntry> | ImpossibleEdit | UnexplainedPromotions

/**
 * Applies a draft, or with `dryRun` asks whether it would be accepted. What is done is written into the journal with its effect
 * as computed before. Throws `NotFound` for a profile that is not there.
 */
export async function apply(context: ApplyContext, query: ApplyQuery): Promise<AppliedDraft> {
  const { garden, identity } = context
  const { profile, base } = query
  await untilSeen(garden, query)
  const landscape = await context.landscape()
  const entry = findProfile(landscape, profile.split('/'))
  let inverse: readonly Edit[] = []
  const counted = countedBeside(query.beside, context.promoting)
  const { ref, edits, parent } = targetOf(landscape, entry, query.edits)
  return send<DraftEffects, ProfileJournalEntry, ImpossibleEdit | UnexplainedPromotions>(
    context,
    {
      ref,
      edit: (object) => {
        const edited = editedOf(object, edits, parent)
        if ('object' in edited) inverse = edited.inverse
        return edited
      },
      confirmation: async () => confirmationFor(landscape, await context.uncut(), query, context),
      missing: async () =>
        query.reason === undefined
          ? unexplainedPromotions(landscape, entry, query.edits, context.promoting, query.beside)
          : null,
      entry: (head, { effect }) => ({
        kind: 'profile' as const,
        ...head,
        profile: entry.ref,
        edits: [...query.edits],
        inverse: inverse.map(editBody),
        effect,
        ...(query.reason !== undefined && { reason: query.reason }),
        ...(counted.length > 0 && { beside: counted }),
      }),
      difference: async () => {
        const now = await garden.preview(identity, ref, (object) => object)
        if (now.kind !== 'ok') return null
        const { resourceVersion } = now
        const { before } = await now.texts()
        remember(profile, resourceVersion, before)
        await recall(context, ref, { object: profile, resourceVersion: base }, (then) =>
          // Objects of a list do not say of which kind they are.
          yamlOf({ ...now.object, ...then }),
        )
        return { resourceVersion, difference: differenceFrom(profile, base, before) }
      },
    },
    query,
  )
}

/** The user who applied something just now may know the next version before our watch tells it. */
async function untilSeen(garden: Garden, { profile, base }: ApplyQuery): Promise<void> {
  const isSeen = () => garden.snapshot().profiles.get(profile)?.resourceVersion === base
  if (isSeen() || !garden.snapshot().profiles.has(profile)) return
  let stop = () => {}
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
    stop = garden.subscribe(() => {
      if (isSeen()) resolve()
    })
  })
  clearTimeout(timer)
  stop()
}

async function confirmationFor(
  landscape: Landscape,
  uncut: Landscape | null,
  { profile, edits, zone }: ApplyQuery,
  reader: ObjectReader,
): Promise<DraftEffects> {
  const draft = whatIfQuery.parse({ profile, edits, zone })
  const object = await objectOfDraft(landscape, draft, reader)
  const { effects } = await draftOf(landscape, draft, object)
  const { clusters } = effects
  const effect = { clusters, changes: changeFiguresOf(effects.effects), gained: gainedOf(effects) }
  const others = await effectOnOthers(landscape, uncut, draft, object)
  return { effect, others, typing: typingReasons(effect, others).length > 0 ? profile : null }
}

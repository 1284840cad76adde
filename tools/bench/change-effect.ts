import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import { DAY } from '@/lib/engine/time'
import type { Snapshot } from '@/lib/garden'
import { changeEffectView } from '@/lib/questions/profiles/answer/profile-history/effect'
import { anew, at, landscape } from './landscape'
import { type Figure, watched } from './measure'

/** What a change of a profile did then: nothing is kept of a landscape of the past, so each is computed from cold. */
export async function changeEffect(shoots = 20_000): Promise<Figure[]> {
  const { snapshot } = landscape(shoots)
  const lines: Figure[] = []
  const edits: readonly (readonly [name: string, edit: Edit])[] = [
    ['a date is moved', { kind: 'expire', image: null, version: '1.34.6', expirationDate: at + 20 * DAY }],
    [
      'a version is promoted',
      { kind: 'classify', image: null, version: '1.36.2', classification: 'supported', from: at },
    ],
  ]
  for (const [name, edit] of edits) {
    // The first time code runs that nobody has run yet, which a server has soon behind it.
    await effectOf(snapshot, edit)
    const { wall, longest } = await effectOf(snapshot, edit)
    lines.push(
      { bench: 'change-effect', what: `${shoots} clusters, ${name}`, value: wall, unit: 'ms' },
      {
        bench: 'change-effect',
        what: 'the longest that the event loop is held meanwhile',
        value: longest,
        unit: 'ms',
        target: { below: 50 },
      },
    )
  }
  return lines
}

function effectOf(snapshot: Snapshot, edit: Edit): ReturnType<typeof watched> {
  const past = anew(snapshot)
  const entry = past.profiles.get('aws')
  if (entry === undefined) throw new Error('The demo has this profile.')
  const { value: profile } = applyEdits(entry.profile, [edit], applyEdit)
  const change = { number: 1, seen: at + 1000, before: entry, value: { ...entry, profile }, differences: [] }
  return watched(() => changeEffectView(past, at, entry, change))
}

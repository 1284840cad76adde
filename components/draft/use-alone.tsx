import { type ReactNode, useMemo, useState } from 'react'
import { itemsOf } from '@/lib/contract/edit-items'
import { editedProfile } from '@/lib/questions/draft/browser/edited'
import { placesOf } from '@/lib/questions/draft/browser/in-hand'
import type { Source } from '@/lib/questions/draft/browser/source'
import type { WhatIfParams } from '@/lib/questions/draft/queries'
import { allEditsText, theseEditsText } from '@/lib/words/edits'
import { Segmented } from '../ui/button'
import type { Focus } from './edits-panel'
import type { EffectPanelProps } from './effect-panel'
import { useWarnings, useWhatIf } from './use-draft'

type Shown = Pick<
  EffectPanelProps,
  'edited' | 'edits' | 'query' | 'answer' | 'asked' | 'isOld' | 'warnings' | 'suggestion'
>

interface Alone {
  /** The choice between the edits in hand and all; null: none are in hand, or these are all. */
  readonly scope: ReactNode
  /** What the effect shows instead of that of all edits. */
  readonly shown: Shown | null
  /** Where the edits that are shown begin in the list, from 0. */
  readonly first: number
}

/** The effect of the edits that the hand is on by themselves: of the open one, or those that a text became. */
export function useAlone(focus: Focus, asked: WhatIfParams, source: Source | undefined): Alone {
  const [isAlone, setAlone] = useState(false)
  const { edits } = asked
  const items = useMemo(() => itemsOf(edits), [edits])
  const inHand = useMemo(() => {
    const open = items[focus.open ?? -1]
    const opened = open === undefined ? [] : edits.slice(open.from, open.from + open.count)
    const places = placesOf(focus.own.length > 0 ? focus.own : opened, edits)
    return edits.filter((_, place) => places.includes(place))
  }, [items, edits, focus.own, focus.open])
  const isPart = inHand.length > 0 && inHand.length < edits.length
  const isShown = isAlone && isPart
  const own = useMemo(() => ({ ...asked, edits: inHand }), [asked, inHand])
  const { query, answer, isOld, ofDraft } = useWhatIf(own, isShown && source !== undefined)
  const warnings = useWarnings(ofDraft, null, inHand, source)
  const edited = useMemo(() => source && editedProfile(source, inHand), [source, inHand])
  const [begin = 0] = placesOf(inHand, edits)
  return {
    scope: isPart && (
      <Segmented<'these' | 'all'>
        label="Effect of"
        value={isAlone ? 'these' : 'all'}
        options={[
          { value: 'these', text: theseEditsText(itemsOf(inHand).length) },
          { value: 'all', text: allEditsText(items.length) },
        ]}
        onChange={(value) => setAlone(value === 'these')}
      />
    ),
    shown:
      isShown && edited
        ? { edited, edits: inHand, query, answer, asked: own, isOld, warnings, suggestion: null }
        : null,
    first: isShown ? items.findIndex(({ from }) => from === begin) : 0,
  }
}

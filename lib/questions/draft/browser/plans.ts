import type { EditBody } from '@/lib/contract/edits'
import type { Zone } from '@/lib/contract/zone'
import type { CloudProfile } from '@/lib/engine/types'
import { itemsOf, itemWords } from './items'

const NOTHING: CloudProfile = { kubernetes: [], machineImages: [], machineTypes: [] }

/** What a draft does, one line per item, without what was before: `Deprecate 1.32.9, expiry 31 Jan 2027`. */
export function plansOf(edits: readonly EditBody[], zone: Zone): readonly string[] {
  return itemsOf(edits).map((item) => {
    const { title, note } = itemWords(item, NOTHING, 0, zone)
    return note === '' ? title : `${title}, ${note}`
  })
}

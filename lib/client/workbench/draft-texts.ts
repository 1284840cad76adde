import { query } from '@/lib/client/queries'
import type { Asked } from '@/lib/contract'

/** A draft for other tools: diff, merge patch, command. Loaded with the dialogs that show it. */
export function draftTexts(body: Asked<'POST /api/apply/texts'>['body']) {
  return query('POST /api/apply/texts', { body })
}

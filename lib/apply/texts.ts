import type { z } from 'zod'
import type { DraftTextsAnswer, draftTextsQuery } from '@/lib/contract/apply'
import { shellQuoted, shellWord } from '@/lib/engine/shell'
import { findProfile } from '@/lib/landscape/lookup'
import { CodedError, NotFound, NotReady } from '@/lib/process/errors'
import { type ApiPatch, apiPatchOf } from './api-patch'
import type { ApplyContext } from './context'
import { difference, unifiedDiff } from './diff'
import { remember } from './remembered'
import { targetOf } from './target'

/** A draft for other tools. Throws coded errors where the profile cannot be had. */
export async function draftTextsView(
  { garden, identity, ...context }: Pick<ApplyContext, 'garden' | 'identity' | 'index'>,
  query: z.output<typeof draftTextsQuery>,
): Promise<DraftTextsAnswer> {
  const index = await context.index()
  const { entry } = findProfile(index, query.profile.split('/'), undefined)
  const { ref, editWherePossible } = targetOf(index, entry, query.edits)
  const preview = await garden.preview(identity, ref, editWherePossible)
  if (preview.kind === 'gone') throw new NotFound(`The profile ${query.profile}`)
  if (preview.kind === 'forbidden') throw new CodedError('forbidden', preview.message)
  if (preview.kind === 'unavailable') throw new NotReady(preview.message)
  const { object, edited, file, resourceVersion } = preview
  const text = await preview.texts()
  remember(query.profile, resourceVersion, text.before)
  const patch = apiPatchOf(object, edited)
  const content = `${JSON.stringify(patch.content, null, 2)}\n`
  return {
    profile: entry.ref,
    resourceVersion,
    file,
    difference: difference(text.before, text.after),
    patch: unifiedDiff(file ?? `${entry.ref.name}.yaml`, text.before, text.after),
    apiPatch:
      patch.type === 'json'
        ? { type: 'json', text: content }
        : { type: 'merge', resourceVersion: patch.resourceVersion, text: content },
    kubectl: commandOf(entry.ref, patch),
  }
}

function commandOf(ref: DraftTextsAnswer['profile'], { type, content }: ApiPatch): string {
  const target =
    ref.kind === 'CloudProfile'
      ? `kubectl patch cloudprofile ${shellWord(ref.name)}`
      : `kubectl -n ${shellWord(ref.namespace)} patch namespacedcloudprofile ${shellWord(ref.name)}`
  return `${target} --type=${type} -p ${shellQuoted(JSON.stringify(content))}`
}

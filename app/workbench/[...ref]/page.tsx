import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { WorkbenchPage } from '@/components/draft/workbench-page'
import { readSelection } from '@/components/profiles/view-state'
import { lifeEdits } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { imageOfName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { listedVersion } from '@/lib/engine/rules'
import { answerSource } from '@/lib/questions/draft/answer/draft'
import { decodeDraft } from '@/lib/questions/draft/browser/draft'
import type { OpenedDraft } from '@/lib/questions/draft/browser/draft-store'
import { type DraftSource, readSource } from '@/lib/questions/draft/browser/source'
import { type SourceAnswer, sourceRoute } from '@/lib/questions/draft/contract'
import { draftQueries } from '@/lib/questions/draft/queries'
import { answerProfile } from '@/lib/questions/profiles/answer/profile'
import { profileRoute } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName, profileOf } from '@/lib/words/phrases'
import { prefetch } from '../../answer'
import { askedPage, WithAnswers } from '../../asked'

type Props = PageProps<'/workbench/[...ref]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const profile = profileOf((await params).ref)
  return { title: profile ? `Draft for ${profileName(profile)}` : 'Workbench' }
}

/** `/workbench/aws` and `/workbench/garden-core/aws-ext`. */
export default async function Page(props: Props) {
  const parts = (await props.params).ref.map(decodeURIComponent)
  const profile = profileOf(parts)
  if (!profile) notFound()
  const { search, moment, zone, client } = await askedPage(props)
  const query = draftQueries.source(profile, moment)
  const asked = await prefetch(client, sourceRoute, answerSource, query)
  if (asked === 'not-found') notFound()
  await prefetch(client, profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  const source = client.getQueryData<SourceAnswer>(query.queryKey)
  const opened = await openedDraft(profileName(profile), search, source, zone)
  return (
    <WithAnswers client={client}>
      <WorkbenchPage key={profileName(profile)} profile={profile} opened={opened} />
    </WithAnswers>
  )
}

/**
 * What the address asks for: `draft` as `encodeDraft` makes it, and `deprecate=kubernetes/1.32.9`, which adds the edits for that.
 */
async function openedDraft(
  profile: string,
  search: URLSearchParams,
  source: SourceAnswer | undefined,
  zone: Zone,
): Promise<OpenedDraft> {
  const text = search.get('draft') || null
  const reading = text === null ? null : await decodeDraft(text, profile)
  if (reading?.kind === 'problem') return { edits: [], draft: null, text, problem: reading.problem }
  const draft = reading?.draft ?? null
  const deprecated = search.get('deprecate')
  const wanted = deprecated !== null && source ? deprecation(deprecated, readSource(source, zone)) : []
  return { edits: [...(draft?.edits ?? []), ...wanted], draft, text, problem: null }
}

/** Deprecates a version; a date is for the operator to choose. */
function deprecation(selection: string, { profile }: DraftSource): readonly EditBody[] {
  const wanted = readSelection(selection)
  const image = wanted === undefined ? null : imageOfName(wanted.what)
  const listed = wanted && listedVersion(profile, image, wanted.version)
  if (listed === undefined || listed.classification === 'deprecated') return []
  return lifeEdits(image, listed.version, { classification: 'deprecated' })
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VersionPage } from '@/components/version/version-page'
import { readVersionParts } from '@/lib/browser/paths'
import { answerEvidence, answerVersion } from '@/lib/questions/version/answer'
import { evidenceRoute, versionRoute } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { profileName } from '@/lib/words/phrases'
import { prefetch } from '../../answer'
import { askedPage, WithAnswers } from '../../asked'

type Props = PageProps<'/versions/[...ref]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wanted = readVersionParts((await params).ref.map(decodeURIComponent))
  if (wanted === undefined) return { title: 'Version' }
  return { title: `${wanted.what} ${wanted.version} in ${profileName(wanted.profile)}` }
}

/** `/versions/aws/kubernetes/1.33.6` and `/versions/garden-core/aws-ext/gardenlinux/1592.9.0`. */
export default async function Page(props: Props) {
  const wanted = readVersionParts((await props.params).ref.map(decodeURIComponent))
  if (wanted === undefined) notFound()
  const { search, moment, zone, client } = await askedPage(props)
  const rule = search.get('rule') ?? undefined
  const asked = await prefetch(client, versionRoute, answerVersion, versionQueries.version(wanted, { ...moment, zone }))
  if (asked === 'not-found') notFound()
  // Who follows a link to the evidence looks at it at once; for others the browser asks.
  if (search.has('evidence') || rule !== undefined)
    await prefetch(client, evidenceRoute, answerEvidence, versionQueries.evidence(wanted, { ...moment, rule }))
  return (
    <WithAnswers client={client}>
      <VersionPage wanted={wanted} />
    </WithAnswers>
  )
}

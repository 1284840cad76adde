import type { ReactNode } from 'react'
import { newClusterPage, profilePage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { Tabs } from '../../ui/tabs'

/** What the profile has to choose from, and the way back to its versions. */
export function Head({
  profile,
  answer,
}: {
  readonly profile: ProfileRefBody
  readonly answer: NewClusterAnswer
}): ReactNode {
  const versions = answer.kubernetes.filter(({ form }) => form === 'full').length
  const images = new Map<string, number>()
  for (const { image, form } of answer.images)
    if (image !== null) images.set(image, (images.get(image) ?? 0) + (form === 'full' ? 1 : 0))
  const machines = answer.types.flatMap(({ names }) => names).length
  const retired = answer.types.flatMap(({ names, usable }) => (usable ? [] : names)).length
  const page = profilePage(profile)
  return (
    <>
      <div className="title">
        <h1>New cluster of {profileName(profile)}</h1>
        <dl className="facts">
          <div>
            <dt>Versions</dt>
            <dd>
              {countText(versions)} of Kubernetes, {countText([...images.values()].reduce((a, b) => a + b, 0))} of{' '}
              {countOf(images.size, 'image')}
            </dd>
          </div>
          <div>
            <dt>Machine types</dt>
            <dd>
              {countText(machines)}
              {retired > 0 && `, ${countText(retired)} retired`}
            </dd>
          </div>
          {answer.resourceVersion !== null && (
            <div>
              <dt>resourceVersion</dt>
              <dd>{answer.resourceVersion}</dd>
            </div>
          )}
        </dl>
      </div>
      <Tabs
        label="Kubernetes and machine images"
        tabs={[
          { text: 'Kubernetes', href: page, count: countText(versions), current: false },
          ...[...images].map(([name, count]) => ({
            text: name,
            href: `${page}?tab=${encodeURIComponent(name)}`,
            count: countText(count),
            current: false,
          })),
          { text: 'New cluster', href: newClusterPage(profile), current: true },
        ]}
      />
    </>
  )
}

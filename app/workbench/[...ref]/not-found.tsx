import { headers } from 'next/headers'
import { MissingPage } from '@/components/ui/not-found'
import { DRAFTS, WORKBENCH } from '@/lib/browser/paths'
import { missingProfileText } from '@/lib/words/profiles'

/** The workbench of a profile that is not there; the path comes from `proxy.ts`. */
export default async function UnknownDraft() {
  const path = (await headers()).get('x-path') ?? WORKBENCH
  const wanted = decodeURIComponent(path.slice(WORKBENCH.length + 1))
  return (
    <MissingPage
      title={missingProfileText(wanted)}
      text="It may have been removed or renamed. A draft for it can be applied nowhere."
      back={{ href: DRAFTS, text: 'All profiles to edit' }}
    />
  )
}
